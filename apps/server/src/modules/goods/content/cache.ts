import type { DatabaseHandle } from '../../../platform/database.ts'
import { type KeptAnswers, keepAnswers } from '../../../platform/kept-answers.ts'

const KEYS_MAX = 500
/** An advert or an article whose hour has come is shown so much later at most. */
const HOUR_MS = 5_000

export type ContentCache = KeptAnswers

/** What this process remembers of the frame and the editorial blocks. assortment: brands say how many goods they have. */
export const contentCacheOf = ({ changes }: DatabaseHandle): ContentCache =>
  changes.once('content', () =>
    keepAnswers(changes, { name: 'content', topics: ['content', 'setting', 'assortment'], max: KEYS_MAX, hourMs: HOUR_MS }),
  )
