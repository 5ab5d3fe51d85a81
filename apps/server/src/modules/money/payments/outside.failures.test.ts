import { beforeEach, describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { paymentDepsOf } from '../../../../test/gateway.ts'
import { playedBy } from '../../../../test/outside-played.ts'
import { outsideShop } from '../../../../test/outside-shop.ts'
import { refundThroughGateway } from './arrival.ts'
import { askUnpaid } from './opening.ts'

/** What goes wrong between a shop and a payment service, for each of them: money is booked once, and only where it is. */

const NOW = new Date('2026-11-27T02:00:00Z')
const outside = await outsideShop(NOW)
const { shop, setClock } = outside
const { db, pool } = shop.database
const PLAYED = playedBy(outside)
const TOTAL = 11_200
let buyer: Buyer
let goods: number
let address: number
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '500.00' })
  address = await makeAddress(db, buyer.companyId)
  goods = await makeGoods(db, { price: '10.00', stock: 1000 })
})
const ask = (path: string, body: object = {}) => shop.ask('POST', path, { cookie: buyer.cookie, body })
const statusOf = async (id: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const paymentOf = (no: string) => db.selectFrom('payment').selectAll().where('no', '=', no).executeTakeFirstOrThrow()
const postings = async (key: string) => (await pool.query('select id from ledger_posting where idempotency_key = $1', [key])).rows.length

describe.each(['wechat_pay', 'alipay', 'unionpay'])('%s', (channel) => {
  const played = PLAYED[channel]
  if (!played) throw new Error(channel)
  const begun = async (): Promise<{ id: number; no: string }> => {
    const [placed] = await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }])
    if (!placed) throw new Error('nothing placed')
    const answer = await ask(`/api/pay/order/${placed.id}`, { channel })
    expect(answer.code, answer.message).toBe(200)
    await played.begin(answer.data.payment_no, answer.data.pay_url, buyer.cookie)
    return { id: placed.id, no: answer.data.payment_no }
  }
  const paid = async () => {
    const one = await begun()
    await played.pay(one.no)
    return one
  }

  it('一 应答迟到：等到为止，照样入账', async () => {
    const { id } = await paid()
    played.mood({ late: 200 })
    expect((await ask(`/api/pay/order/${id}/check`)).data).toMatchObject({ paid: true })
  })

  it('二 回调来两次，问过之后又来：只入账一次', async () => {
    const { id, no } = await paid()
    expect((await played.tell(no))?.status).toBe(200)
    await ask(`/api/pay/order/${id}/check`)
    expect((await played.tell(no))?.status).toBe(200)
    expect([await statusOf(id), await postings(`pay:${no}`)]).toEqual(['paid', 1])
  })

  it('三 次序颠倒：先退了款、收款的回调最后才来，不再入账', async () => {
    const { id, no } = await paid()
    await ask(`/api/order/${id}/cancel`)
    await shop.jobs.runDue()
    await played.tellRefund(no)
    await shop.jobs.runDue()
    expect((await played.tell(no))?.status).toBe(200)
    await shop.jobs.runDue()
    expect(await paymentOf(no)).toMatchObject({ status: 'refunded' })
    expect([await postings(`pay:${no}`), await postings(`refund:${no}`)]).toEqual([1, 1])
    expect((await played.books()).sent.filter((one) => one.no === no)).toMatchObject([{ amount: TOTAL, fate: 'done' }])
  })

  it('四 回调是别人签的：不信，留着备查，订单还是待付款', async () => {
    const { id, no } = await paid()
    expect((await played.tell(no, 'forged'))?.status).toBe(422)
    expect(await statusOf(id)).toBe('pending_payment')
    const kept = await pool.query('select verified from payment_callback where channel = $1 order by id desc limit 1', [channel])
    expect(kept.rows).toEqual([{ verified: false }])
  })

  it('五 旧的回调：说得出时间的不信；不说时间的，也只入账一次', async () => {
    const { id, no } = await paid()
    const heard = await played.tell(no, 'old')
    expect([heard?.status, await statusOf(id)]).toEqual(channel === 'wechat_pay' ? [422, 'pending_payment'] : [200, 'paid'])
    await played.tell(no, 'old')
    await played.tell(no)
    expect([await statusOf(id), await postings(`pay:${no}`)]).toEqual(['paid', 1])
  })

  it('六 说的金额不是应付的：订单不算付，钱进待查款项', async () => {
    const { id, no } = await begun()
    played.misstate(no, TOTAL - 1)
    await played.pay(no)
    expect((await played.tell(no))?.status).toBe(200)
    expect(await statusOf(id)).toBe('pending_payment')
    const waits = await pool.query('select amount::integer, channel from suspense where payment_no = $1', [no])
    expect(waits.rows).toEqual([{ amount: TOTAL - 1, channel }])
    played.misstate(no, TOTAL)
  })

  it('七 办之前断线：退款没有办成，通了再办，只退一次', async () => {
    const { id, no } = await paid()
    await played.tell(no)
    played.mood({ down: true })
    await ask(`/api/order/${id}/cancel`)
    await expect(shop.jobs.runDue()).rejects.toThrow()
    expect(await paymentOf(no)).toMatchObject({ status: 'refunding' })
    played.mood({})
    // As the queue repeats it; the test's own takes a job away before it runs it.
    await refundThroughGateway(paymentDepsOf(shop), no, NOW)
    expect(await paymentOf(no)).toMatchObject({ status: 'refunded' })
  })

  it('八 办好之后断线：再问是同一笔，只退一次', async () => {
    const { id, no } = await paid()
    await played.tell(no)
    played.mood({ deaf: true })
    await ask(`/api/order/${id}/cancel`)
    await expect(shop.jobs.runDue()).rejects.toThrow()
    played.mood({})
    // As the queue repeats it; the test's own takes a job away before it runs it.
    await refundThroughGateway(paymentDepsOf(shop), no, NOW)
    expect(await paymentOf(no)).toMatchObject({ status: 'refunded' })
    expect((await played.books()).sent.filter((one) => one.no === no)).toHaveLength(1)
  })

  it('九 应答是别人签的：当作没有答复，不当作没付', async () => {
    const { id } = await paid()
    played.mood({ forged: true })
    expect((await ask(`/api/pay/order/${id}/check`)).status).toBe(503)
    expect(await statusOf(id)).toBe('pending_payment')
    played.mood({})
    setClock(new Date(NOW.getTime() + 4_000))
    expect((await ask(`/api/pay/order/${id}/check`)).data).toMatchObject({ paid: true })
  })

  it('十 回调丢了，买家也没有回来：钟到了自己问，问到入账', async () => {
    const { id } = await paid()
    const later = new Date(NOW.getTime() + 5 * 60_000)
    setClock(later)
    await askUnpaid(paymentDepsOf(shop), later)
    expect(await statusOf(id)).toBe('paid')
  })
})
