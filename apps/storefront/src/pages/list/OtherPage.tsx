/** Minimal until its owner builds it. */
export default function OtherPage() {
  return <h1>OtherPage</h1>
}
