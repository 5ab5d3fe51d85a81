import { generateKeyPairSync } from 'node:crypto'
import { settleSimulated } from '../src/providers/payment/simulator-store.ts'
import { notify, paidAtGateway } from './gateway.ts'
import type { Answer } from './harness.ts'
import { formIn, type OutsideShop } from './outside-shop.ts'
import type { Mood } from './stand-ins/server.ts'

/** All payment services in one shape, so that a test says once what must hold of each. */

export type Fate = 'done' | 'processing' | 'abnormal'
interface Entry {
  no: string
  amount: number
}
/** forged: signed by somebody else; old: an hour old, where a report says its time. */
export type Twist = 'forged' | 'old'
/** What the test does to a service, and what stands in its books. */
export interface Played {
  /** Whoever pays goes there. */
  begin: (no: string, url: string, cookie: string) => Promise<void>
  /** He pays, where he still can. */
  pay: (no: string) => Promise<void>
  /** It reports a payment that it has, as it is or as somebody would have it; null: it has none. Reports a refund that it has. */
  tell: (no: string, twist?: Twist) => Promise<Answer | null>
  tellRefund: (no: string) => Promise<unknown>
  fate: (next: Fate) => Promise<void> | void
  /** Of refunds that are on their way, those that are drawn arrive. */
  bring: (isDrawn: () => boolean) => Promise<void>
  mood: (mood: Mood) => void
  /** It says another amount than the shop asked for. */
  misstate: (no: string, amount: number) => void
  books: () => Promise<{ paid: Entry[]; sent: (Entry & { fate: Fate })[] }>
}

const fenOf = (yuan: string) => Math.round(Number(yuan) * 100)

const WECHAT = { done: 'SUCCESS', processing: 'PROCESSING', abnormal: 'ABNORMAL' } as const
const UNION = { done: '00', processing: '05', abnormal: '60' } as const
const fateIn = (codes: Readonly<Record<Fate, string>>, code: string): Fate =>
  (Object.keys(codes) as Fate[]).find((fate) => codes[fate] === code) ?? 'abnormal'

const STRANGER = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

export function playedBy({ shop, wechat, ali, union, now }: OutsideShop): Readonly<Record<string, Played>> {
  const { db, pool } = shop.database
  const hear = (channel: string, { headers, body }: { headers: Record<string, string>; body: Buffer }) =>
    shop.ask('POST', `/api/pay/notify/${channel}`, { headers, raw: body })
  return {
    wechat_pay: {
      begin: async () => undefined,
      async pay(no) {
        const trade = wechat.trades.get(no)
        if (trade?.state === 'NOTPAY') trade.state = 'SUCCESS'
      },
      async tell(no, twist) {
        const trade = wechat.trades.get(no)
        if (trade?.state !== 'SUCCESS' && trade?.state !== 'REFUND') return null
        const wish = { ...(twist === 'forged' && { by: STRANGER }), ...(twist === 'old' && { at: new Date(now().getTime() - 3_600_000) }) }
        return hear('wechat_pay', wechat.callback(trade, now(), wish))
      },
      misstate(no, amount) {
        const trade = wechat.trades.get(no)
        if (trade) trade.total = amount
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
      async tell(no, twist) {
        const trade = ali.trades.get(no)
        if (!trade) return null
        const change = twist === 'old' ? { notify_time: '2026-11-01 10:00:00' } : {}
        return hear('alipay', ali.notification(trade, { change, ...(twist === 'forged' && { by: STRANGER }) }))
      },
      misstate(no, amount) {
        const trade = ali.trades.get(no)
        if (trade) trade.total_amount = (amount / 100).toFixed(2)
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
      async begin(_no, url, cookie) {
        const page = await shop.ask('GET', url, { cookie, headers: { accept: 'text/html' } })
        if (page.status !== 200) return
        const { url: action, fields } = formIn(page.text)
        await fetch(action, { method: 'POST', body: new URLSearchParams(fields) }).catch(() => undefined)
      },
      // Nothing is closed there: whoever has its page open may pay what was cancelled.
      async pay(no) {
        const trade = union.trades.get(no)
        if (trade) trade.isPaid = true
      },
      async tell(no, twist) {
        const trade = union.trades.get(no)
        return trade ? hear('unionpay', union.notification(trade, twist === 'forged' ? { by: union.keys.others.stranger } : {})) : null
      },
      misstate(no, amount) {
        const trade = union.trades.get(no)
        if (trade) trade.txnAmt = String(amount)
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
        return rows.length > 0 ? notify(shop, await paidAtGateway(db, no, now())) : null
      },
      misstate: () => undefined,
      tellRefund: async () => undefined,
      async fate(next) {
        await pool.query('update gateway_simulator set refunds_become = $1', [next])
      },
      async bring(isDrawn) {
        const { rows } = await pool.query<{ no: string }>(
          `select refund_no as no from gateway_simulator_refund where status = 'processing'`,
        )
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
}
