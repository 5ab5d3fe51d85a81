import { randomUUID } from 'node:crypto'
import type { CheckoutSheetWire } from '#contract/cart.ts'
import { beijingDate, daysBetween, isValidOn, type TradeDate } from '#domain/dates.ts'
import { yuan, ZERO } from '#domain/money.ts'
import { PAPER_WARNING_DAYS } from '#domain/papers.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import { type Chosen, noteOf } from '../cart/public.ts'
import { toCard } from '../catalogue/public.ts'
import { previewBatches } from '../stock/public.ts'
import { type CheckoutAsk, type Prepared, prepareCheckout } from './prepare.ts'
import { addressesOf, saveQuote } from './store.ts'

type Batches = CheckoutSheetWire['orders'][number]['lines'][number]['batches']

/** Step 2: what would be ordered, from which batches, at what price; kept under its key to compare with at the submit. */
export async function checkoutSheet(
  database: DatabaseHandle,
  who: { accountId: number; companyId: number },
  ask: CheckoutAsk,
  now: Date,
): Promise<CheckoutSheetWire> {
  const { db } = database
  const prepared = await prepareCheckout(db, who, ask, 'show', now)
  const { company, draft, balance } = prepared
  const lines = draft.orders.flatMap((order) => order.lines)
  const [addresses, batches] = await Promise.all([addressesOf(db, company.id), batchesOf(database, lines, now)])
  const key = randomUUID()
  await saveQuote(db, company.id, key, { total: draft.total, lines: lines.map(quoted) }, now)
  return {
    checkout_key: key,
    orders: draft.orders.map((order) => ({
      key: order.key,
      ck_id: order.warehouseId,
      ck_name: order.warehouseName,
      is_hm: order.isEphedrine ? 1 : 0,
      note: order.isEphedrine ? '含麻黄碱复方制剂，单独成单，仅限对公转账；收货后 7 日内上传盖章回执' : '',
      goods_amount: yuan(order.goods),
      reduction_amount: yuan(ZERO),
      shipping_amount: yuan(order.shipping),
      payable: yuan(order.payable),
      cashback: yuan(ZERO),
      points: 0,
      lines: order.lines.map((line) => lineWire(line, batches.get(line.id) ?? [], company, now)),
    })),
    addresses: addresses.map((address) => ({ ...address, is_default: address.is_default ? 1 : 0, is_licence: address.is_licence ? 1 : 0 })),
    papers: papersOf(company, beijingDate(now)),
    invoice: { title: company.name, tax_no: company.creditCode },
    rows: draft.rows.map((row) => ({ ...row, amount: yuan(row.amount) })),
    goods_amount: yuan(draft.goods),
    activities: [],
    coupons: [],
    zps: [],
    coupon_ids: [],
    balance: yuan(balance),
    voucher: yuan(ZERO),
    cashback: yuan(ZERO),
    points: 0,
    total: yuan(draft.total),
    notice: noticeOf(prepared),
  }
}

/** What the quote keeps of a line: enough to say later what changed. */
const quoted = ({ line }: Chosen) => {
  if (line.price === null) throw new Error('a line without a price came to checkout')
  return { id: line.row.id, goods_id: line.facts.goodsId, name: line.facts.name, price: line.price.price, number: line.row.number }
}

async function batchesOf(database: DatabaseHandle, lines: readonly Chosen[], now: Date): Promise<Map<number, Batches>> {
  const wanted = lines.map(({ line }) => ({
    goodsId: line.facts.goodsId,
    warehouseId: line.facts.warehouseId,
    number: line.row.number,
    batchId: line.batchId,
  }))
  const batches = new Map<number, Batches>()
  for (const piece of await previewBatches(database.db, wanted, beijingDate(now), now)) {
    const id = lines[piece.ord - 1]?.id ?? 0
    const own = batches.get(id) ?? []
    own.push({ batch_no: piece.batchNo, expiry_date: piece.expiryDate, number: piece.number })
    batches.set(id, own)
  }
  return batches
}

function lineWire({ line }: Chosen, batches: Batches, company: ViewerCompany, now: Date) {
  const { row, facts, price, amount } = line
  const card = toCard(facts, company, now)
  return {
    id: row.id,
    goods_id: facts.goodsId,
    name: card.name,
    sccj: card.sccj,
    ypgg: card.ypgg,
    bzdw: card.bzdw,
    image: card.goods_image[0]?.url ?? '',
    price: price === null ? '' : yuan(price.price),
    number: row.number,
    amount: yuan(amount),
    reduction: yuan(ZERO),
    net: yuan(amount),
    shares: [],
    tag: '',
    price_note: noteOf(line, now),
    batches,
  }
}

function papersOf(company: ViewerCompany, today: TradeDate): CheckoutSheetWire['papers'] {
  return company.qualifications.map(({ name, expiresOn, status }) => {
    if (status !== 2) return { name, expires_on: expiresOn, state: 'bad' as const, text: '尚未通过审核' }
    if (expiresOn === null) return { name, expires_on: null, state: 'ok' as const, text: '长期有效' }
    if (!isValidOn(expiresOn, today)) return { name, expires_on: expiresOn, state: 'bad' as const, text: `已于 ${expiresOn} 到期` }
    return daysBetween(today, expiresOn) <= PAPER_WARNING_DAYS
      ? { name, expires_on: expiresOn, state: 'soon' as const, text: `${expiresOn} 到期，请尽快更新` }
      : { name, expires_on: expiresOn, state: 'ok' as const, text: `有效期至 ${expiresOn}` }
  })
}

function noticeOf({ draft, terms }: Prepared): string {
  const { ordinaryMinutes, flashMinutes } = terms.deadlines
  const hasFlash = draft.orders.some((order) => order.lines.some(({ line }) => line.price?.source === 'flash'))
  const flash = hasFlash ? `；含秒杀商品的订单为 ${spoken(flashMinutes)}` : ''
  return `提交后 ${spoken(ordinaryMinutes)}内未支付将自动取消${flash}。价格或库存如有变化，会先列出变化再请您确认。`
}

const spoken = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60} 小时` : `${minutes} 分钟`)
