/** Minimal until its owner builds it. */
export default function TablePage() {
  return <h1>TablePage</h1>
}
