export default function ArticlePage() {
  return <main id="main" tabIndex={-1} className="wrap" />
}
