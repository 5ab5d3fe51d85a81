export default function LoginPage() {
  return <main id="main" tabIndex={-1} className="wrap" />
}
