import type { Changes } from './changes.ts'
import { keepAnswers } from './kept-answers.ts'

const KEYS_MAX = 200
/** These answers say what time it is, and what an hour brings. */
const HOUR_MS = 3_000
/** Answers that are the same for everybody: header, footer, adverts, articles. Nothing with a price or a name. */
const SHARED = /^\/api\/(?:global|focus|article)(?:[/?]|$)/

export interface ApiAnswer {
  status: number
  body: unknown
}
export type SharedAnswers = (url: string, now: Date, read: () => Promise<ApiAnswer>) => Promise<ApiAnswer>

/**
 * Every page asks for the frame's data; one reading serves them all until something of it changes. Everything else is asked
 * as the visitor each time. A failure is not kept.
 */
export function createSharedAnswers(changes: Changes): SharedAnswers {
  const answers = keepAnswers(changes, {
    name: 'answers of the frame',
    topics: ['content', 'setting', 'assortment'],
    max: KEYS_MAX,
    hourMs: HOUR_MS,
  })
  return (url, now, read) => (SHARED.test(url) ? answers.get(url, now, read, ({ status }) => status === 200) : read())
}
