import { setImmediate as others } from 'node:timers/promises'
import type { PriceRowKind } from '#contract/price-lists.ts'
import { folded } from '#domain/folding.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import type { FieldError } from '../../../platform/errors.ts'
import {
  type CompanyFacts,
  lockPrices,
  type PriceStep,
  type PricesRow,
  pairOf,
  pricesOfMany,
  ranksOf,
  readCompanyPrices,
  readScales,
  readTyped,
  type Scales,
  stepOfCompany,
  stepsOf,
  whyNotAlone,
} from '../prices/public.ts'
import type { SaidRow } from './read-file.ts'
import { type GoodRow, isGood, type ListRow } from './store.ts'
import { companiesByCodes, goodsByApprovals, goodsByCodes, pricedRanks } from './views.ts'

/** Between two breaths of the process: so many rows are judged at once. */
const AT_ONCE = 500

export const KIND_NAMES: Readonly<Record<PriceRowKind, string>> = { base: '基准价', rank: '等级价', company: '客户价' }
const KINDS: Readonly<Record<string, PriceRowKind>> = {
  基准价: 'base',
  基础价: 'base',
  等级价: 'rank',
  客户价: 'company',
  企业专价: 'company',
  客户专价: 'company',
  专价: 'company',
}

const plain = (text: string): string => folded(text).replace(/\s/g, '').toUpperCase()

interface Known {
  codes: ReadonlyMap<string, number>
  approvals: ReadonlyMap<string, readonly { spec: string; id: number }[]>
  companies: ReadonlyMap<string, number>
  ranks: ReadonlySet<string>
}

async function knownOf(connection: Connection, said: readonly SaidRow[]): Promise<Known> {
  const all = (of: (row: SaidRow) => string) => [...new Set(said.map(of))].filter((text) => text !== '')
  const approvals = all(({ code, approval }) => (code === '' ? approval : ''))
  return {
    codes: await goodsByCodes(
      connection,
      all(({ code }) => code),
    ),
    approvals: Map.groupBy(approvals.length === 0 ? [] : await goodsByApprovals(connection, approvals), ({ approval }) => approval),
    companies: await companiesByCodes(
      connection,
      all(({ of }) => of),
    ),
    ranks: new Set([...(await ranksOf(connection)).map(({ rank }) => rank), ...(await pricedRanks(connection))]),
  }
}

function goodsOf({ code, approval, spec }: SaidRow, { codes, approvals }: Known): number | string {
  if (code !== '') return codes.get(code) ?? `商城没有编码为“${code}”的商品`
  if (approval === '') return '没有写商品编码，也没有写批准文号和规格'
  const found = approvals.get(approval) ?? []
  const same = found.filter((one) => plain(one.spec) === plain(spec))
  if (found.length === 0) return `商城没有批准文号为“${approval}”的商品`
  if (spec === '' && found.length === 1) return found[0]?.id ?? 0
  if (same.length === 0) return `“${approval}”没有规格为“${spec}”的商品，请核对规格或写商品编码`
  return same.length === 1 ? (same[0]?.id ?? 0) : `“${approval}”这个规格有 ${same.length} 个商品，请写商品编码`
}

interface Owner {
  kind: PriceRowKind
  rank: string
  companyId: number | null
}

function ownerOf({ kind: said, of }: SaidRow, { companies, ranks }: Known): Owner | string {
  const kind = said === '' ? (of === '' ? 'base' : ranks.has(of) ? 'rank' : 'company') : KINDS[said]
  if (kind === undefined) return `种类“${said}”不认识：写 基准价、等级价 或 客户价`
  if (kind === 'base') return of === '' ? { kind, rank: '', companyId: null } : '基准价不分等级和客户：要改等级价或客户价，请改种类'
  if (of === '') return kind === 'rank' ? '等级价要写等级' : '客户价要写客户编码'
  if (kind === 'rank') return ranks.has(of) ? { kind, rank: of, companyId: null } : `没有客户等级“${of}”`
  const companyId = companies.get(of)
  return companyId === undefined ? `没有编码为“${of}”的客户` : { kind, rank: '', companyId }
}

function resolved(row: SaidRow, line: number, known: Known): ListRow {
  const { code, approval, spec, kind, of, price, fault } = row
  const cut = (text: string) => text.toWellFormed().slice(0, 100)
  const said = { goods: cut(code || [approval, spec].filter(Boolean).join(' ')), kind: cut(kind), of: cut(of), price: cut(price) }
  const none = { line, said, before: null, large: false, below: false, low: false }
  const [goods, owner] = [goodsOf(row, known), ownerOf(row, known)]
  const errors: FieldError[] = []
  const after = readTyped(errors, 'price', price)
  const wrong = [
    ...(fault === '' ? [] : [fault]),
    ...(typeof goods === 'string' ? [goods] : []),
    ...(typeof owner === 'string' ? [owner] : []),
    ...errors.map(({ message }) => `新价：${message}`),
    ...(typeof owner !== 'string' && owner.kind === 'base' && after === null && errors.length === 0
      ? ['基准价不能留空；不再销售请下架']
      : []),
  ]
  return {
    ...none,
    goodsId: typeof goods === 'number' ? goods : null,
    ...(typeof owner === 'string' ? { kind: null, rank: '', companyId: null } : owner),
    after,
    state: wrong.length > 0 ? 'wrong' : 'ready',
    note: wrong.join('；').slice(0, 300),
  }
}

const keyOf = ({ goodsId, kind, rank, companyId }: GoodRow): string => `${goodsId} ${kind} ${rank} ${companyId ?? ''}`

/** What was written, as rows of a list that may have some already. A price that is there twice stays as it was written first. */
export async function resolveRows(connection: Connection, said: readonly SaidRow[], before: readonly ListRow[]): Promise<ListRow[]> {
  const known = await knownOf(connection, said)
  const seen = new Map(before.filter(isGood).map((row) => [keyOf(row), row.line]))
  const from = before.length === 0 ? 0 : Math.max(...before.map(({ line }) => line))
  return said.map((one, at) => {
    const row = resolved(one, from === 0 ? one.line : from + at + 1, known)
    if (!isGood(row)) return row
    const first = seen.get(keyOf(row))
    if (first !== undefined) return { ...row, state: 'wrong', note: `与第 ${first} 行是同一个价` }
    seen.set(keyOf(row), row.line)
    return row
  })
}

/** What stands, and what it is weighed by. */
export interface Standing {
  prices: ReadonlyMap<number, PricesRow>
  companies: ReadonlyMap<string, CompanyFacts>
  scales: Scales
}

export async function standingOf(connection: Connection, rows: readonly GoodRow[], now: Date, lock: boolean): Promise<Standing> {
  const ids = [...new Set(rows.map(({ goodsId }) => goodsId))]
  const pairs = rows.flatMap(({ goodsId, companyId }) => (companyId === null ? [] : [{ goodsId, companyId }]))
  return {
    prices: await (lock ? lockPrices : pricesOfMany)(connection, ids),
    companies: pairs.length === 0 ? new Map() : await readCompanyPrices(connection, pairs),
    scales: await readScales(connection, ids, now),
  }
}

/** The prices of a goods as these rows of it leave them. */
export const wishOf = (row: PricesRow, rows: readonly Pick<GoodRow, 'kind' | 'rank' | 'after'>[]) => {
  const base = rows.find(({ kind }) => kind === 'base')
  const ranks = new Map(row.ranks.map(({ rank, price }) => [rank, price]))
  for (const { kind, rank, after } of rows)
    if (kind === 'rank') {
      if (after === null) ranks.delete(rank)
      else ranks.set(rank, after)
    }
  return {
    ...row,
    base: base === undefined ? row.base : base.after,
    ranks: [...ranks].map(([rank, price]) => ({ rank, price })),
  }
}

/** Each row's price as it stands; undefined: there is no such goods or company any more. */
export function standsOf({ prices, companies }: Standing, { goodsId, kind, rank, companyId }: GoodRow): Fen | null | undefined {
  const row = prices.get(goodsId)
  if (row === undefined) return undefined
  if (kind === 'base') return row.base
  if (kind === 'rank') return row.ranks.find((one) => one.rank === rank)?.price ?? null
  return companies.get(pairOf({ goodsId, companyId: companyId ?? 0 }))?.price
}

interface Weighed {
  large: boolean
  below: boolean
}

function stepOf(
  standing: Standing,
  row: PricesRow,
  one: GoodRow,
  wish: ReturnType<typeof wishOf>,
): { step: PriceStep; rank: string } | null {
  if (one.companyId === null) {
    const step = stepsOf(row, wish).find(({ kind, rank }) => kind === one.kind && rank === one.rank)
    return step === undefined ? null : { step, rank: '' }
  }
  const company = standing.companies.get(pairOf({ goodsId: one.goodsId, companyId: one.companyId }))
  if (company === undefined) return null
  const step = stepOfCompany(row, company, one.companyId, one.after)
  const behindAfter = wish.ranks.find(({ rank }) => rank === company.rank)?.price ?? wish.base
  return { step: { ...step, behindAfter }, rank: company.rank }
}

const NOTHING: Scales['costs'] = new Map()
const NO_GUARDS: Scales['guards'] = new Map()

/** Two questions of one rule: falls it by too much, whatever it costs; and is it below what it costs, however far it falls. */
function weigh({ scales }: Standing, row: PricesRow, { step, rank }: { step: PriceStep; rank: string }): Weighed {
  const [was, becomes] = [step.before ?? step.behindBefore, step.after ?? step.behindAfter]
  const rises = was !== null && becomes !== null && (becomes - was) * 100 > was * scales.mostCut
  return {
    large: rises || whyNotAlone(row, [step], { ...scales, costs: NOTHING, guards: NO_GUARDS }, rank).length > 0,
    below: whyNotAlone(row, [step], { ...scales, mostCut: 100 }, rank).length > 0,
  }
}

/** Rows of a draft against what stands now: which change something, and what is to be minded about them. */
export async function weighRows(standing: Standing, rows: readonly ListRow[]): Promise<ListRow[]> {
  const byGoods = Map.groupBy(rows.filter(isGood), ({ goodsId }) => goodsId)
  const weighed = new Map<number, ListRow>()
  let done = 0
  for (const [goodsId, some] of byGoods) {
    const row = standing.prices.get(goodsId)
    const wish = row && wishOf(row, some)
    for (const one of some) {
      const stands = standsOf(standing, one)
      const none = { large: false, below: false, low: false }
      if (row === undefined || wish === undefined || stands === undefined)
        weighed.set(one.line, { ...one, ...none, before: null, state: 'wrong', note: '商品或客户已不在' })
      else if (stands === one.after) weighed.set(one.line, { ...one, ...none, before: stands, state: 'same', note: '与现价相同' })
      else {
        const step = stepOf(standing, row, one, wish)
        const flags = step === null ? none : weigh(standing, row, step)
        weighed.set(one.line, { ...one, ...none, ...flags, before: stands, state: 'ready', note: '' })
      }
    }
    done += some.length
    if (done >= AT_ONCE) {
      done = 0
      await others()
    }
  }
  return rows.map((row) => weighed.get(row.line) ?? row)
}

export const shownPrice = (amount: Fen | null): string => (amount === null ? '没有' : `¥${yuan(amount)}`)
