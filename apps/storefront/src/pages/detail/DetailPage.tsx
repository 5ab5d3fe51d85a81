/** Minimal until its owner builds it. */
export default function DetailPage() {
  return <h1>DetailPage</h1>
}
