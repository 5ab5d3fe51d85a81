/** Minimal until its owner builds it. */
export default function SearchPage() {
  return <h1>SearchPage</h1>
}
