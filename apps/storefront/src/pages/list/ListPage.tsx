/** Minimal until its owner builds it. */
export default function ListPage() {
  return <h1>ListPage</h1>
}
