/** Minimal until its owner builds it. */
export default function SearchTablePage() {
  return <h1>SearchTablePage</h1>
}
