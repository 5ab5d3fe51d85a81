export function Logo() {
  return (
    <span className="logo">
      <svg viewBox="0 0 40 40" aria-hidden="true" focusable="false">
        <rect width="40" height="40" rx="10" />
        <path d="M17 9h6v8h8v6h-8v8h-6v-8H9v-6h8z" />
      </svg>
      <b>安衡运营</b>
    </span>
  )
}
