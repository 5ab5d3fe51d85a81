import { beforeEach, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { paymentDepsOf } from '../../../../test/gateway.ts'
import { playedBy } from '../../../../test/outside-played.ts'
import { outsideShop } from '../../../../test/outside-shop.ts'
import { refundThroughGateway } from './arrival.ts'
import { closeAtGateway } from './closed-there.ts'

/** Whatever comes in whatever order and is lost or told twice: at the end the ledger has what the services' own books have. */

const NOW = new Date('2026-11-27T02:00:00Z')
const outside = await outsideShop(NOW)
const { shop, now, setClock } = outside
const { db, pool } = shop.database
const PLAYED = playedBy(outside)
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

/** A generator that gives the same numbers for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const sum = (entries: readonly { amount: number }[]) => entries.reduce((total, { amount }) => total + amount, 0)
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
        await played.begin(answer.data.payment_no, answer.data.pay_url, buyer.cookie)
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
    for (let step = 0; step < 300; step++) {
      // A service is asked about one payment once in some seconds.
      setClock(new Date(NOW.getTime() + step * 4_000))
      await deeds[draw(deeds.length)]?.(ids[draw(ids.length)] ?? 0)
    }
    setClock(new Date(NOW.getTime() + 1_220_000))

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
