export default function HomePage() {
  return <main id="main" tabIndex={-1} className="wrap" />
}
