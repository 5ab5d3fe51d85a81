/** The page number of an address; 1 where there is none or it is no number. */
export function pageIn(url: URL): number {
  const text = url.searchParams.get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}
