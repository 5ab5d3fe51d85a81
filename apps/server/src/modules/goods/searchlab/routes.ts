import { PAGE_SIZE } from '#contract/constants.ts'
import * as lab from '#contract/searchlab.ts'
import type { ModuleContext } from '../../../context.ts'
import { findCompanies } from '../prices/public.ts'
import { addPin, askedList, nextOf, pinList, removePin, since, trySearch, wordList } from './service.ts'
import { addWord, removeWord, saveWord } from './words.ts'

const FOUND = 20
const DAYS = 30

const pageOf = ({ page = 1, per_page: perPage = PAGE_SIZE }: { page?: number; per_page?: number }) => ({ page, perPage })
const flagOf = (flag: number | undefined): boolean | null => (flag === undefined ? null : flag === 1)

export function searchLabRoutes({ serve, deps }: ModuleContext): void {
  const { database } = deps
  serve(lab.staffSearchTry, ({ viewer, query, now }) =>
    trySearch(deps, viewer, { keywords: query.keywords, companyId: query.company_id ?? null }, now),
  )
  serve(lab.staffSearchCompanies, async ({ query }) => {
    const found = await findCompanies(database.db, query.keywords.trim(), FOUND)
    return { list: found.map(({ id, code, name }) => ({ id, code, name })) }
  })
  serve(lab.staffSearchAsked, ({ query, now }) => {
    const { keywords = '', result = null, days = DAYS } = query
    return askedList(database, { keywords: keywords.trim().toLowerCase(), result, since: since(days, now) }, pageOf(query))
  })
  serve(lab.staffSearchNext, ({ query, now }) => nextOf(database, query.words, since(query.days ?? DAYS, now)))
  serve(lab.staffSearchWords, ({ query }) => {
    const { keywords = '', kind = null, own, active } = query
    return wordList(database, { keywords: keywords.trim(), kind, own: flagOf(own), active: flagOf(active) }, pageOf(query))
  })
  serve(lab.staffSearchWordAdd, ({ viewer, body, now }) => addWord(database, viewer, body, now))
  serve(lab.staffSearchWordSave, ({ viewer, params, body, now }) => saveWord(database, viewer, params.id, body, now))
  serve(lab.staffSearchWordRemove, ({ viewer, params, body, now }) => removeWord(database, viewer, params.id, body, now))
  serve(lab.staffSearchPins, ({ query }) => pinList(database, (query.keywords ?? '').trim(), pageOf(query)))
  serve(lab.staffSearchPinAdd, ({ viewer, body, now }) => addPin(database, viewer, body, now))
  serve(lab.staffSearchPinRemove, ({ viewer, params, now }) => removePin(database, viewer, params.id, now))
}
