export default function NewsPage() {
  return <main id="main" tabIndex={-1} className="wrap" />
}
