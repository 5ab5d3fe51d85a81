import { beforeEach, describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { paymentDepsOf } from '../../../../test/gateway.ts'
import { formIn, outsideShop } from '../../../../test/outside-shop.ts'
import { gbkArchive } from '../../../../test/stand-ins/gbk-archive.ts'
import type { UnionPayRefund, UnionPayTrade } from '../../../../test/stand-ins/unionpay.ts'
import type { WechatRefund, WechatTrade } from '../../../../test/stand-ins/wechat-pay.ts'
import { fetchBills } from '../reconciling/tasks.ts'

/** Payments through the services themselves, played by servers on loopback: the shop's side is the one that runs for real. */

const NOW = new Date('2026-11-27T02:00:00Z')
const { shop, wechat, ali, union, now: clock, setClock } = await outsideShop(NOW)
const { mchid, appid } = wechat.keys
const { db, pool } = shop.database
let buyer: Buyer
let goods: number
let address: number
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '500.00' })
  address = await makeAddress(db, buyer.companyId)
  goods = await makeGoods(db, { price: '10.00', stock: 1000 })
})

const ask = (path: string, body: object = {}, cookie = buyer.cookie) => shop.ask('POST', path, { cookie, body })
const order = async (): Promise<number> => {
  const [placed] = await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }])
  if (!placed) throw new Error('nothing placed')
  return placed.id
}
interface Started {
  payment_no: string
  pay_url: string
}
const start = async (id: number, channel: string): Promise<Started> => {
  const answer = await ask(`/api/pay/order/${id}`, { channel })
  expect(answer.code, answer.message).toBe(200)
  return answer.data
}
const way = (no: string, cookie = buyer.cookie) => shop.ask('GET', `/api/pay/way/${no}`, { cookie })
const codeOf = (no: string): string => wechat.trades.get(no)?.code ?? ''
const hearWechat = (of: WechatTrade | WechatRefund) => {
  const { headers, body } = wechat.callback(of, clock())
  return shop.ask('POST', '/api/pay/notify/wechat_pay', { headers, raw: body })
}
const row = (id: number) => db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const paymentOf = (no: string) => db.selectFrom('payment').selectAll().where('no', '=', no).executeTakeFirstOrThrow()
const refundOf = (no: string): WechatRefund => {
  const found = wechat.refunds.get(`R${no}`)
  if (!found) throw new Error(`${no} was not sent back`)
  return found
}

describe('微信支付', () => {
  it('支付页给出二维码、金额与期限；扫码付款、回调到了，订单已付款，支付页说已付', async () => {
    const id = await order()
    const { payment_no: no, pay_url: url } = await start(id, 'wechat_pay')
    expect(url).toBe(`/pay/${no}`)
    const page = await way(no)
    expect(page.data).toMatchObject({
      state: 'open',
      amount: '112.00',
      channel_name: '微信支付',
      back: `/cart/step4?id=${id}`,
      url: null,
    })
    expect(page.data.scan.picture).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(new Date(page.data.scan.until).getTime()).toBeLessThanOrEqual(NOW.getTime() + 2 * 3_600_000)
    const heard = await hearWechat(wechat.scan(codeOf(no)))
    expect(heard).toMatchObject({ status: 200, data: { outcome: 'paid' } })
    expect(await row(id)).toMatchObject({ status: 'paid', paid_amount: 11_200 })
    expect(await paymentOf(no)).toMatchObject({ payer: 'oUpF8u****eS6o', device: 'desktop' })
    expect((await way(no)).data).toMatchObject({ state: 'paid', scan: null })
  })

  it('支付页过几秒、过几小时再打开，给微信的支付结束时间不变，二维码照样有；过了支付时间就是已关闭', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'wechat_pay')
    const { pay_before } = await row(id)
    const end = new Date(pay_before ?? 0).getTime()
    for (const later of [5_000, 3 * 3_600_000, end - NOW.getTime() - 90_000]) {
      const at = new Date(NOW.getTime() + later)
      setClock(at)
      const page = await way(no)
      expect(page.code, page.message).toBe(200)
      expect(page.data).toMatchObject({ state: 'open' })
      const until = new Date(page.data.scan.until).getTime()
      expect(until).toBe(Math.min(end, at.getTime() + 2 * 3_600_000))
      expect((await start(id, 'wechat_pay')).payment_no).toBe(no)
    }
    setClock(new Date(end + 1_000))
    expect((await way(no)).data).toMatchObject({ state: 'closed', scan: null })
    expect((await ask(`/api/pay/way/${no}/check`)).data).toEqual({ state: 'closed' })
  })

  it('充值没有自己的期限：支付页再打开还是那个码；两小时后再付是另一笔支付', async () => {
    const body = { amount: '100', channel: 'wechat_pay', key: 'recharge-with-code' }
    const begun = await ask('/api/cash_coupon/userRecharge', body)
    const no = begun.data.payment_no
    setClock(new Date(NOW.getTime() + 10 * 60_000))
    expect((await way(no)).data).toMatchObject({ state: 'open', scan: { until: new Date(NOW.getTime() + 2 * 3_600_000).toISOString() } })
    setClock(new Date(NOW.getTime() + 2 * 3_600_000 + 1_000))
    expect((await way(no)).data).toMatchObject({ state: 'closed', scan: null })
    const again = await ask('/api/cash_coupon/userRecharge', body)
    expect(again.code, again.message).toBe(200)
    expect(again.data.id).toBe(begun.data.id)
    expect(again.data.payment_no).not.toBe(no)
    await hearWechat(wechat.scan(codeOf(again.data.payment_no)))
    expect((await ask('/api/cash_coupon/recharge_check', { id: begun.data.id })).data).toMatchObject({ paid: true })
  })

  it('回调丢了：支付页自己问到', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'wechat_pay')
    expect((await ask(`/api/pay/way/${no}/check`)).data).toEqual({ state: 'open' })
    wechat.scan(codeOf(no))
    setClock(new Date(NOW.getTime() + 4_000))
    expect((await ask(`/api/pay/way/${no}/check`)).data).toEqual({ state: 'paid' })
    expect(await row(id)).toMatchObject({ status: 'paid' })
  })

  it('付了而回调丢了：再打开支付页、再点立即支付都说已付，不说微信没有答复', async () => {
    const [page, button] = [await order(), await order()]
    const { payment_no: no } = await start(page, 'wechat_pay')
    wechat.scan(codeOf(no))
    setClock(new Date(NOW.getTime() + 4_000))
    expect(await way(no)).toMatchObject({ status: 200, data: { state: 'paid', scan: null } })
    expect(await row(page)).toMatchObject({ status: 'paid', paid_amount: 11_200 })
    const { payment_no: other } = await start(button, 'wechat_pay')
    wechat.scan(codeOf(other))
    setClock(new Date(NOW.getTime() + 8_000))
    expect(await start(button, 'wechat_pay')).toMatchObject({ payment_no: other, status: 'paid', pay_url: null })
    expect(await row(button)).toMatchObject({ status: 'paid' })
  })

  it('别家企业的支付页看不到，也问不到；没有的是 404', async () => {
    const { payment_no: no } = await start(await order(), 'wechat_pay')
    const other = await makeCompany(db)
    expect((await way(no, other.cookie)).code).toBe(404)
    expect((await ask(`/api/pay/way/${no}/check`, {}, other.cookie)).code).toBe(404)
    expect((await way('P20261127999999999999')).code).toBe(404)
    expect((await shop.ask('GET', `/api/pay/way/${no}`, {})).code).toBe(401)
  })

  it('订单取消：微信那边也关掉，扫码付不了', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'wechat_pay')
    await ask(`/api/order/${id}/cancel`)
    await shop.jobs.runDue()
    expect(wechat.trades.get(no)?.state).toBe('CLOSED')
    expect((await way(no)).data).toMatchObject({ state: 'closed', scan: null })
  })

  it('关单之前一瞬间付了：钱到了，随即原路退回', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'wechat_pay')
    const trade = wechat.scan(codeOf(no))
    await ask(`/api/order/${id}/cancel`)
    await shop.jobs.runDue()
    // The callback is lost: closing it there, the shop hears that it has been paid.
    expect(refundOf(no)).toMatchObject({ refund: 11_200 })
    expect(await paymentOf(no)).toMatchObject({ status: 'refunded' })
    expect((await hearWechat(trade)).data).toEqual({ outcome: 'replayed' })
  })

  it('退款处理中：账不动；退款回调到了就再问，到账才记', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'wechat_pay')
    await hearWechat(wechat.scan(codeOf(no)))
    wechat.refundsBecome = 'PROCESSING'
    await ask(`/api/order/${id}/cancel`)
    await shop.jobs.runDue()
    expect(await paymentOf(no)).toMatchObject({ status: 'refunding' })
    refundOf(no).status = 'SUCCESS'
    expect((await hearWechat(refundOf(no))).data).toEqual({ outcome: 'refund' })
    // The callback alone books nothing.
    expect(await paymentOf(no)).toMatchObject({ status: 'refunding' })
    await shop.jobs.runDue()
    expect(await paymentOf(no)).toMatchObject({ status: 'refunded' })
    expect((await hearWechat(refundOf(no))).data).toEqual({ outcome: 'refund' })
    await shop.jobs.runDue()
    expect([...wechat.refunds.values()].filter((one) => one.out_trade_no === no)).toHaveLength(1)
  })

  it('退款异常：改由财务汇款，订单写明原因', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'wechat_pay')
    await hearWechat(wechat.scan(codeOf(no)))
    wechat.refundsBecome = 'ABNORMAL'
    await ask(`/api/order/${id}/cancel`)
    await shop.jobs.runDue()
    expect((await paymentOf(no)).refund_refused_at).not.toBeNull()
    const logs = await db.selectFrom('order_log').select('text').where('order_id', '=', id).where('event', '=', 'refund').execute()
    expect(logs.at(-1)?.text).toContain('退款到原付款账户失败（账户注销或异常）')
  })

  it('微信不通时下单：说不通，订单还在，通了再付', async () => {
    const id = await order()
    wechat.mood = { down: true }
    const refused = await ask(`/api/pay/order/${id}`, { channel: 'wechat_pay' })
    expect(refused.status).toBe(503)
    expect(refused.message).toContain('微信支付')
    wechat.mood = {}
    const { payment_no: no } = await start(id, 'wechat_pay')
    await hearWechat(wechat.scan(codeOf(no)))
    expect(await row(id)).toMatchObject({ status: 'paid' })
  })
})

describe('支付宝', () => {
  it('去收银台付款，通知按它要的七个字母答；重复的通知只入账一次', async () => {
    const id = await order()
    const { payment_no: no, pay_url: url } = await start(id, 'alipay')
    expect(url).toMatch(/\/gateway\.do\?/)
    const trade = await ali.pay(url)
    const { headers, body } = ali.notification(trade)
    for (const _time of [1, 2]) {
      const heard = await shop.ask('POST', '/api/pay/notify/alipay', { headers, raw: body })
      expect(heard.status).toBe(200)
      expect(heard.text).toBe('success')
    }
    expect(await row(id)).toMatchObject({ status: 'paid', paid_amount: 11_200 })
    const entries = await db.selectFrom('ledger_posting').select('id').where('idempotency_key', '=', `pay:${no}`).execute()
    expect(entries).toHaveLength(1)
    const forged = await shop.ask('POST', '/api/pay/notify/alipay', {
      headers,
      raw: Buffer.from(body.toString().replace('112.00', '1.00')),
    })
    expect(forged.text).not.toContain('success')
    expect(forged.status).not.toBe(200)
  })

  it('两种方式都付了、通知都丢了：问到一种，另一种关单时问到，原路退回', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'wechat_pay')
    const { pay_url: url } = await start(id, 'alipay')
    const { out_trade_no: other } = await ali.pay(url)
    await ask(`/api/pay/way/${other}/check`)
    expect(await row(id)).toMatchObject({ status: 'paid' })
    wechat.scan(codeOf(no))
    await shop.jobs.runDue()
    expect(refundOf(no)).toMatchObject({ refund: 11_200 })
    expect(await paymentOf(no)).toMatchObject({ status: 'refunded' })
    expect(await row(id)).toMatchObject({ status: 'paid', paid_amount: 11_200 })
  })

  it('先试了微信再用支付宝付，通知丢了、微信又不通：问得到支付宝的那笔；谁都没说付了才说不通', async () => {
    const [paid, unpaid] = [await order(), await order()]
    for (const id of [paid, unpaid]) await start(id, 'wechat_pay')
    const { pay_url: url } = await start(paid, 'alipay')
    await ali.pay(url)
    wechat.mood = { down: true }
    expect((await ask(`/api/pay/order/${paid}/check`)).data).toMatchObject({ status: 'paid', paid: true })
    const refused = await ask(`/api/pay/order/${unpaid}/check`)
    expect([refused.status, refused.message]).toEqual([503, '微信支付暂时没有答复，请稍后再试'])
  })

  it('退款在途：半小时后再问，到账才记', async () => {
    const id = await order()
    const { payment_no: no, pay_url: url } = await start(id, 'alipay')
    await ali.pay(url)
    await ask(`/api/pay/order/${id}/check`)
    ali.refundsArrive = false
    await ask(`/api/order/${id}/cancel`)
    await shop.jobs.runDue()
    expect(await paymentOf(no)).toMatchObject({ status: 'refunding' })
    const given = ali.refunds.get(`R${no}`)
    if (given) given.isDone = true
    setClock(new Date(NOW.getTime() + 31 * 60_000))
    await shop.jobs.runDue()
    expect(await paymentOf(no)).toMatchObject({ status: 'refunded' })
  })
})

describe('银联', () => {
  const PAGE = { accept: 'text/html' }
  const formOf = async (no: string, cookie = buyer.cookie) => {
    const page = await shop.ask('GET', `/pay/${no}/go`, { cookie, headers: PAGE })
    expect(page.status, page.text).toBe(200)
    return { page, form: formIn(page.text) }
  }
  const hear = (of: UnionPayTrade | UnionPayRefund, wish: Parameters<typeof union.notification>[1] = {}) => {
    const { headers, body } = union.notification(of, wish)
    return shop.ask('POST', '/api/pay/notify/unionpay', { headers, raw: body })
  }

  it('支付页送出签好名的表单，只许送到银联；付款后通知到了先去问，问到才入账，重复的只入一次', async () => {
    const id = await order()
    const { payment_no: no, pay_url: url } = await start(id, 'unionpay')
    expect(url).toBe(`/pay/${no}/go`)
    expect((await way(no)).data).toMatchObject({ state: 'open', url: `/pay/${no}/go`, scan: null })
    const { page, form } = await formOf(no)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain(`form-action ${union.url} https://*.95516.com;`)
    expect(policy).toContain("default-src 'none'")
    expect(form.url).toBe(`${union.url}/gateway/api/frontTransReq.do`)
    const trade = await union.pay(form)
    // Said to be paid, it is not: what is asked counts.
    trade.isPaid = false
    expect((await hear(trade)).data).toEqual({ outcome: 'failed' })
    expect(await row(id)).toMatchObject({ status: 'pending_payment' })
    trade.isPaid = true
    setClock(new Date(NOW.getTime() + 11_000))
    for (const outcome of ['paid', 'replayed']) expect(await hear(trade)).toMatchObject({ status: 200, data: { outcome } })
    expect(await row(id)).toMatchObject({ status: 'paid', paid_amount: 11_200 })
    expect(await paymentOf(no)).toMatchObject({ gateway_no: trade.queryId, payer: '622155****0000' })
    const back = await shop.ask('POST', `/pay/${no}/back`, {
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
      raw: Buffer.from('respCode=00'),
    })
    expect([back.status, back.headers.location]).toEqual([303, `/cart/step4?id=${id}`])
    // Paid, the page of the form leads to where it is said.
    const again = await shop.ask('GET', `/pay/${no}/go`, { cookie: buyer.cookie, headers: PAGE })
    expect([again.status, again.headers.location]).toEqual([303, `/cart/step4?id=${id}`])
  })

  it('别家企业与没有登录的人拿不到表单；不是表单的支付回到它自己的支付页；改过、别人签的通知不信', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'unionpay')
    const other = await makeCompany(db)
    for (const cookie of [other.cookie, undefined]) {
      const page = await shop.ask('GET', `/pay/${no}/go`, { ...(cookie && { cookie }), headers: PAGE })
      expect([page.status, page.headers.location]).toEqual([303, `/pay/${no}`])
    }
    const { payment_no: code } = await start(id, 'wechat_pay')
    const elsewhere = await shop.ask('GET', `/pay/${code}/go`, { cookie: buyer.cookie, headers: PAGE })
    expect([elsewhere.status, elsewhere.headers.location]).toEqual([303, `/pay/${code}`])
    const lost = await shop.ask('GET', '/pay/P20261127999999999999/back', { headers: PAGE })
    expect([lost.status, lost.headers.location]).toEqual([303, '/'])
    const trade = await union.pay((await formOf(no)).form)
    for (const wish of [{ after: { txnAmt: '1' } }, { by: union.keys.others.stranger }, { by: union.keys.others.another }])
      expect((await hear(trade, wish)).status).toBe(422)
    expect(await row(id)).toMatchObject({ status: 'pending_payment' })
    expect((await hear({ ...trade, orderId: 'P20261127999999999998' })).data).toEqual({ outcome: 'failed' })
  })

  it('本店不认得的支付：按通知里的时间问得到，进待查款项，财务可以原路退回', async () => {
    const stray = {
      ...(await union.pay((await formOf((await start(await order(), 'unionpay')).payment_no)).form)),
      orderId: 'P20261127777777777777',
      queryId: '777700000000000000001',
    }
    union.trades.set(stray.orderId, stray)
    for (const time of [0, 1]) {
      setClock(new Date(NOW.getTime() + time * 11_000))
      expect((await hear(stray)).data).toEqual({ outcome: 'unknown_payment' })
    }
    const { rows } = await pool.query('select no, amount::integer, payer from suspense where gateway_no = $1', [stray.queryId])
    expect(rows).toMatchObject([{ amount: 11_200, payer: '622155****0000' }])
    const finance = await makeStaffOf(db, 'finance', '财务甲')
    const decided = await shop.ask('POST', `/api/staff/payment/suspense/${rows[0].no}/return`, {
      cookie: finance,
      body: { reason: '原路退回' },
    })
    expect(decided.code, decided.message).toBe(200)
    await shop.jobs.runDue()
    expect(union.refunds.get(`R${rows[0].no}`)).toMatchObject({ txnAmt: '11200', of: stray.queryId })
    const { rows: after } = await pool.query('select status from suspense where no = $1', [rows[0].no])
    expect(after).toEqual([{ status: 'returned' }])
  })

  it('一条真通知重放多少遍：入了账的不再去问，没入账的隔一会儿才问一次；换着写法也只留几份，叠名字的不认', async () => {
    const unpaid = await order()
    const { payment_no: no } = await start(unpaid, 'unionpay')
    await fetch((await formOf(no)).form.url, { method: 'POST', body: new URLSearchParams((await formOf(no)).form.fields) })
    const trade = union.trades.get(no)
    if (!trade) throw new Error('not begun')
    const { headers, body } = union.notification(trade)
    const tell = (text: string | Buffer) => shop.ask('POST', '/api/pay/notify/unionpay', { headers, raw: Buffer.from(text) })
    const kept = async () =>
      (await pool.query(`select outcome, times, length(body::text) as size from payment_callback where payment_no = $1 and verified`, [no]))
        .rows
    let before = union.heard
    const early = await Promise.all(Array.from({ length: 12 }, () => tell(body)))
    expect(union.heard - before).toBe(1)
    // Whoever is not heard tells it again, as services do.
    expect(early.filter(({ status }) => status === 429)).toHaveLength(11)
    trade.isPaid = true
    setClock(new Date(NOW.getTime() + 11_000))
    expect((await tell(body)).data).toEqual({ outcome: 'paid' })
    before = union.heard
    const again = await Promise.all(Array.from({ length: 40 }, () => tell(body)))
    expect(again.every(({ data }) => data.outcome === 'replayed')).toBe(true)
    expect(await kept()).toEqual([{ outcome: 'paid', times: 42, size: expect.any(Number) }])
    const pairs = body.toString().split('&')
    for (let at = 1; at <= 24; at++) {
      const turned = [...pairs.slice(at % 12), ...pairs.slice(0, at % 12)].join('&')
      await tell(at > 12 ? turned.replace('orderId=', 'order%49d=') : turned.replace('merId=', 'mer%49d='))
    }
    expect(union.heard).toBe(before)
    const rows = await kept()
    expect(rows.length).toBeLessThanOrEqual(21)
    expect(rows.find(({ outcome }) => outcome === 'rest')).toMatchObject({ size: 2 })
    const padded = `${body}&orderId=${no}&txnAmt=1`
    expect((await tell(padded)).status).toBe(422)
    setClock(new Date(NOW.getTime() + 32 * 86_400_000))
    await pool.query(`select graphile_worker.add_job('payments.callbacks_cleanup', run_at => $1)`, [clock()])
    await shop.jobs.runDue(['payments.callbacks_cleanup'])
    expect((await kept()).filter(({ outcome }) => outcome !== 'paid')).toEqual([])
  })

  it('一次次查支付结果、一次次开支付页：几秒内只问支付服务一回', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'wechat_pay')
    const before = wechat.heard
    for (let time = 0; time < 5; time++) expect((await way(no)).data).toMatchObject({ state: 'open' })
    expect(wechat.heard - before).toBe(0)
    await Promise.all(Array.from({ length: 6 }, () => ask(`/api/pay/order/${id}/check`)))
    expect(wechat.heard - before).toBe(1)
    await Promise.all(Array.from({ length: 6 }, () => ask(`/api/pay/way/${no}/check`)))
    expect(wechat.heard - before).toBe(2)
    wechat.scan(codeOf(no))
    setClock(new Date(NOW.getTime() + 3_500))
    expect((await ask(`/api/pay/order/${id}/check`)).data).toMatchObject({ paid: true })
    const recharge = await ask('/api/cash_coupon/userRecharge', { amount: '100', channel: 'wechat_pay', key: 'asked-again-and-again' })
    const then = wechat.heard
    for (let time = 0; time < 5; time++) await ask('/api/cash_coupon/recharge_check', { id: recharge.data.id })
    expect(wechat.heard - then).toBe(1)
  })

  it('银联没有关单：取消之后照样付了，通知又丢了，到期后问到，原路退回', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'unionpay')
    const { form } = await formOf(no)
    await fetch(form.url, { method: 'POST', body: new URLSearchParams(form.fields) })
    await ask(`/api/order/${id}/cancel`)
    await shop.jobs.runDue()
    expect(await paymentOf(no)).toMatchObject({ status: 'closed' })
    const trade = union.trades.get(no)
    if (trade) trade.isPaid = true
    setClock(new Date(NOW.getTime() + 33 * 60_000))
    await shop.jobs.runDue()
    expect(await paymentOf(no)).toMatchObject({ status: 'refunded' })
    expect(union.refunds.get(`R${no}`)).toMatchObject({ txnAmt: '11200', code: '00' })
  })

  it('半小时没付：过期的表单不再送，再付是另一笔支付', async () => {
    const id = await order()
    const { payment_no: no } = await start(id, 'unionpay')
    setClock(new Date(NOW.getTime() + 31 * 60_000))
    const page = await shop.ask('GET', `/pay/${no}/go`, { cookie: buyer.cookie, headers: PAGE })
    expect([page.status, page.headers.location]).toEqual([303, `/pay/${no}`])
    const { payment_no: next } = await start(id, 'unionpay')
    expect(next).not.toBe(no)
    await union.pay((await formOf(next)).form)
    expect((await ask(`/api/pay/order/${id}/check`)).data).toMatchObject({ paid: true })
  })

  it('退款：受理后问到才记；在途的通知一到就再问；发卡行退不了的由财务汇款', async () => {
    const paid = async () => {
      const id = await order()
      const { payment_no: no } = await start(id, 'unionpay')
      await hear(await union.pay((await formOf(no)).form))
      return { id, no }
    }
    const [first, second] = [await paid(), await paid()]
    union.refundsBecome = '05'
    for (const { id } of [first, second]) await ask(`/api/order/${id}/cancel`)
    await shop.jobs.runDue()
    expect(await paymentOf(first.no)).toMatchObject({ status: 'refunding' })
    const [arrived, failed] = [first, second].map(({ no }) => union.refunds.get(`R${no}`))
    if (!arrived || !failed) throw new Error('not sent back')
    arrived.code = '00'
    failed.code = '60'
    for (const refund of [arrived, failed]) expect((await hear(refund)).data).toEqual({ outcome: 'refund' })
    await shop.jobs.runDue()
    expect(await paymentOf(first.no)).toMatchObject({ status: 'refunded' })
    expect((await paymentOf(second.no)).refund_refused_at).not.toBeNull()
  })
})

describe('支付宝在手机上与扫码', () => {
  const PHONE = 'Mozilla/5.0 (Linux; Android 16; PKX110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
  it('手机浏览器去手机收银台，电脑去网页收银台；同一订单换了设备是另一笔支付，两笔都付了多的退回', async () => {
    const id = await order()
    const phone = await shop.ask('POST', `/api/pay/order/${id}`, {
      cookie: buyer.cookie,
      headers: { 'user-agent': PHONE },
      body: { channel: 'alipay' },
    })
    expect(new URL(phone.data.pay_url).searchParams.get('method')).toBe('alipay.trade.wap.pay')
    const desk = await start(id, 'alipay')
    expect(new URL(desk.pay_url).searchParams.get('method')).toBe('alipay.trade.page.pay')
    expect(desk.payment_no).not.toBe(phone.data.payment_no)
    // Looked at from the other device it stays what it was begun as.
    expect(new URL((await way(phone.data.payment_no)).data.url).searchParams.get('method')).toBe('alipay.trade.wap.pay')
    for (const url of [phone.data.pay_url, desk.pay_url]) await ali.pay(url)
    await ask(`/api/pay/order/${id}/check`)
    await shop.jobs.runDue()
    expect(await row(id)).toMatchObject({ status: 'paid', paid_amount: 11_200 })
    const statuses = await Promise.all([phone.data.payment_no, desk.payment_no].map(async (no) => (await paymentOf(no)).status))
    expect(statuses.sort()).toEqual(['paid', 'refunded'])
  })
})

describe('谁付的款', () => {
  it('财务在订单、充值、待查款项里看得到付款人，中间遮掉；客服看不到', async () => {
    const [finance, service] = [await makeStaffOf(db, 'finance', '财务甲'), await makeStaffOf(db, 'service', '客服甲')]
    const id = await order()
    const { payment_no: no } = await start(id, 'wechat_pay')
    await hearWechat(wechat.scan(codeOf(no)))
    const paymentsSeen = async (cookie: string) => (await shop.ask('GET', `/api/staff/order/${id}`, { cookie })).data.payments
    expect(await paymentsSeen(finance)).toMatchObject([{ no, channel_name: '微信支付', payer: 'oUpF8u****eS6o' }])
    expect(await paymentsSeen(service)).toMatchObject([{ no, payer: '' }])

    const recharge = await ask('/api/cash_coupon/userRecharge', { amount: '100', channel: 'alipay' })
    const trade = await ali.pay(recharge.data.pay_url)
    const { headers, body } = ali.notification(trade)
    await shop.ask('POST', '/api/pay/notify/alipay', { headers, raw: body })
    const recharges = await shop.ask('GET', `/api/staff/recharge?keywords=${recharge.data.no}`, { cookie: finance })
    expect(recharges.data.list).toMatchObject([{ channel_name: '支付宝', payer: '159****5620 · 208810****8060' }])

    const stray = ali.notification({ ...trade, out_trade_no: 'P20261127888888888888', trade_no: '2026112788' })
    expect((await shop.ask('POST', '/api/pay/notify/alipay', { headers: stray.headers, raw: stray.body })).text).toBe('success')
    const suspended = await shop.ask('GET', '/api/staff/payment/suspense', { cookie: finance })
    expect(suspended.data.list.at(-1)).toMatchObject({ gateway_no: '2026112788', payer: '159****5620 · 208810****8060' })
  })
})

describe('每日账单', () => {
  const HEAD = '交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易类型,交易状态,应结订单金额,微信退款单号,商户退款单号,退款金额,退款状态'
  const yuanOf = (amount: number): string => (amount / 100).toFixed(2)
  const DAY = '2026-12-05'
  const lineOf = (kind: 'SUCCESS' | 'REFUND', of: { gateway: string; no: string; amount: number; refund?: string }): string =>
    [
      `${DAY} 10:00:00`,
      appid,
      mchid,
      of.gateway,
      of.no,
      'NATIVE',
      kind,
      kind === 'SUCCESS' ? yuanOf(of.amount) : '0.00',
      of.refund ? `5${of.refund}` : '0',
      of.refund ?? '0',
      kind === 'REFUND' ? yuanOf(of.amount) : '0.00',
      kind,
    ]
      .map((cell) => `\`${cell}`)
      .join(',')

  it('每天取微信的账单：埋下的十二处差异一处不漏，别的一处不多；再取一遍还是这些', async () => {
    setClock(new Date('2026-12-05T02:00:00Z'))
    const paid = async (): Promise<{ id: number; no: string; trade: WechatTrade }> => {
      const id = await order()
      const { payment_no: no } = await start(id, 'wechat_pay')
      const trade = wechat.scan(codeOf(no))
      await hearWechat(trade)
      return { id, no, trade }
    }
    const list: { id: number; no: string; trade: WechatTrade }[] = []
    for (let count = 0; count < 9; count++) list.push(await paid())
    for (const { id } of list.slice(5)) {
      wechat.refundsBecome = id === list.at(-1)?.id ? 'PROCESSING' : 'SUCCESS'
      await ask(`/api/order/${id}/cancel`)
      await shop.jobs.runDue()
    }
    const lost = await order()
    const { payment_no: lostNo } = await start(lost, 'wechat_pay')
    const lostTrade = wechat.scan(codeOf(lostNo))

    const payOf = ({ no, trade }: { no: string; trade: WechatTrade }, amount = trade.total) =>
      lineOf('SUCCESS', { gateway: trade.transaction_id, no, amount })
    const backOf = ({ no, trade }: { no: string; trade: WechatTrade }, amount = trade.total) =>
      lineOf('REFUND', { gateway: trade.transaction_id, no, amount, refund: `R${no}` })
    const [a, b, c, d, e, f, g, h, i] = list as [Paid, Paid, Paid, Paid, Paid, Paid, Paid, Paid, Paid]
    type Paid = (typeof list)[number]
    const lines = [
      // 1 and 2: a and b are missing. 3 and 4: other amounts. 5: e stands there twice.
      payOf(c, c.trade.total + 1),
      payOf(d, d.trade.total * 10),
      ...[e, e, f, g, h, i].map((one) => payOf(one)),
      // 6: a callback that was lost. 7 and 8: payments that the shop knows nothing of.
      payOf({ no: lostNo, trade: lostTrade }),
      lineOf('SUCCESS', { gateway: '42009999000000000001', no: 'P20261205999999999991', amount: 100 }),
      lineOf('SUCCESS', { gateway: '42009999000000000002', no: 'P20261205999999999992', amount: 200 }),
      // 9: f's refund is missing. 10: g's has another amount. h's is right. 11: i's has arrived and the shop was not told. 12: an unknown one.
      backOf(g, g.trade.total - 1),
      backOf(h),
      backOf(i),
      lineOf('REFUND', { gateway: '42009999000000000003', no: 'P20261205999999999993', amount: 300, refund: 'RP20261205999999999993' }),
    ]
    wechat.bills.set(DAY, [HEAD, ...lines, '总交易单数,应结订单总金额', '`15,`1.00'].join('\r\n'))
    const deps = paymentDepsOf(shop)
    setClock(new Date('2026-12-06T02:40:00Z'))
    for (const _time of [1, 2]) {
      await fetchBills(deps, clock())
      const bill = await db
        .selectFrom('channel_bill')
        .selectAll()
        .where('day', '=', DAY)
        .where('channel', '=', 'wechat_pay')
        .executeTakeFirstOrThrow()
      expect(bill).toMatchObject({ sent_by: '系统', line_count: 15, matched_count: 6 })
      const found = await db
        .selectFrom('channel_difference')
        .select(['side', 'direction', 'number'])
        .where('bill_id', '=', bill.id)
        .where('state', '=', 'open')
        .execute()
      expect(found.map(({ side, direction, number }) => `${side} ${direction} ${number}`).sort()).toEqual(
        [
          `ours in ${a.no}`,
          `ours in ${b.no}`,
          `amount in ${c.no}`,
          `amount in ${d.no}`,
          `theirs in ${e.no}`,
          `theirs in ${lostNo}`,
          'theirs in P20261205999999999991',
          'theirs in P20261205999999999992',
          `ours out R${f.no}`,
          `amount out R${g.no}`,
          `theirs out R${i.no}`,
          'theirs out RP20261205999999999993',
        ].sort(),
      )
    }
  })

  it('当天没有交易：记下比过；渠道不通：这一次失败，会再取', async () => {
    setClock(new Date('2026-12-21T02:40:00Z'))
    await fetchBills(paymentDepsOf(shop), clock())
    const bills = await db.selectFrom('channel_bill').selectAll().where('day', '=', '2026-12-20').orderBy('channel').execute()
    expect(bills.map(({ channel }) => channel)).toEqual(['alipay', 'wechat_pay'])
    for (const bill of bills) expect(bill).toMatchObject({ file_name: '当日没有交易', line_count: 0, matched_count: 0 })
    wechat.mood = { down: true }
    await expect(fetchBills(paymentDepsOf(shop), clock())).rejects.toThrow(/^1 of 2 failed: 微信支付 2026-12-20/)
  })

  it('账单文件不是应答里说的那一份：不收', async () => {
    wechat.bills.set('2026-12-22', [HEAD, '总交易单数'].join('\n'))
    const changing = new Map(wechat.bills)
    const get = wechat.bills.get.bind(wechat.bills)
    let asked = 0
    wechat.bills.get = (day) => (asked++ === 0 ? get(day) : `${changing.get(day)}x`)
    setClock(new Date('2026-12-23T02:40:00Z'))
    try {
      await expect(fetchBills(paymentDepsOf(shop), clock())).rejects.toThrow('not the file that was promised')
    } finally {
      wechat.bills.get = get
    }
  })

  const ALIPAY_HEAD =
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,退款批次号/请求号,服务费（元）,备注'
  const alipayLine = (day: string, of: { gateway: string; no: string; amount: number; refund?: string }): string =>
    [
      of.gateway,
      of.no,
      of.refund ? '退款' : '交易',
      '安衡药采订单',
      `${day} 10:00:00`,
      `${day} 10:00:05`,
      ...['', '', '', ''],
      '*溪(159****5620)',
      `${of.refund ? '-' : ''}${yuanOf(of.amount)}`,
      `${of.refund ? '-' : ''}${yuanOf(of.amount)}`,
      of.refund ?? '',
      '-0.67',
      '',
    ]
      .map((cell) => `${cell}\t`)
      .join(',')
  const alipayArchive = (lines: readonly string[]) =>
    gbkArchive({
      '20881021479480600156_20261208_业务明细.csv': [
        '#支付宝业务明细查询',
        '#账号：[20881021479480600156]',
        ALIPAY_HEAD,
        ...lines,
        '#-----业务明细列表结束-----',
        '#交易合计：3笔',
      ].join('\r\n'),
      '20881021479480600156_20261208_业务明细(汇总).csv': '#支付宝业务汇总查询\r\n门店编号,门店名称,交易订单总笔数\r\n合计,,3',
    })

  it('每天取支付宝的账单：压缩包里 GBK 的明细，收与退都对得上；少的、多的、金额不同的各是一处', async () => {
    const day = '2026-12-08'
    setClock(new Date(`${day}T02:00:00Z`))
    const paid = async () => {
      const id = await order()
      const { payment_no: no, pay_url: url } = await start(id, 'alipay')
      const trade = await ali.pay(url)
      await ask(`/api/pay/order/${id}/check`)
      return { id, no, gateway: trade.trade_no, amount: 11_200 }
    }
    const [a, b, c] = [await paid(), await paid(), await paid()]
    await ask(`/api/order/${c.id}/cancel`)
    await shop.jobs.runDue()
    ali.bills.set(
      day,
      alipayArchive([
        alipayLine(day, a),
        alipayLine(day, { ...b, amount: 11_300 }),
        alipayLine(day, c),
        alipayLine(day, { ...c, refund: `R${c.no}` }),
        alipayLine(day, { gateway: '2026112799', no: 'P20261208999999999999', amount: 500 }),
      ]),
    )
    setClock(new Date('2026-12-09T02:40:00Z'))
    await fetchBills(paymentDepsOf(shop), clock())
    const bill = await db
      .selectFrom('channel_bill')
      .selectAll()
      .where('day', '=', day)
      .where('channel', '=', 'alipay')
      .executeTakeFirstOrThrow()
    expect(bill).toMatchObject({ file_name: `支付宝 ${day}.csv`, line_count: 5, matched_count: 3, sent_by: '系统' })
    const found = await db.selectFrom('channel_difference').select(['side', 'direction', 'number']).where('bill_id', '=', bill.id).execute()
    expect(found.map(({ side, direction, number }) => `${side} ${direction} ${number}`).sort()).toEqual(
      [`amount in ${b.no}`, 'theirs in P20261208999999999999'].sort(),
    )
  })

  it('支付宝的压缩包坏了、里面没有明细：不收，这一次失败', async () => {
    const day = '2026-12-25'
    setClock(new Date('2026-12-26T02:40:00Z'))
    const whole = alipayArchive([alipayLine(day, { gateway: '1', no: 'P1', amount: 1 })])
    for (const archive of [whole.subarray(0, 200), Buffer.from('<html>'), gbkArchive({ '说明.txt': '没有' })]) {
      ali.bills.set(day, archive)
      await expect(fetchBills(paymentDepsOf(shop), clock())).rejects.toThrow('not the archive that was promised')
    }
    expect(await db.selectFrom('channel_bill').select('id').where('day', '=', day).where('channel', '=', 'alipay').execute()).toEqual([])
  })
})
