import { priceNote } from '#domain/cart.ts'
import { beijingDate } from '#domain/dates.ts'
import { openingBalance, orderPaid } from '#domain/ledger.ts'
import { type Fen, fen, times, yuan } from '#domain/money.ts'
import type { OrderActor, OrderCommand, ShippingSlip } from '#domain/orders.ts'
import { DEFAULT_DEADLINES, payBefore } from '#domain/orders.ts'
import { type UnitPrice, unitPrice } from '#domain/price.ts'
import { DEFAULT_SHIPPING } from '#domain/shipping.ts'
import {
  addPaidAmount,
  type DraftLineRow,
  expiryKey,
  insertOrders,
  lockOrder,
  orderExpiry,
  type PaymentEffects,
  PLAIN_LINE,
  transition,
} from '../src/modules/buying/orders/public.ts'
import { takeTraceCodes } from '../src/modules/buying/shipments/public.ts'
import { packageImage } from '../src/modules/goods/catalogue/public.ts'
import { reserveFefo } from '../src/modules/goods/stock/public.ts'
import { chargeCredit } from '../src/modules/money/credit/public.ts'
import { post } from '../src/modules/money/wallet/public.ts'
import type { Connection } from '../src/platform/database.ts'
import { jobs } from '../src/platform/jobs.ts'
import { BALANCE_TODAY, PASSED_PHARMACY } from './companies.ts'
import { findKnown, type Known } from './known-goods.ts'
import { type DemoOrder, ORDERS, OTHER_ORDERS, OWN_PRICES } from './orders-text.ts'
import { ladderOf, rankPricesOf, share } from './prices.ts'
import { balanceMoved, demoPaymentNo, liveWallet, WALLETS_ALONE, walletOf } from './wallet.ts'
import { type CatalogueIds, idOf } from './write-catalogue.ts'
import type { CompanyIds } from './write-companies.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const BUYER: OrderActor = { kind: 'buyer', name: '陈溪' }
const SYSTEM: OrderActor = { kind: 'system', name: '系统' }
const PICKER: OrderActor = { kind: 'staff', name: '贵阳仓 王捷' }
const CLERK: OrderActor = { kind: 'staff', name: '财务 许安' }
const CHANNEL_NAMES = { gateway: '在线支付', bank: '对公转账', balance: '余额支付', credit: '账期支付' } as const

/** The history has no open attempts to pay, and nothing that was paid is cancelled. */
const NO_EFFECTS: PaymentEffects = { closeOpen: async () => undefined, giveBack: async () => undefined }

interface Draft {
  order: DemoOrder
  at: Date
  lines: DraftLineRow[]
  goods: Fen
  shipping: Fen
  isEphedrine: boolean
}

/** Rows of the past of the demo's companies, each through the module that writes it in real life, at its own time. */
export async function writeOrders(
  trx: Connection,
  goods: readonly Known[],
  ids: { catalogue: CatalogueIds; people: CompanyIds },
  now: Date,
): Promise<void> {
  const passed = { company: PASSED_PHARMACY, account: '13900000001', rank: 'B', orders: ORDERS }
  for (const history of [passed, ...OTHER_ORDERS]) await writeHistory(trx, goods, history, ids, now)
  for (const company of WALLETS_ALONE) {
    const who = { companyId: idOf(ids.people.companies, company), accountId: idOf(ids.people.accounts, '13900000004') }
    await liveWallet(trx, who, walletOf(company), now)
  }
}

async function writeHistory(
  trx: Connection,
  goods: readonly Known[],
  { company, account, rank, orders }: (typeof OTHER_ORDERS)[number],
  ids: { catalogue: CatalogueIds; people: CompanyIds },
  now: Date,
): Promise<void> {
  const companyId = idOf(ids.people.companies, company)
  const accountId = idOf(ids.people.accounts, account)
  const find = (name: string, spec: string) => findKnown(goods, name, spec)
  const isPassed = company === PASSED_PHARMACY
  const drafts = orders.map((order): Draft => draftOf(order, find, rank, ids.catalogue, new Date(now.getTime() - order.age * DAY_MS)))
  if (isPassed) await openAccounts(trx, companyId, drafts, now)
  const address = await trx
    .selectFrom('address')
    .where('company_id', '=', companyId)
    .where('is_default', '=', true)
    .selectAll()
    .executeTakeFirstOrThrow()
  const { receiver, phone, province, city, district, detail } = address
  const who = { companyId, accountId, receiver: { receiver, phone, province, city, district, detail } }
  // What happened to the wallet stands between the orders, in the order of time, as the ledger keeps it.
  let wallet = walletOf(company)
  for (const draft of drafts) {
    await liveWallet(
      trx,
      who,
      wallet.filter((event) => event.age > draft.order.age),
      now,
    )
    wallet = wallet.filter((event) => event.age <= draft.order.age)
    await writeOrder(trx, draft, who, ids.catalogue)
  }
  await liveWallet(trx, who, wallet, now)
}

/** The price that the one rule gives, without any offer. */
function priceOf({ code, goods }: Known, number: number, rank: string, at: Date): { price: UnitPrice; text: string } {
  const own = rank === 'B' ? OWN_PRICES.find(([name, spec]) => name === goods.name && spec === goods.spec) : undefined
  const ofRank = rankPricesOf(goods, code).find((one) => one.rank === rank)
  const steps = ladderOf(goods).map((step) => ({ number: step.number, price: fen(step.price) }))
  const input = {
    basePrice: fen(goods.basePrice),
    rankPrice: ofRank ? fen(ofRank.price) : null,
    companyPrice: own ? fen(share(goods.basePrice, own[2])) : null,
    ladder: steps.length > 0 ? { type: goods.flags.has('firsts') ? 1 : 0, steps } : null,
    offer: null,
  }
  const price = unitPrice(input, number, at)
  if (price === null) throw new Error(`${goods.name} has no price`)
  return { price, text: priceNote(input, price, number, goods.splittable ? 1 : goods.midPack, goods.unit, at) }
}

function draftOf(order: DemoOrder, find: (name: string, spec: string) => Known, rank: string, catalogue: CatalogueIds, at: Date): Draft {
  const lines = order.lines.map(([name, spec, number]): DraftLineRow => {
    const known = find(name, spec)
    const { price, text } = priceOf(known, number, rank, at)
    const goodsId = idOf(catalogue.goods, known.code)
    return {
      ...PLAIN_LINE,
      goodsId,
      goods: { code: known.code, goodsId },
      number,
      unitPrice: price.price,
      amount: times(price.price, number),
      priceSource: price.source,
      explanation: [{ kind: 'price', text }],
    }
  })
  const goods = fen(lines.reduce((sum, line) => sum + line.amount, 0))
  const shipping = goods >= DEFAULT_SHIPPING.freeFrom ? fen(0) : DEFAULT_SHIPPING.fee
  return { order, at, lines, goods, shipping, isEphedrine: order.lines.some(([name, spec]) => find(name, spec).goods.marks.has('eph')) }
}

/** Opened with what leaves today's figures after everything that was paid from the balance. */
async function openAccounts(trx: Connection, companyId: number, drafts: readonly Draft[], now: Date): Promise<void> {
  const spent = drafts.filter(({ order }) => order.channel === 'balance').reduce((sum, { goods, shipping }) => sum + goods + shipping, 0)
  const opened = new Date(now.getTime() - 100 * DAY_MS)
  await post(trx, openingBalance(companyId, fen(BALANCE_TODAY + spent - balanceMoved(PASSED_PHARMACY))), opened)
}

/** The goods as they are printed on papers. */
async function snapshots(trx: Connection, goodsIds: readonly number[]): Promise<Map<number, object>> {
  const rows = await trx
    .selectFrom('goods')
    .leftJoin('manufacturer', 'manufacturer.id', 'goods.manufacturer_id')
    .where('goods.id', 'in', goodsIds)
    .select([
      'goods.id',
      'goods.code',
      'goods.name',
      'spec',
      'unit',
      'manufacturer.name as manufacturer',
      'approval_no',
      'dosage_form',
      'drug_class',
    ])
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, image: packageImage(id), whole_case: false }]))
}

interface Who {
  companyId: number
  accountId: number
  receiver: object
}

async function writeOrder(trx: Connection, draft: Draft, who: Who, catalogue: CatalogueIds): Promise<void> {
  const { order, at, goods, shipping, isEphedrine } = draft
  const total = fen(goods + shipping)
  const byBalance = order.channel === 'balance'
  const due = byBalance ? null : payBefore({ hasFlash: false, isEphedrine }, DEFAULT_DEADLINES, at)
  const { id: checkoutId } = await trx
    .insertInto('checkout')
    .values({ company_id: who.companyId, account_id: who.accountId, idempotency_key: `demo-${order.age}`, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const head = { checkoutId, ...who, invoiceKind: 'special', remark: order.remark ?? '', actor: BUYER.name, today: beijingDate(at) }
  const warehouseId = idOf(catalogue.warehouses, order.warehouse)
  const shown = await snapshots(
    trx,
    draft.lines.map((line) => line.goodsId),
  )
  const lines = draft.lines.map((line) => ({ ...line, goods: shown.get(line.goodsId) ?? {} }))
  const [placed] = await insertOrders(
    trx,
    head,
    [
      {
        key: 'demo',
        warehouseId,
        isEphedrine,
        status: byBalance ? 'paid' : 'pending_payment',
        goodsAmount: goods,
        reductionAmount: fen(0),
        shippingAmount: shipping,
        voucherAmount: fen(0),
        balanceAmount: byBalance ? total : fen(0),
        payableAmount: byBalance ? fen(0) : total,
        cashbackAmount: fen(0),
        cashbackPromotionId: null,
        points: 0,
        moneyRows: [],
        hasFlash: false,
        payBefore: due,
        paidAt: byBalance ? at : null,
        placedText: byBalance ? '提交订单，余额支付' : '提交订单',
        lines,
      },
    ],
    at,
  )
  if (!placed) throw new Error('a demo order was not written')
  const reserved = lines.map(({ goodsId, number }, index) => {
    return { orderId: placed.id, orderLineId: placed.lineIds[index] ?? 0, goodsId, warehouseId, number, batchId: null }
  })
  await reserveFefo(trx, reserved, at)
  if (order.reached === 'pending_payment' && due)
    await jobs.enqueue(trx, orderExpiry, { order_id: placed.id }, { runAt: due, key: expiryKey(placed.id) })
  await live(trx, draft, { ...placed, companyId: who.companyId, total })
}

interface Placed {
  id: number
  no: string
  companyId: number
  total: Fen
}

/** What happened to an order after it was placed, step by step. */
async function live(trx: Connection, { order, at }: Draft, placed: Placed): Promise<void> {
  const after = (hours: number) => new Date(at.getTime() + hours * HOUR_MS)
  if (order.reached === 'cancelled') return move(trx, placed.id, { type: 'cancel', reason: '品种选错，重新下单' }, BUYER, after(0.6))
  if (order.reached === 'expired') return move(trx, placed.id, { type: 'expire' }, SYSTEM, after(24.1))
  if (order.channel !== null) await pay(trx, placed, order.channel, order.channel === 'bank' ? after(4) : after(0.2))
  const steps: readonly [DemoOrder['reached'], OrderCommand, OrderActor, number][] = [
    ['picking', { type: 'pick' }, PICKER, 6],
    ['shipped', { type: 'ship', ...slipOf(order, placed.no) }, PICKER, 9],
    ['received', { type: 'receive' }, BUYER, 54],
    ['completed', { type: 'complete' }, SYSTEM, 54 + 7 * 24],
  ]
  const last = steps.findIndex(([reached]) => reached === order.reached)
  for (const [, command, by, hours] of steps.slice(0, last + 1)) {
    if (command.type === 'ship') await scan(trx, placed, after(hours))
    await move(trx, placed.id, command, by, after(hours))
  }
}

/** Large ones by the shop's own drivers, the others by a carrier. The box and its recorder stand only on papers of cold goods. */
const slipOf = (order: DemoOrder, no: string): ShippingSlip => ({
  ...(order.lines.length <= 3 && { carrier: '顺丰速运', waybill: `SF${no}` }),
  packages: Math.ceil(order.lines.length / 2),
  checker: '贵阳仓 李蕊',
  boxNo: `LX-${no.slice(-3)}`,
  recorderNo: `JL-${no.slice(-4)}`,
  startCelsius: 4.6,
})

/** Boxes of the demo have codes as those of real ones, in a number range that is nobody's. */
async function scan(trx: Connection, { id, companyId }: Placed, at: Date): Promise<void> {
  const pieces = await trx
    .selectFrom('order_line_batch as b')
    .innerJoin('order_line as l', 'l.id', 'b.order_line_id')
    .where('l.order_id', '=', id)
    .select(['b.id', 'b.number', 'l.goods_id as goodsId'])
    .execute()
  for (const { id: pieceId, number, goodsId } of pieces) {
    const drug = `99${String(goodsId).padStart(5, '0')}`
    const codes = Array.from(
      { length: Math.min(number, MOST_CODES) },
      (_, at) => `${drug}${String(pieceId * MOST_CODES + at).padStart(13, '0')}`,
    )
    await takeTraceCodes(trx, { id, companyId }, { pieceId, codes, otherGoods: false }, PICKER.name, at)
  }
}
const MOST_CODES = 500

async function move(trx: Connection, id: number, command: OrderCommand, by: OrderActor, at: Date): Promise<void> {
  const row = await lockOrder(trx, id, null)
  if (row === null) throw new Error(`demo order ${id} is gone`)
  const decision = await transition(trx, row, command, by, NO_EFFECTS, at)
  if (decision.kind !== 'move') throw new Error(`demo order ${id}: ${command.type} was not a move`)
}

async function pay(
  trx: Connection,
  { id, no, companyId, total }: Placed,
  channel: 'gateway' | 'bank' | 'balance' | 'credit',
  at: Date,
): Promise<void> {
  const name = CHANNEL_NAMES[channel]
  const money = { companyId, orderId: id, channel, amount: total }
  if (channel === 'balance') {
    await post(trx, orderPaid({ ...money, key: `order_balance:${id}`, memo: `订单 ${no} ${name}` }), at)
    return
  }
  const paymentNo = demoPaymentNo(no, at)
  await trx
    .insertInto('payment')
    .values({
      no: paymentNo,
      purpose: 'order',
      subject_id: id,
      order_id: id,
      company_id: companyId,
      channel,
      amount: total,
      status: 'paid',
      created_at: at,
      paid_at: at,
      gateway_no: channel === 'gateway' ? `DEMO${paymentNo.slice(1)}` : null,
    })
    .execute()
  if (channel === 'credit') await chargeCredit(trx, money, at)
  await post(trx, orderPaid({ ...money, key: `pay:${paymentNo}`, memo: `订单 ${no} ${name}` }), at)
  await move(trx, id, { type: 'settle', channelName: `${name} ¥${yuan(total)} ` }, channel === 'bank' ? CLERK : SYSTEM, at)
  await addPaidAmount(trx, id, total)
}
