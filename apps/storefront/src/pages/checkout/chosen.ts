/** At most what the contract takes in one call. */
const IDS_MAX = 1000

/** The cart lines named in the address (?ids=1,2,3): whole positive numbers, each once. */
export function chosenIds(search: URLSearchParams): number[] {
  const ids = (search.get('ids') ?? '')
    .split(',')
    .filter((text) => /^[1-9]\d{0,14}$/.test(text))
    .map(Number)
  return [...new Set(ids)].slice(0, IDS_MAX)
}
