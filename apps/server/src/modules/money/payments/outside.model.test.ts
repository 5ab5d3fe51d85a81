import { beforeEach, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { notify, paidAtGateway, paymentDepsOf } from '../../../../test/gateway.ts'
import { formIn, outsideShop } from '../../../../test/outside-shop.ts'
import type { Mood } from '../../../../test/stand-ins/server.ts'
import { settleSimulated } from '../../../providers/payment/simulator-store.ts'
import { refundThroughGateway } from './arrival.ts'
import { closeAtGateway } from './closed-there.ts'

/** Whatever comes in whatever order and is lost or told twice: at the end the ledger has what the services' own books have. */

const NOW = new Date('2026-11-27T02:00:00Z')
const { shop, wechat, ali, union, now, setClock } = await outsideShop(NOW)
const { db, pool } = shop.database
let buyer: Buyer
let goods: number
let address: number
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '2000.00' })
  address = await makeAddress(db, buyer.companyId)
  goods = await makeGoods(db, { price: '10.00', stock: 1000 })
})
const ask = (path: string, body: object = {}) => shop.ask('POST', path, { cookie: buyer.cookie, body })
const order = async (): Promise<number> => {
  const [placed] = await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }])
  if (!placed) throw new Error('nothing placed')
  return placed.id
}
const TOTAL = 11_200

type Fate = 'done' | 'processing' | 'abnormal'
interface Entry {
  no: string
  amount: number
}
/** What the test does to a service, and what stands in its books. */
interface Played {
  /** Whoever pays goes there. */
  begin: (no: string, url: string) => Promise<void>
  /** He pays, where he still can. */
  pay: (no: string) => Promise<void>
  /** It reports a payment that it has; reports a refund that it has. */
  tell: (no: string) => Promise<unknown>
  tellRefund: (no: string) => Promise<unknown>
  fate: (next: Fate) => Promise<void> | void
  /** Of refunds that are on their way, those that are drawn arrive. */
  bring: (isDrawn: () => boolean) => Promise<void>
  mood: (mood: Mood) => void
  books: () => Promise<{ paid: Entry[]; sent: (Entry & { fate: Fate })[] }>
}

const hear = (channel: string, { headers, body }: { headers: Record<string, string>; body: Buffer }) =>
  shop.ask('POST', `/api/pay/notify/${channel}`, { headers, raw: body })
const fenOf = (yuan: string) => Math.round(Number(yuan) * 100)

const WECHAT = { done: 'SUCCESS', processing: 'PROCESSING', abnormal: 'ABNORMAL' } as const
const UNION = { done: '00', processing: '05', abnormal: '60' } as const
const fateIn = (codes: Readonly<Record<Fate, string>>, code: string): Fate =>
  (Object.keys(codes) as Fate[]).find((fate) => codes[fate] === code) ?? 'abnormal'

const PLAYED: Readonly<Record<string, Played>> = {
  wechat_pay: {
    begin: async () => undefined,
    async pay(no) {
      const trade = wechat.trades.get(no)
      if (trade?.state === 'NOTPAY') trade.state = 'SUCCESS'
    },
    async tell(no) {
      const trade = wechat.trades.get(no)
      if (trade?.state === 'SUCCESS') await hear('wechat_pay', wechat.callback(trade, now()))
    },
    async tellRefund(no) {
      const refund = wechat.refunds.get(`R${no}`)
      if (refund) await hear('wechat_pay', wechat.callback(refund, now()))
    },
    fate(next) {
      wechat.refundsBecome = WECHAT[next]
    },
    async bring(isDrawn) {
      for (const refund of wechat.refunds.values()) if (refund.status === 'PROCESSING' && isDrawn()) refund.status = 'SUCCESS'
    },
    mood(mood) {
      wechat.mood = mood
    },
    books: async () => ({
      paid: [...wechat.trades.values()]
        .filter(({ state }) => state === 'SUCCESS' || state === 'REFUND')
        .map((one) => ({ no: one.out_trade_no, amount: one.total })),
      sent: [...wechat.refunds.values()].map((one) => ({ no: one.out_trade_no, amount: one.refund, fate: fateIn(WECHAT, one.status) })),
    }),
  },
  alipay: {
    async begin(_no, url) {
      await fetch(url).catch(() => undefined)
    },
    async pay(no) {
      const trade = ali.trades.get(no)
      if (trade?.status === 'WAIT_BUYER_PAY') trade.status = 'TRADE_SUCCESS'
    },
    async tell(no) {
      const trade = ali.trades.get(no)
      if (trade) await hear('alipay', ali.notification(trade))
    },
    // It tells of refunds by nothing of their own.
    tellRefund: async () => undefined,
    fate(next) {
      ali.refundsArrive = next !== 'processing'
      ali.refundsRefused = next === 'abnormal'
    },
    async bring(isDrawn) {
      for (const refund of ali.refunds.values()) if (!refund.isDone && isDrawn()) refund.isDone = true
    },
    mood(mood) {
      ali.mood = mood
    },
    books: async () => ({
      paid: [...ali.trades.values()]
        .filter(({ status }) => status === 'TRADE_SUCCESS')
        .map((one) => ({ no: one.out_trade_no, amount: fenOf(one.total_amount) })),
      sent: [...ali.refunds.values()].map((one) => ({
        no: one.out_trade_no,
        amount: fenOf(one.refund_amount),
        fate: one.isDone ? 'done' : 'processing',
      })),
    }),
  },
  unionpay: {
    async begin(_no, url) {
      const page = await shop.ask('GET', url, { cookie: buyer.cookie, headers: { accept: 'text/html' } })
      if (page.status !== 200) return
      const { url: action, fields } = formIn(page.text)
      await fetch(action, { method: 'POST', body: new URLSearchParams(fields) }).catch(() => undefined)
    },
    // Nothing is closed there: whoever has its page open may pay what was cancelled.
    async pay(no) {
      const trade = union.trades.get(no)
      if (trade) trade.isPaid = true
    },
    async tell(no) {
      const trade = union.trades.get(no)
      if (trade) await hear('unionpay', union.notification(trade))
    },
    async tellRefund(no) {
      const refund = union.refunds.get(`R${no}`)
      if (refund) await hear('unionpay', union.notification(refund))
    },
    fate(next) {
      union.refundsBecome = UNION[next]
    },
    async bring(isDrawn) {
      for (const refund of union.refunds.values()) if (refund.code === UNION.processing && isDrawn()) refund.code = UNION.done
    },
    mood(mood) {
      union.mood = mood
      union.findsRefunds = !mood.late
    },
    books: async () => ({
      paid: [...union.trades.values()].filter(({ isPaid }) => isPaid).map((one) => ({ no: one.orderId, amount: Number(one.txnAmt) })),
      sent: [...union.refunds.values()].map((one) => ({
        no: [...union.trades.values()].find(({ queryId }) => queryId === one.of)?.orderId ?? '',
        amount: Number(one.txnAmt),
        fate: fateIn(UNION, one.code),
      })),
    }),
  },
  gateway: {
    begin: async () => undefined,
    async pay(no) {
      await settleSimulated(db, no, 'paid', now())
    },
    async tell(no) {
      const { rows } = await pool.query(`select from gateway_simulator where payment_no = $1 and status = 'paid'`, [no])
      if (rows.length > 0) await notify(shop, await paidAtGateway(db, no, now()))
    },
    tellRefund: async () => undefined,
    async fate(next) {
      await pool.query('update gateway_simulator set refunds_become = $1', [next])
    },
    async bring(isDrawn) {
      const { rows } = await pool.query<{ no: string }>(`select refund_no as no from gateway_simulator_refund where status = 'processing'`)
      for (const { no } of rows)
        if (isDrawn()) await pool.query(`update gateway_simulator_refund set status = 'done' where refund_no = $1`, [no])
    },
    mood: () => undefined,
    async books() {
      const { rows: paid } = await pool.query<Entry>(
        `select payment_no as no, amount::integer from gateway_simulator where status in ('paid', 'refunded')`,
      )
      const { rows: sent } = await pool.query<Entry & { fate: Fate }>(
        'select payment_no as no, amount::integer, status as fate from gateway_simulator_refund',
      )
      return { paid, sent }
    },
  },
}

/** A generator that gives the same numbers for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const sum = (entries: readonly Entry[]) => entries.reduce((total, { amount }) => total + amount, 0)
/** What the ledger has of a channel: negative by what came in through it. */
async function bookedOf(channel: string): Promise<number> {
  const { rows } = await pool.query<{ amount: number }>(
    `select coalesce(sum(e.amount), 0)::integer as amount from ledger_entry e join ledger_account a on a.id = e.account_id
      where a.company_id is null and a.kind = $1`,
    [channel],
  )
  return rows[0]?.amount ?? 0
}

const CASES = Object.keys(PLAYED).flatMap((channel) => [1, 2, 3].map((seed) => [channel, seed] as const))
it.each(CASES)(
  '%s：回调、查询、取消、退款怎么来、怎么丢，账上的钱都与它自己的账相符（种子 %i）',
  async (channel, seed) => {
    const played = PLAYED[channel]
    if (!played) throw new Error(channel)
    const draw = numbersOf(seed)
    const ids: number[] = []
    for (let count = 0; count < 8; count++) ids.push(await order())
    const nos = new Map<number, string>()
    const of = (id: number): string => nos.get(id) ?? ''
    const deeds: readonly ((id: number) => Promise<unknown>)[] = [
      async (id) => {
        const answer = await ask(`/api/pay/order/${id}`, { channel })
        if (answer.code !== 200 || answer.data.status !== 'created') return
        nos.set(id, answer.data.payment_no)
        await played.begin(answer.data.payment_no, answer.data.pay_url)
      },
      (id) => (nos.has(id) && draw(3) > 0 ? played.pay(of(id)) : Promise.resolve()),
      (id) => played.tell(of(id)),
      (id) => ask(`/api/pay/order/${id}/check`),
      (id) => (draw(6) === 0 ? ask(`/api/order/${id}/cancel`) : Promise.resolve()),
      (id) => (draw(8) === 0 ? ask(`/api/pay/order/${id}`, { channel: 'balance' }) : Promise.resolve()),
      async () => played.mood([{}, {}, { down: true }, { deaf: true }, { forged: true }, { late: 5 }][draw(8)] ?? {}),
      async () => played.fate((['done', 'done', 'processing', 'abnormal'] as const)[draw(4)] ?? 'done'),
      () => played.bring(() => draw(2) === 0),
      (id) => played.tellRefund(of(id)),
      // A job that fails is the queue's to repeat; here the sweep below does.
      () => shop.jobs.runDue().catch(() => undefined),
    ]
    for (let step = 0; step < 300; step++) await deeds[draw(deeds.length)]?.(ids[draw(ids.length)] ?? 0)

    // The world calms down: all is reachable, what was on its way arrives. No report comes any more; the shop asks by itself.
    played.mood({})
    await played.fate('done')
    await played.bring(() => true)
    for (const id of ids) await ask(`/api/pay/order/${id}/check`)
    setClock(new Date(NOW.getTime() + 40 * 60_000))
    const deps = paymentDepsOf(shop)
    // What the queue would have repeated: the test's own takes a job away before it runs it.
    for (const no of nos.values()) await closeAtGateway(deps, no, now())
    for (let round = 0; round < 3; round++) {
      await shop.jobs.runDue()
      for (const no of nos.values()) await refundThroughGateway(deps, no, now())
    }

    const { paid, sent } = await played.books()
    for (const [id, no] of nos) {
      const payment = await db.selectFrom('payment').selectAll().where('no', '=', no).executeTakeFirstOrThrow()
      const isPaid = paid.some((one) => one.no === no)
      const back = sent.filter((one) => one.no === no)
      const what = `order ${id}, ${no}, there ${isPaid ? 'paid' : 'not paid'} ${JSON.stringify(back)}, here ${payment.status}`
      expect(['paid', 'refunding', 'refunded'].includes(payment.status), what).toBe(isPaid)
      expect(payment.status === 'refunded', what).toBe(sum(back.filter(({ fate }) => fate === 'done')) === TOTAL)
      expect(payment.status === 'refunding', what).toBe(payment.refund_refused_at !== null)
      expect(back.length, what).toBeLessThanOrEqual(1)
    }
    // Of all seeds together, for the books are.
    expect(-(await bookedOf(channel))).toBe(sum(paid) - sum(sent.filter(({ fate }) => fate === 'done')))
    expect(nos.size).toBeGreaterThan(3)
    expect(paid.length).toBeGreaterThan(1)
    expect(sent.length).toBeGreaterThan(0)
  },
  120_000,
)
