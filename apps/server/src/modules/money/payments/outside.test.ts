import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { openBankAccount, paymentDepsOf } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { openAlipay } from '../../../../test/stand-ins/alipay.ts'
import { openWechatPay, type WechatRefund, type WechatTrade } from '../../../../test/stand-ins/wechat-pay.ts'
import { NO_CHANNELS } from '../../../providers/outside/channels-file.ts'
import { fetchBills } from '../reconciling/tasks.ts'
import { refundThroughGateway } from './arrival.ts'

/** Payments through the services themselves, played by servers on loopback: the shop's side is the one that runs for real. */

const NOW = new Date('2026-11-27T02:00:00Z')
const ORIGIN = 'https://shop.example'
let now = NOW
const wechat = await openWechatPay(() => now)
const ali = await openAlipay()
const { mchid, appid, serial, merchantKey, apiV3Key, publicKeyId, publicKey } = wechat.keys
const shop = await testShop({
  now: NOW,
  channels: {
    ...NO_CHANNELS,
    wechatPay: {
      mchid,
      appid,
      serial,
      key: merchantKey,
      apiV3Key,
      platform: new Map([[publicKeyId, publicKey]]),
      url: wechat.url,
      notifyUrl: `${ORIGIN}/api/pay/notify/wechat_pay`,
    },
    alipay: {
      appId: ali.keys.appId,
      sellerId: ali.keys.sellerId,
      key: ali.keys.key,
      alipayKeys: [ali.keys.alipayKey],
      url: `${ali.url}/gateway.do`,
      notifyUrl: `${ORIGIN}/api/pay/notify/alipay`,
      returnOrigin: ORIGIN,
    },
  },
})
const { db } = shop.database
await openBankAccount(db)
let buyer: Buyer
let goods: number
let address: number
afterAll(async () => {
  await expectLedgerTrue(db)
  await wechat.stop()
  await ali.stop()
})
const setClock = (at: Date): void => {
  now = at
  shop.clock.now = at
}
beforeEach(async () => {
  setClock(NOW)
  wechat.mood = {}
  ali.mood = {}
  wechat.refundsBecome = 'SUCCESS'
  ali.refundsArrive = true
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
  const { headers, body } = wechat.callback(of, now)
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
    expect((await ask(`/api/pay/way/${no}/check`)).data).toEqual({ state: 'paid' })
    expect(await row(id)).toMatchObject({ status: 'paid' })
  })

  it('付了而回调丢了：再打开支付页、再点立即支付都说已付，不说微信没有答复', async () => {
    const [page, button] = [await order(), await order()]
    const { payment_no: no } = await start(page, 'wechat_pay')
    wechat.scan(codeOf(no))
    expect(await way(no)).toMatchObject({ status: 200, data: { state: 'paid', scan: null } })
    expect(await row(page)).toMatchObject({ status: 'paid', paid_amount: 11_200 })
    const { payment_no: other } = await start(button, 'wechat_pay')
    wechat.scan(codeOf(other))
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
      await fetchBills(deps, now)
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
    await fetchBills(paymentDepsOf(shop), now)
    const bill = await db.selectFrom('channel_bill').selectAll().where('day', '=', '2026-12-20').executeTakeFirstOrThrow()
    expect(bill).toMatchObject({ channel: 'wechat_pay', file_name: '当日没有交易', line_count: 0, matched_count: 0 })
    wechat.mood = { down: true }
    await expect(fetchBills(paymentDepsOf(shop), now)).rejects.toThrow(/^1 of 1 failed: 微信支付 2026-12-20/)
  })

  it('账单文件不是应答里说的那一份：不收', async () => {
    wechat.bills.set('2026-12-22', [HEAD, '总交易单数'].join('\n'))
    const changing = new Map(wechat.bills)
    const get = wechat.bills.get.bind(wechat.bills)
    let asked = 0
    wechat.bills.get = (day) => (asked++ === 0 ? get(day) : `${changing.get(day)}x`)
    setClock(new Date('2026-12-23T02:40:00Z'))
    try {
      await expect(fetchBills(paymentDepsOf(shop), now)).rejects.toThrow('not the file that was promised')
    } finally {
      wechat.bills.get = get
    }
  })
})

/** A generator that gives the same numbers for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('任意次序、重复与丢失', () => {
  it.each([1, 2, 3])(
    '回调、查询、取消、退款怎么来，账上的钱都与微信自己的账相符（种子 %i）',
    async (seed) => {
      const draw = numbersOf(seed)
      const ids: number[] = []
      for (let count = 0; count < 8; count++) ids.push(await order())
      const nos = new Map<number, string>()
      const deeds: readonly ((id: number) => Promise<unknown>)[] = [
        async (id) => {
          const answer = await ask(`/api/pay/order/${id}`, { channel: 'wechat_pay' })
          if (answer.code === 200 && answer.data.status === 'created') nos.set(id, answer.data.payment_no)
        },
        async (id) => {
          const trade = wechat.trades.get(nos.get(id) ?? '')
          if (trade?.state === 'NOTPAY') trade.state = 'SUCCESS'
        },
        async (id) => {
          const trade = wechat.trades.get(nos.get(id) ?? '')
          if (trade?.state === 'SUCCESS') await hearWechat(trade)
        },
        (id) => ask(`/api/pay/order/${id}/check`),
        (id) => (draw(6) === 0 ? ask(`/api/order/${id}/cancel`) : Promise.resolve()),
        (id) => (draw(8) === 0 ? ask(`/api/pay/order/${id}`, { channel: 'balance' }) : Promise.resolve()),
        async () => {
          wechat.mood = [{}, {}, { down: true }, { deaf: true }, { forged: true }][draw(7)] ?? {}
        },
        async () => {
          wechat.refundsBecome = (['SUCCESS', 'SUCCESS', 'PROCESSING', 'ABNORMAL'] as const)[draw(4)] ?? 'SUCCESS'
        },
        async () => {
          for (const refund of wechat.refunds.values()) if (refund.status === 'PROCESSING' && draw(2) === 0) refund.status = 'SUCCESS'
        },
        async (id) => {
          const refund = wechat.refunds.get(`R${nos.get(id)}`)
          if (refund) await hearWechat(refund)
        },
        // A job that fails is the queue's to repeat; here the sweep below does.
        () => shop.jobs.runDue().catch(() => undefined),
      ]
      for (let step = 0; step < 300; step++) await deeds[draw(deeds.length)]?.(ids[draw(ids.length)] ?? 0)

      // The world calms down: all is reachable, what was on its way arrives, and the shop asks once more about everything.
      wechat.mood = {}
      for (const refund of wechat.refunds.values()) if (refund.status === 'PROCESSING') refund.status = 'SUCCESS'
      for (const id of ids) await ask(`/api/pay/order/${id}/check`)
      for (const trade of wechat.trades.values()) if (trade.state === 'SUCCESS') await hearWechat(trade)
      for (const refund of wechat.refunds.values()) await hearWechat(refund)
      await shop.jobs.runDue()
      // What the queue would have repeated: the test's own takes a job away before it runs it.
      for (const no of nos.values()) await refundThroughGateway(paymentDepsOf(shop), no, now)
      await shop.jobs.runDue()

      for (const [id, no] of nos) {
        const trade = wechat.trades.get(no)
        const payment = await paymentOf(no)
        const sent = [...wechat.refunds.values()].filter((one) => one.out_trade_no === no)
        const back = sent.filter(({ status }) => status === 'SUCCESS').reduce((sum, { refund }) => sum + refund, 0)
        const isPaid = trade?.state === 'SUCCESS' || trade?.state === 'REFUND'
        const what = `${seed}: order ${id}, ${no}, there ${trade?.state}, here ${payment.status}`
        expect(['paid', 'refunding', 'refunded'].includes(payment.status), what).toBe(isPaid)
        expect(payment.status === 'refunded', what).toBe(back === 11_200)
        expect(payment.status === 'refunding', what).toBe(payment.refund_refused_at !== null)
        expect(payment.status === 'refunding', what).toBe(payment.refund_refused_at !== null)
        expect(sent.length, what).toBeLessThanOrEqual(1)
        expect(payment.refund_refused_at !== null, what).toBe(sent.some(({ status }) => status === 'ABNORMAL'))
      }
      expect(nos.size).toBeGreaterThan(3)
    },
    120_000,
  )
})
