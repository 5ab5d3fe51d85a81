/** Minimal until its owner builds it. */
export default function NoImagePage() {
  return <h1>NoImagePage</h1>
}
