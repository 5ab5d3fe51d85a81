import { CODES } from '#contract/codes.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals } from '#domain/eligibility.ts'
import { type Fen, fenFromYuan, ZERO } from '#domain/money.ts'
import type { Priced, PricedLine, PricingChoice } from '#domain/pricing/pricing.ts'
import type { Connection } from '../../platform/database.ts'
import { conflict, fieldErrors, forbidden, notFound, ShopError } from '../../platform/errors.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import { loadCompanies, lockCompanyOf } from '../../platform/viewer-store.ts'
import {
  type CartLineNow,
  cartLinesById,
  evaluateRows,
  nameOf,
  type PricedLines,
  priceLines,
  readOffers,
  type Terms,
  warehousesOf,
} from '../cart/public.ts'
import { type GoodsFacts, goodsFacts } from '../catalogue/public.ts'
import { type Purses, readPurses } from '../wallet/public.ts'

export interface Who {
  accountId: number
  companyId: number
}
export interface CheckoutAsk {
  ids: readonly number[]
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

/** The same, locked until the placing transaction ends: what a company orders goes one at a time. */
export const lockedCompany = async (connection: Connection, { accountId, companyId }: Who, now: Date): Promise<ViewerCompany> =>
  checked(await lockCompanyOf(connection, accountId, companyId), now)

export interface Prepared extends PricedLines {
  company: ViewerCompany
  /** By cart line. */
  shares: ReadonlyMap<number, PricedLine>
  terms: Terms & { shipTo: string }
  purses: Purses
  /** By goods and warehouse: see giftFacts. */
  gifts: ReadonlyMap<string, GoodsFacts>
}

const EMPTY_PURSES: Purses = { balance: ZERO, voucher: ZERO, creditUsed: ZERO, points: 0 }

/**
 * From chosen lines to the orders they would become, with fresh data throughout: the same for the sheet and for
 * placing. Refuses with 409 and the lines concerned where one cannot be bought. The purses are read only where they are
 * to be used or shown.
 */
export async function prepareCheckout(
  connection: Connection,
  company: ViewerCompany,
  ask: CheckoutAsk,
  terms: Terms & { shipTo: string },
  show: boolean,
  now: Date,
): Promise<Prepared> {
  const rows = await cartLinesById(connection, company.id, ask.ids)
  if (rows.length === 0) throw notFound('所选商品')
  if (rows.length < ask.ids.length)
    throw conflict('购物车已有变化，请返回购物车重新结算', { reason: 'LINES_GONE', gone: missing(ask.ids, rows) })
  const evaluated = await evaluateRows(
    connection,
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
  const found = priceLines(evaluated, { ...offers, ...terms }, company, price, now)
  refuseUnbuyable(found.lines)
  const gifts = await giftFacts(connection, found.priced, company, now)
  return { ...found, company, shares: new Map(found.priced.lines.map((line) => [line.id, line])), terms, purses, gifts }
}

const missing = (ids: readonly number[], rows: readonly { id: number }[]) => ids.filter((id) => !rows.some((row) => row.id === id))

export const giftKey = (gift: { goodsId: number; warehouseId: number }) => `${gift.goodsId}-${gift.warehouseId}`

/** The goods that are given, for their papers. */
async function giftFacts(connection: Connection, priced: Priced, company: ViewerCompany, now: Date): Promise<Map<string, GoodsFacts>> {
  const keys = priced.gifts.map(({ goodsId, warehouseId }) => ({ goodsId, warehouseId }))
  const facts = await goodsFacts(connection, keys, company, now)
  return new Map(facts.flatMap((one, index) => (one && keys[index] ? [[giftKey(keys[index]), one] as const] : [])))
}

export const lineRefusal = (line: CartLineNow, reasons = line.reasons) => ({
  id: line.row.id,
  goods_id: line.facts.goodsId,
  name: nameOf(line),
  number: line.row.number,
  reasons,
})

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
