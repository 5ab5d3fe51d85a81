import { CODES } from '#contract/codes.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals } from '#domain/eligibility.ts'
import { type Fen, fenFromYuan, ZERO } from '#domain/money.ts'
import type { PricedLine, PricingChoice } from '#domain/pricing/pricing.ts'
import type { DeliveryPlace } from '#domain/standing.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, forbidden, notFound, ShopError } from '../../../platform/errors.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { loadCompanies, lockAnyCompany, lockCompanyOf } from '../../../platform/viewer-store.ts'
import { judgeDelivery } from '../../goods/catalogue/public.ts'
import { type Purses, readPurses } from '../../money/wallet/public.ts'
import {
  type CartLineNow,
  type CartRow,
  cartLinesById,
  connectionOf,
  evaluateRows,
  type LawfulPrice,
  lawfulPrice,
  nameOf,
  piecesOf,
  readOffers,
  type Terms,
  type Within,
  warehousesOf,
} from '../cart/public.ts'

export interface Who {
  accountId: number
  companyId: number
}
export interface CheckoutAsk {
  ids: readonly number[]
  /** Instead of lines of the cart: what staff enter for the company. */
  rows?: readonly CartRow[]
  choice: PricingChoice
  balance: Fen
  voucher: Fen
}

/** The company as the database has it this moment: papers, scope and review state may have changed since the page was opened. */
async function checked(company: ViewerCompany | null | undefined, now: Date): Promise<ViewerCompany> {
  if (!company) throw forbidden('您已不属于该企业')
  const [refusal] = companyRefusals(company, beijingDate(now))
  if (refusal) {
    throw new ShopError(refusal.code === 'CONTRACT_UNSIGNED' ? CODES.CONTRACT_UNSIGNED : CODES.FORBIDDEN, refusal.message, {
      reasons: [refusal],
    })
  }
  return company
}

export const freshCompany = async (connection: Connection, { accountId, companyId }: Who, now: Date): Promise<ViewerCompany> =>
  checked((await loadCompanies(connection, accountId, [companyId]))[0], now)

/** Any company, locked in the same way: for staff, who order in its place. */
export const lockedForStaff = async (connection: Connection, companyId: number, now: Date): Promise<ViewerCompany> =>
  checked(await lockAnyCompany(connection, companyId), now)

/** The same, locked until the placing transaction ends: what a company orders goes one at a time. */
export const lockedCompany = async (connection: Connection, { accountId, companyId }: Who, now: Date): Promise<ViewerCompany> =>
  checked(await lockCompanyOf(connection, accountId, companyId), now)

export interface Prepared extends LawfulPrice {
  company: ViewerCompany
  /** By cart line. */
  shares: ReadonlyMap<number, PricedLine>
  terms: Terms & { shipTo: string }
  purses: Purses
  /** What stands against bringing the lines to the place that they would go to. */
  undeliverable: readonly RefusedLine[]
}

const EMPTY_PURSES: Purses = { balance: ZERO, voucher: ZERO, creditUsed: ZERO, points: 0 }

/**
 * From chosen lines to the orders they would become, the same for the sheet and for placing. Refuses with 409 and the lines concerned where one cannot be bought. The purses are read only where they are to
 * be used or shown.
 */
export async function prepareCheckout(
  source: DatabaseHandle | Within,
  company: ViewerCompany,
  ask: CheckoutAsk,
  terms: Terms & { shipTo: string; place: DeliveryPlace | null },
  show: boolean,
  now: Date,
): Promise<Prepared> {
  const connection = connectionOf(source)
  const rows = ask.rows ?? (await cartLinesById(connection, company.id, ask.ids))
  if (rows.length === 0) throw notFound('所选商品')
  if (ask.rows === undefined && rows.length < ask.ids.length)
    throw conflict('购物车已有变化，请返回购物车重新结算', { reason: 'LINES_GONE', gone: missing(ask.ids, rows) })
  const evaluated = await evaluateRows(
    source,
    rows.map((row) => ({ ...row, isSelected: true })),
    company,
    now,
  )
  refuseUnbuyable(evaluated)
  const offers = await readOffers(connection, company, warehousesOf(rows), now)
  const purses = show || ask.balance > 0 || ask.voucher > 0 ? await readPurses(connection, company.id) : EMPTY_PURSES
  const price = {
    choice: ask.choice,
    voucher: { held: purses.voucher, wished: ask.voucher },
    balance: { held: purses.balance, wished: ask.balance },
  }
  const { place } = terms
  const found = await lawfulPrice(source, evaluated, { ...offers, ...terms }, { company, place }, price, now)
  refuseUnbuyable(found.lines)
  const undeliverable = place === null ? [] : found.lines.flatMap((line) => againstPlace(line, company, place))
  return { ...found, company, shares: new Map(found.priced.lines.map((line) => [line.id, line])), terms, purses, undeliverable }
}

const missing = (ids: readonly number[], rows: readonly { id: number }[]) => ids.filter((id) => !rows.some((row) => row.id === id))

export const lineRefusal = (line: CartLineNow, reasons = line.reasons) => ({
  id: line.row.id,
  goods_id: line.facts.goodsId,
  name: nameOf(line),
  number: line.row.number,
  reasons,
})

export type RefusedLine = ReturnType<typeof lineRefusal>

/** The parts of a bundle go to the same place. */
function againstPlace(line: CartLineNow, company: ViewerCompany, place: DeliveryPlace): RefusedLine[] {
  const reasons = new Map(
    piecesOf(line).flatMap(({ facts }) => judgeDelivery(facts, company, place).map((one) => [one.message, one] as const)),
  )
  return reasons.size === 0 ? [] : [lineRefusal(line, [...reasons.values()])]
}

/** The place of delivery is the buyer's choice on the sheet; without one that will do nothing is placed. */
export function refuseUndeliverable({ undeliverable }: Prepared): void {
  const [first] = undeliverable
  if (!first) return
  const more = undeliverable.length > 1 ? `等 ${undeliverable.length} 种商品不能送到该地址` : ''
  throw conflict(`${first.name}${more}：${first.reasons[0]?.message ?? ''}`, { reason: 'LINES_REFUSED', lines: [...undeliverable] })
}

function refuseUnbuyable(lines: readonly CartLineNow[]): void {
  const stopped = lines.filter((line) => !line.canBuy)
  const [first] = stopped
  if (!first) return
  const more = stopped.length > 1 ? `等 ${stopped.length} 种商品暂不能购买` : ''
  const message = `${nameOf(first)}${more}：${first.reasons[0]?.message ?? '暂不能购买'}`
  throw conflict(message, { reason: 'LINES_REFUSED', lines: stopped.map((line) => lineRefusal(line)) })
}

/** Yuan as sent; left out: nothing. */
export function wished(field: 'balance' | 'voucher', text: string | undefined): Fen {
  if (text === undefined || text === '') return ZERO
  const amount = fenFromYuan(text)
  if (amount === null || amount < 0) {
    throw fieldErrors([{ field, message: `请填写正确的${field === 'balance' ? '余额' : '现金券'}金额` }])
  }
  return amount
}
