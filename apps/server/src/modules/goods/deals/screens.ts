import { Compile } from 'typebox/compile'
import type { DataOf, QueryOf } from '#contract/call.ts'
import { DEAL_KINDS, OFFER_STATES, PAGE_SIZE } from '#contract/constants.ts'
import {
  DealTerms,
  type DealTermsWire,
  type DealWire,
  type staffDealDay,
  type staffDealLook,
  type staffDealResult,
  type staffDeals,
} from '#contract/deal-desk.ts'
import { yuan } from '#domain/money.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import { goodsNamed } from '../promotions/public.ts'
import { belowOf, factsFaults, notesOf } from './checks.ts'
import { readDeal } from './read.ts'
import { dealText, goodsIn, type Plan, periodText } from './terms.ts'
import { batchesNamed, type DealHead, dealById, dealPage, dealResult, dealVersions, pricesOf, sessionsBetween, takenOf } from './views.ts'

/** Plans as the console shows them. */

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)
const fullName = ({ name, spec }: { name: string; spec: string }) => `${name} ${spec}`.trim()

async function namesFor(connection: Connection, plans: readonly Plan[]): Promise<ReadonlyMap<number, string>> {
  const rows = await goodsNamed(connection, [...new Set(plans.flatMap(goodsIn))])
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}

export type DealSaid = Record<'name' | 'intro' | 'terms' | 'rules' | 'period', string>
const said = (plan: Plan, names: ReadonlyMap<number, string>): DealSaid => ({
  name: plan.name,
  intro: plan.terms.intro,
  terms: dealText(plan, names),
  rules:
    plan.terms.lines.length === 0
      ? ''
      : [plan.terms.full_reduction_ok === 1 ? '参加满减' : '不参加满减', plan.terms.coupon_ok === 1 ? '可用券' : '不可用券'].join('，'),
  period: periodText(plan.terms),
})
/** In words: for the record of who did what, and whoever approves it. */
export const saidOf = async (connection: Connection, plan: Plan): Promise<DealSaid> => said(plan, await namesFor(connection, [plan]))

const headWire = (row: DealHead, names: ReadonlyMap<number, string>): DataOf<typeof staffDeals>['list'][number] => ({
  id: row.id,
  kind: row.kind,
  kind_name: DEAL_KINDS[row.kind],
  name: row.name,
  state: row.state,
  state_name: OFFER_STATES[row.state],
  waiting: flag(row.waiting),
  changed: flag(row.approved > 0 && row.version > row.approved),
  text: dealText(row, names),
  starts_at: row.terms.starts_at,
  ends_at: row.terms.ends_at,
  updated_at: row.updatedAt.toISOString(),
  updated_by: row.updatedBy,
})

export async function dealsPage({ db }: DatabaseHandle, query: QueryOf<typeof staffDeals>, now: Date): Promise<DataOf<typeof staffDeals>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', kind = null, state = null } = query
  const { rows, total } = await dealPage(db, { keywords: keywords.trim(), kind, state }, { page, perPage }, now)
  const names = await namesFor(db, rows)
  return { list: rows.map((row) => headWire(row, names)), total, page, per_page: perPage }
}

const PAGES = {
  flash: '/',
  daily: '/',
  near_expiry: '/jxqzc',
  whole_case: '/',
  welfare: '/welfare',
  bundle: '/zhzq',
  points: '/jfsc',
  draw: '/',
} as const

export async function dealOf(connection: Connection, id: number, viewer: number, now: Date): Promise<DealWire> {
  const row = await dealById(connection, id, now)
  if (row === null) throw notFound('活动')
  const versions = await dealVersions(connection, id)
  const names = await namesFor(connection, [row, ...versions.map(({ name, terms }) => ({ kind: row.kind, name, terms }))])
  const batches = await batchesNamed(
    connection,
    row.terms.lines.map((one) => one.batch_id).filter((one) => one > 0),
  )
  return {
    ...headWire(row, names),
    version: row.version,
    published: versions.length,
    terms: row.terms,
    names: {
      goods: [...names].map(([of, name]) => ({ id: of, name })),
      batches: batches.map((batch) => ({ id: batch.id, name: `${batch.batchNo}（${batch.expiryDate} 到期，${batch.warehouse}）` })),
    },
    url: row.state === 'live' ? PAGES[row.kind] : '',
    request: row.request && {
      id: row.request.id,
      asked_by: row.request.asked_by,
      asked_at: new Date(row.request.asked_at).toISOString(),
      mine: flag(row.request.asker === viewer),
    },
    versions: versions.map(({ number, name, terms, at, askedBy, approvedBy }) => ({
      number,
      at: at.toISOString(),
      asked_by: askedBy,
      approved_by: approvedBy,
      text: dealText({ kind: row.kind, name, terms }, names),
      period: periodText(terms),
    })),
    withdrawn_reason: row.withdrawnReason,
  }
}

const DAY_MS = 86_400_000
export async function dayOf({ db }: DatabaseHandle, day: string, now: Date): Promise<DataOf<typeof staffDealDay>> {
  const from = new Date(`${day}T00:00:00+08:00`)
  if (Number.isNaN(from.getTime())) throw fieldErrors([{ field: 'day', message: '没有这一天' }])
  const rows = await sessionsBetween(db, from, new Date(from.getTime() + DAY_MS), now)
  return {
    list: rows.map(({ planId, name, state, startsAt, endsAt, goods, taken, quota }) => ({
      plan_id: planId,
      name,
      state,
      starts_at: startsAt.toISOString(),
      ends_at: endsAt.toISOString(),
      goods,
      taken,
      quota,
    })),
  }
}

const shape = Compile(DealTerms)
function typedIn(text: string): DealTermsWire {
  let typed: unknown
  try {
    typed = JSON.parse(text)
  } catch {
    throw fieldErrors([{ field: 'terms', message: '草稿不完整' }])
  }
  if (!shape.Check(typed)) throw fieldErrors([{ field: 'terms', message: '草稿不完整' }])
  return typed
}

/** A draft as it is typed: half of it is asked about as well, and what is wrong is said beside it. */
export async function lookAtDeal(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffDealLook>,
  seesCost: boolean,
  now: Date,
): Promise<DataOf<typeof staffDealLook>> {
  const { plan, errors } = readDeal(typedIn(query.terms))
  const rows = await goodsNamed(db, goodsIn(plan))
  const prices = await pricesOf(
    db,
    rows.map(({ id }) => id),
  )
  const isDated = !errors.some(({ field }) => field === 'starts_at' || field === 'ends_at')
  const faults = [...errors, ...(isDated ? await factsFaults(db, plan, query.id ?? null, now) : [])]
  const priced = { ...plan, terms: { ...plan.terms, lines: plan.terms.lines.filter((one) => one.price !== '' || one.percent > 0) } }
  const below = await belowOf(db, priced, seesCost, now)
  return {
    text: dealText(priced, new Map(rows.map((row) => [row.id, fullName(row)]))),
    goods: rows.map((row) => {
      const price = prices.get(row.id)
      return {
        id: row.id,
        name: fullName(row),
        unit: row.unit,
        price: price === undefined ? '' : yuan(price),
        stock: row.stock,
        on_shelf: flag(row.onShelf),
      }
    }),
    // Who may not see costs is told that a price comes near to them, and nothing from which the cost could be reckoned.
    below: below.map((one) => ({
      id: one.id,
      name: one.name,
      after: yuan(one.after),
      below: seesCost ? one.below : 'floor',
      bound: seesCost ? yuan(one.bound) : '',
    })),
    faults: faults.map(({ message }) => message),
    notes: priced.terms.lines.length === plan.terms.lines.length ? await notesOf(db, plan) : [],
  }
}

export async function dealResultWire({ db }: DatabaseHandle, id: number, now: Date): Promise<DataOf<typeof staffDealResult>> {
  if ((await dealById(db, id, now)) === null) throw notFound('活动')
  const [{ amount, ...figures }, rows] = await Promise.all([dealResult(db, id), takenOf(db, id)])
  return { ...figures, amount: yuan(amount), rows }
}
