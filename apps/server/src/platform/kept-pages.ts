import type { Topic } from './change-table.ts'
import type { Changes } from './changes.ts'
import { type KeptAnswers, keepAnswers } from './kept-answers.ts'
import { pageAddress } from './page-address.ts'

/** A page with what hangs on it is some 200 KB. */
const PAGES_MAX = 60
/** That an hour came no row tells; and whoever counts seconds on a page is this much behind at most. */
const HOUR_MS = 3_000
const URL_MAX = 200

/** Everything that a page without prices is drawn from. What a company has, nothing of which a visitor sees, is not among it. */
const SHOWN: readonly Topic[] = ['goods', 'frame', 'assortment', 'stock', 'offer', 'content', 'setting', 'promotion', 'draw']

/** The home page, lists and goods. Words that somebody typed are his own, and nobody else asks for the same. */
const SHARED = /^\/(?:list(?:\/.*)?)?$/

/** Whether a visitor's page of this address is the same for every visitor. */
export function isKeptPage(url: string): boolean {
  if (url.length > URL_MAX) return false
  const { pathname, searchParams } = pageAddress(url)
  return SHARED.test(pathname) && searchParams.getAll('keywords').every((words) => words === '')
}

/** Pages of visitors, drawn once for all who ask for them within some seconds, until something that they show changes. */
export const keepPages = (changes: Changes): KeptAnswers =>
  keepAnswers(changes, { name: 'pages of visitors', topics: SHOWN, max: PAGES_MAX, hourMs: HOUR_MS })
