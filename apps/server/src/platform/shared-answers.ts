/** How long pages of this process may show the frame's data as it was. */
const KEEP_MS = 3_000
const KEYS_MAX = 200
/** Answers that are the same for everybody: header, footer, adverts, articles. Nothing with a price or a name. */
const SHARED = /^\/api\/(?:global|focus|article)(?:[/?]|$)/

export interface ApiAnswer {
  status: number
  body: unknown
}
export type SharedAnswers = (url: string, now: Date, read: () => Promise<ApiAnswer>) => Promise<ApiAnswer>

/**
 * Every page asks for the frame's data; one reading every few seconds serves them all. Everything else is asked as the
 * visitor each time. A failure is not kept.
 */
export function createSharedAnswers(): SharedAnswers {
  const kept = new Map<string, { answer: Promise<ApiAnswer>; readAt: number }>()
  return (url, now, read) => {
    if (!SHARED.test(url)) return read()
    const known = kept.get(url)
    if (known && Math.abs(now.getTime() - known.readAt) < KEEP_MS) return known.answer
    if (kept.size >= KEYS_MAX) kept.clear()
    const answer = read()
    const entry = { answer, readAt: now.getTime() }
    kept.set(url, entry)
    const drop = () => kept.get(url) === entry && kept.delete(url)
    answer.then(({ status }) => status !== 200 && drop(), drop)
    return answer
  }
}
