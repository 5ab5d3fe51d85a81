/** While a page or its data is on its way; drawn only when that takes longer than a moment. */
export function Loading() {
  return (
    <div className="loading" role="status">
      正在载入…
    </div>
  )
}
