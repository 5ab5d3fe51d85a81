import { CODES } from '#contract/codes.ts'
import { type CheckoutDraft, draftCheckout } from '#domain/cart-checkout.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals } from '#domain/eligibility.ts'
import { type Fen, fenFromYuan, ZERO } from '#domain/money.ts'
import type { Connection } from '../../platform/database.ts'
import { conflict, fieldErrors, forbidden, notFound, ShopError } from '../../platform/errors.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import { loadCompanies, lockCompanyOf } from '../../platform/viewer-store.ts'
import { type CartLineNow, type Chosen, cartLinesById, chosenLine, evaluateRows, readTerms } from '../cart/public.ts'
import { readPurses } from '../wallet/public.ts'

export interface CheckoutAsk {
  ids: readonly number[]
  balance?: string | undefined
}
interface Who {
  accountId: number
  companyId: number
}
/** 'place': inside the placing transaction, with the company locked until it ends. */
export type Purpose = 'show' | 'place'
export interface Prepared {
  company: ViewerCompany
  draft: CheckoutDraft<Chosen>
  terms: Awaited<ReturnType<typeof readTerms>>
  balance: Fen
}

/** The company as the database has it this moment: papers, scope and review state may have changed since the page was opened. */
async function freshCompany(connection: Connection, { accountId, companyId }: Who, purpose: Purpose, now: Date): Promise<ViewerCompany> {
  const company =
    purpose === 'place'
      ? await lockCompanyOf(connection, accountId, companyId)
      : (await loadCompanies(connection, accountId, [companyId]))[0]
  if (!company) throw forbidden('您已不属于该企业')
  const [refusal] = companyRefusals(company, beijingDate(now))
  if (refusal) {
    throw new ShopError(refusal.code === 'CONTRACT_UNSIGNED' ? CODES.CONTRACT_UNSIGNED : CODES.FORBIDDEN, refusal.message, {
      reasons: [refusal],
    })
  }
  return company
}

/**
 * From chosen lines to the orders they would become, with fresh data throughout: the same for the sheet and for
 * placing. Refuses with 409 and the lines concerned where one cannot be bought.
 */
export async function prepareCheckout(connection: Connection, who: Who, ask: CheckoutAsk, purpose: Purpose, now: Date): Promise<Prepared> {
  const company = await freshCompany(connection, who, purpose, now)
  const rows = await cartLinesById(connection, company.id, ask.ids)
  if (rows.length === 0) throw notFound('所选商品')
  if (rows.length < ask.ids.length)
    throw conflict('购物车已有变化，请返回购物车重新结算', { reason: 'LINES_GONE', gone: missing(ask.ids, rows) })
  const chosen = rows.map((row) => ({ ...row, isSelected: true }))
  const lines = await evaluateRows(connection, chosen, company, now)
  refuseUnbuyable(lines)
  const terms = await readTerms(connection)
  const balanceWished = wishedBalance(ask.balance)
  // The sheet shows the balance; placing needs it only where some of it is to be used.
  const balance = purpose === 'show' || balanceWished > 0 ? (await readPurses(connection, company.id)).balance : ZERO
  const draft = draftCheckout(lines.map(chosenLine), { shipping: terms.shipping, balanceWished, balanceHeld: balance })
  return { company, draft, terms, balance }
}

const missing = (ids: readonly number[], rows: readonly { id: number }[]) => ids.filter((id) => !rows.some((row) => row.id === id))

export const lineRefusal = (line: CartLineNow, reasons = line.reasons) => ({
  id: line.row.id,
  goods_id: line.facts.goodsId,
  name: line.facts.name,
  number: line.row.number,
  reasons,
})

function refuseUnbuyable(lines: readonly CartLineNow[]): void {
  const stopped = lines.filter((line) => !line.canBuy)
  const [first] = stopped
  if (!first) return
  const more = stopped.length > 1 ? `等 ${stopped.length} 种商品暂不能购买` : ''
  const message = `${first.facts.name}${more}：${first.reasons[0]?.message ?? '暂不能购买'}`
  throw conflict(message, { reason: 'LINES_REFUSED', lines: stopped.map((line) => lineRefusal(line)) })
}

function wishedBalance(text: string | undefined): Fen {
  if (text === undefined || text === '') return ZERO
  const amount = fenFromYuan(text)
  if (amount === null || amount < 0) throw fieldErrors([{ field: 'balance', message: '请填写正确的余额金额' }])
  return amount
}
