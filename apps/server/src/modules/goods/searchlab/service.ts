import type { BodyOf, DataOf } from '#contract/call.ts'
import type {
  staffSearchAsked,
  staffSearchNext,
  staffSearchPinAdd,
  staffSearchPins,
  staffSearchTry,
  staffSearchWords,
} from '#contract/searchlab.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { pinKeyOf, type SearchIndex } from '../search/public.ts'
import { deletePin, writePin } from './store.ts'
import {
  type AskedFilter,
  askedPage,
  goodsNamed,
  nextGoods,
  nextSearches,
  pinPage,
  type WordFilter,
  wordPage,
  wordsSaying,
} from './views.ts'
import { wordWire } from './words.ts'

const TRIED = 40
const DAY_MS = 86_400_000

interface Page {
  page: number
  perPage: number
}
const placeOf = ({ page, perPage }: Page) => ({ offset: (page - 1) * perPage, limit: perPage })
const paged = ({ page, perPage }: Page, total: number) => ({ page, per_page: perPage, total })
export const since = (days: number, now: Date): Date => new Date(now.getTime() - days * DAY_MS)

/** The same search that buyers ask, as one of them or as a visitor. */
export async function trySearch(
  { database, search }: { database: DatabaseHandle; search: SearchIndex },
  viewer: Viewer,
  { keywords, companyId }: { keywords: string; companyId: number | null },
  now: Date,
): Promise<DataOf<typeof staffSearchTry>> {
  const company = companyId === null ? null : await loadCompany(database.db, companyId)
  if (companyId !== null && company === null) throw notFound('企业')
  const asked = company === null ? null : { ...viewer, staff: null, company }
  const { key, total, understood, list } = search.explain(keywords, asked, TRIED, now)
  const terms = [...new Set([...pinKeyOf(keywords).split(' '), key.replaceAll(' ', ''), ...understood.words])].filter((one) => one !== '')
  const [goods, meanings] = await Promise.all([
    goodsNamed(
      database.db,
      list.map(({ id }) => id),
    ),
    wordsSaying(database.db, terms),
  ])
  const byId = new Map(goods.map((one) => [one.id, one]))
  return {
    ...understood,
    words: [...understood.words],
    unknown: [...understood.unknown],
    near: [...understood.near],
    key,
    total,
    meanings: meanings.map(wordWire),
    list: list.flatMap(({ id, score, inStock, sales, why, pin }) => {
      const one = byId.get(id)
      if (one === undefined) return []
      const { code, name, spec, maker } = one
      return [{ goods_id: id, code, name, spec, maker, in_stock: inStock ? (1 as const) : (0 as const), sales, score, why, pin }]
    }),
  }
}

export async function askedList({ db }: DatabaseHandle, filter: AskedFilter, at: Page): Promise<DataOf<typeof staffSearchAsked>> {
  const { rows, total } = await askedPage(db, filter, placeOf(at))
  return { list: rows.map((row) => ({ ...row, last_at: row.last_at.toISOString() })), ...paged(at, total) }
}

export async function nextOf({ db }: DatabaseHandle, words: string, from: Date): Promise<DataOf<typeof staffSearchNext>> {
  const [searches, goods] = await Promise.all([nextSearches(db, words, from), nextGoods(db, words, from)])
  return { searches, goods }
}

export async function wordList({ db }: DatabaseHandle, filter: WordFilter, at: Page): Promise<DataOf<typeof staffSearchWords>> {
  const { rows, total } = await wordPage(db, filter, placeOf(at))
  return { list: rows.map(wordWire), ...paged(at, total) }
}

export async function pinList({ db }: DatabaseHandle, keywords: string, at: Page): Promise<DataOf<typeof staffSearchPins>> {
  const { rows, total } = await pinPage(db, keywords, placeOf(at))
  const list = rows.map((row) => ({ ...row, on_shelf: row.on_shelf ? (1 as const) : (0 as const), made_at: row.made_at.toISOString() }))
  return { list, ...paged(at, total) }
}

export async function addPin(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { words, goods_id, place }: BodyOf<typeof staffSearchPinAdd>,
  now: Date,
): Promise<{ id: number }> {
  const key = pinKeyOf(words)
  if (key === '') throw fieldErrors([{ field: 'words', message: '请填写搜索词' }])
  return transact(db, async (trx) => {
    const [goods] = await goodsNamed(trx, [goods_id])
    if (goods === undefined) throw notFound('商品')
    const id = await writePin(trx, { words: key, goods_id, place }, staff.name, now)
    const after = { words: key, goods: `${goods.name} ${goods.spec}`.trim(), place }
    await writeAudit(trx, staff, { action: 'search_pin.add', subject: `search_pin:${id}`, before: null, after }, now)
    return { id }
  })
}

export async function removePin({ db }: DatabaseHandle, staff: StaffActor, id: number, now: Date): Promise<{ removed: 1 }> {
  return transact(db, async (trx) => {
    const pin = await deletePin(trx, id)
    if (pin === null) throw notFound('置顶')
    await writeAudit(trx, staff, { action: 'search_pin.remove', subject: `search_pin:${id}`, before: pin, after: null }, now)
    return { removed: 1 }
  })
}
