import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { knownCaptcha } from '../../../../test/credentials.ts'
import { makeCompany, makeGoods, makeStaff, makeStaffOf } from '../../../../test/fixtures.ts'
import { openShop, testShop } from '../../../../test/harness.ts'
import { addRow } from '../../../../test/rows.ts'
import { aliyunOptions, openAliyunSms, type SentSms, type SmsStandIn } from '../../../../test/stand-ins/aliyun-sms.ts'
import { openTencentSms, tencentOptions } from '../../../../test/stand-ins/tencent-sms.ts'
import { doTask } from '../../../../test/tasks.ts'
import { jobs } from '../../../platform/jobs.ts'
import { NO_CHANNELS } from '../../../providers/outside/channels-file.ts'
import { collectTasks } from '../../modules.ts'
import { insertAccount } from '../../who/accounts/account-store.ts'
import { hashPassword } from '../../who/accounts/passwords/passwords.ts'
import { tell } from '../messages/public.ts'

/** Codes, notices and receipts through both services, played on loopback; the shop's side is the one that runs for real. */

/** 10:00 in Beijing. */
const NOW = new Date('2026-11-26T02:00:00Z')
const MINUTE = 60_000
const PHONE = '13911170001'
const MASKED = '139****0001'
const KEY = 'r'.repeat(32)

const moment = { now: NOW }
const ali = await openAliyunSms(() => moment.now)
const tencent = await openTencentSms(() => moment.now)
afterAll(() => Promise.all([ali.stop(), tencent.stop()]))

const shop = await testShop({
  now: NOW,
  channels: {
    ...NO_CHANNELS,
    sms: {
      services: [
        { service: 'aliyun', options: aliyunOptions(ali.url) },
        { service: 'tencent', options: tencentOptions(tencent.url) },
      ],
      receiptKey: KEY,
    },
  },
})
const { db, pool } = shop.database
/** The same contract, where nobody is. */
const left = await openAliyunSms(() => moment.now)
const gone = { services: [{ service: 'aliyun' as const, options: aliyunOptions(left.url) }], receiptKey: KEY }
await left.stop()
const administrator = await makeStaffOf(db, 'administrator', '管理员')

const at = (now: Date) => {
  shop.clock.now = now
  moment.now = now
}
const later = (minutes: number) => at(new Date(moment.now.getTime() + minutes * MINUTE))
beforeEach(async () => {
  at(NOW)
  for (const one of [ali, tencent]) {
    one.mood = {}
    one.sent.length = 0
    one.refusals.clear()
  }
  await pool.query('delete from sent_message; delete from rate_count; delete from sms_code; update message set notice = null')
})

const askCode = async (purpose = 'register', phone = PHONE) =>
  shop.ask('POST', '/api/sms/code', { body: { purpose, phone, ...(await knownCaptcha(shop)) } })
const sentList = async (query = ''): Promise<Record<string, unknown>[]> => {
  const answer = await shop.ask('GET', `/api/staff/sent_message${query}`, { cookie: administrator })
  if (answer.code !== 200) throw new Error(answer.text)
  return answer.data.list
}
const lastOf = (standIn: SmsStandIn): SentSms => {
  const last = standIn.sent.at(-1)
  if (!last) throw new Error('nothing was sent')
  return last
}
const codeIn = ({ params }: SentSms) => /\d{6}/.exec(params)?.[0] ?? ''

describe('验证码', () => {
  it('由第一家发出，记下遮盖的号码与服务的编号，表里没有码也没有号码', async () => {
    expect(await askCode()).toMatchObject({ code: 200, message: '验证码已发送' })
    expect(tencent.sent).toEqual([])
    const message = lastOf(ali)
    expect(await sentList()).toMatchObject([
      {
        template: 'code',
        template_name: '验证码',
        receiver: MASKED,
        state: 'sent',
        service: '阿里云短信',
        service_id: message.id,
        error: '',
      },
    ])
    const { rows } = await pool.query('select sent_message::text as text from sent_message')
    expect(JSON.stringify(rows)).not.toContain(codeIn(message))
    expect(JSON.stringify(rows)).not.toContain(PHONE)
  })

  it('第一家拒绝，第二家发，收到的码能用', async () => {
    ali.refusals.set('*', { code: 'isv.AMOUNT_NOT_ENOUGH', message: '账户余额不足' })
    await insertAccount(db, { phone: '13911170009', name: '陈店员', passwordHash: await hashPassword('Demo-2026') }, NOW)
    expect(await askCode('login', '13911170009')).toMatchObject({ code: 200 })
    await expect.poll(() => tencent.sent.length).toBe(1)
    const login = await shop.ask('POST', '/api/user/login_sms', { body: { phone: '13911170009', code: codeIn(lastOf(tencent)) } })
    expect(login.code).toBe(200)
    await expect
      .poll(() => sentList())
      .toMatchObject([{ service: '腾讯云短信', state: 'sent', error: expect.stringContaining('账户余额不足') }])
  })

  it('服务说这个手机号太多：一句明白的话，不换一家绕过去', async () => {
    ali.refusals.set(PHONE, { code: 'isv.BUSINESS_LIMIT_CONTROL', message: '触发天级流控Permits:10' })
    expect(await askCode()).toMatchObject({
      code: 429,
      message: '发往这个手机号的短信太多，短信服务暂时不再发送：请一小时后再试，仍不行请明天再试，或使用密码登录',
      data: { retry_after: 3600 },
    })
    ali.refusals.set('*', { code: 'isv.DAY_LIMIT_CONTROL', message: '触发日发送限额' })
    expect(await askCode('register', '13911170002')).toMatchObject({
      code: 429,
      message: expect.stringContaining('本商城今天的短信已发完'),
    })
    expect(tencent.sent).toEqual([])
    expect((await sentList()).map(({ state }) => state)).toEqual(['refused', 'refused'])
  })

  it('两家都拒绝：说没有发出；两家都不在：说没有答复', async () => {
    for (const one of [ali, tencent]) one.refusals.set('*', { code: 'isv.OUT_OF_SERVICE', message: '业务停机' })
    expect(await askCode()).toMatchObject({ code: 503, message: '短信没有发出，请稍后再试，或使用密码登录' })
  })

  it('做完断了线：可能已发出，这一次不再让第二家发；下一次先问另一家，只有新码能用', async () => {
    ali.mood = { deaf: true }
    expect(await askCode()).toMatchObject({
      code: 503,
      message: '短信服务没有及时答复，验证码可能已经发出：1 分钟内没有收到，请再获取一次',
    })
    expect([ali.sent.length, tencent.sent.length]).toEqual([1, 0])
    expect(await sentList()).toMatchObject([{ state: 'unknown', state_name: '不明', service: '阿里云短信' }])
    ali.mood = {}
    later(1.1)
    expect((await askCode()).code).toBe(200)
    expect([ali.sent.length, tencent.sent.length]).toEqual([1, 1])
    // Out of doubt, or of its ten minutes, the first one is the first again.
    later(11)
    expect((await askCode()).code).toBe(200)
    expect([ali.sent.length, tencent.sent.length]).toEqual([2, 1])
  })

  it('迟到的答复：在时限之内就是发出了，不另发一条', async () => {
    ali.mood = { late: 1_500 }
    expect((await askCode()).code).toBe(200)
    expect([ali.sent.length, tencent.sent.length]).toEqual([1, 0])
  })
})

describe('回执', () => {
  const push = (body: Buffer, { service = 'aliyun', key = KEY } = {}) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/sms/receipt/${service}/${key}`,
      payload: body,
      headers: { 'content-type': 'application/json' },
    })
  const state = async () => (await sentList())[0]

  it('阿里云：收下，按它要的话答；来两次、先后矛盾，只认第一次', async () => {
    await askCode()
    const message = lastOf(ali)
    const taken = await push(ali.receipt(message, false))
    expect([taken.statusCode, taken.json()]).toEqual([200, { code: 0, msg: '接收成功' }])
    expect(await state()).toMatchObject({
      state: 'undelivered',
      error: expect.stringContaining('MOBILE_NOT_ON_SERVICE'),
      reported_at: NOW.toISOString(),
    })
    later(1)
    expect((await push(ali.receipt(message, true))).statusCode).toBe(200)
    expect(await state()).toMatchObject({ state: 'undelivered', reported_at: NOW.toISOString() })
  })

  it('没送达的手机号，下一次先由另一家发', async () => {
    await askCode()
    await push(ali.receipt(lastOf(ali), false))
    later(2)
    await askCode()
    expect([ali.sent.length, tencent.sent.length]).toEqual([1, 1])
    const taken = await push(tencent.receipt(lastOf(tencent), true), { service: 'tencent' })
    expect(taken.json()).toEqual({ result: 0, errmsg: 'OK' })
    expect(await state()).toMatchObject({ state: 'delivered', service: '腾讯云短信' })
  })

  it('答复丢了的那一条，由回执说清：按我们自己的编号找到', async () => {
    ali.mood = { deaf: true }
    await askCode()
    expect(await state()).toMatchObject({ state: 'unknown', service_id: '' })
    await push(ali.receipt(lastOf(ali), true))
    expect(await state()).toMatchObject({ state: 'delivered', service_id: lastOf(ali).id })
  })

  it('伪造的不认：密钥不对、没有这家、不是这个手机号、不是我们的编号、不是回执', async () => {
    await askCode()
    const message = lastOf(ali)
    expect((await push(ali.receipt(message, true), { key: 'x'.repeat(32) })).statusCode).toBe(404)
    expect((await push(ali.receipt(message, true), { service: 'huawei' })).statusCode).toBe(404)
    expect((await push(Buffer.from('{"a":1}'))).statusCode).toBe(422)
    expect((await push(Buffer.from('[]'))).statusCode).toBe(200)
    for (const wrong of [
      { ...message, phone: '13800000000' },
      { ...message, id: '1^0', reference: '' },
      { ...message, id: '2^0', reference: '99999999' },
    ])
      expect((await push(ali.receipt(wrong, true))).statusCode).toBe(200)
    // Another's number for a message whose own is known.
    await push(ali.receipt({ ...message, id: '3^0' }, true))
    expect((await push(tencent.receipt(message, true), { service: 'tencent' })).statusCode).toBe(200)
    expect(await state()).toMatchObject({ state: 'sent', reported_at: '' })
  })
})

describe('通知', () => {
  const run = async (name = 'channels.notices') =>
    doTask(collectTasks({ database: shop.database, config: shop.config, jobs }), name, {}, moment.now)
  const phoneOf = async (companyId: number, phone: string) =>
    pool.query('update account set phone = $1 where id = (select account_id from account_company where company_id = $2 and is_owner)', [
      phone,
      companyId,
    ])
  const refunded = (companyId: number, key: string) => {
    const notice = { template: 'refunded', params: { order: 'A20261126001', amount: '8.00' } } as const
    return tell(db, { companyId, kind: 'order', title: '退款', text: '', url: '', key, notice }, moment.now)
  }

  it('发货后告诉企业负责人的手机，一次；别的消息不打扰', async () => {
    const buyer = await makeCompany(db, { balance: '5000.00' })
    await phoneOf(buyer.companyId, '13911170101')
    const address = await makeAddress(db, buyer.companyId)
    const goods = await makeGoods(db, { price: '100.00' })
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }], '112.00')
    const clerk = await makeStaff(db)
    for (const what of ['pick', 'ship']) await shop.ask('POST', `/api/staff/order/${order?.id}/${what}`, { cookie: clerk, body: {} })
    await run()
    await run()
    expect(ali.sent).toMatchObject([{ phone: '13911170101', template: 'SMS_200000001', params: JSON.stringify({ order: order?.no }) }])
    const listed = await sentList('?template=shipped&receiver=13911170101')
    expect(listed).toMatchObject([{ company_id: buyer.companyId, receiver: '139****0101', state: 'sent' }])
  })

  it('证照 30 天内到期也告诉手机；更早的只在站内', async () => {
    const buyer = await makeCompany(db, {
      papers: [
        { name: '药品经营许可证', expires_on: '2026-12-20' },
        { name: '营业执照', expires_on: '2027-01-20' },
      ],
    })
    await phoneOf(buyer.companyId, '13911170102')
    await run('companies.papers_expiry')
    await run()
    expect(ali.sent.map(({ params }) => params)).toEqual(['{"name":"药品经营许可证","date":"2026-12-20"}'])
  })

  it('账期 3 天内到期、逾期也告诉手机；7 天的只在站内', async () => {
    const goods = await makeGoods(db, { price: '100.00' })
    for (const [index, due] of ['2026-11-29', '2026-12-03', '2026-11-25'].entries()) {
      const buyer = await makeCompany(db)
      await phoneOf(buyer.companyId, `1391117030${index}`)
      const [order] = await buy(shop, buyer, await makeAddress(db, buyer.companyId), [{ goods_id: goods, number: 1 }])
      if (!order) throw new Error('nothing was placed')
      await addRow(db, 'credit_bill', { company_id: buyer.companyId, order_id: order.id, amount: 80_000, due_on: due, created_at: NOW })
    }
    await run('credit.reminders')
    await run()
    expect(ali.sent.map(({ phone, params }) => [phone, params]).sort()).toEqual([
      ['13911170300', '{"amount":"800.00","date":"2026-11-29"}'],
      ['13911170302', '{"amount":"800.00","date":"2026-11-25"}'],
    ])
  })

  it('夜里不发，早上 8 点再发；发晚了一天的不再发', async () => {
    const buyer = await makeCompany(db)
    await phoneOf(buyer.companyId, '13911170103')
    at(new Date('2026-11-26T14:00:00Z'))
    await refunded(buyer.companyId, 'night')
    await run()
    expect(ali.sent).toEqual([])
    at(new Date('2026-11-27T00:00:00Z'))
    await run()
    expect(ali.sent).toHaveLength(1)
    await refunded(buyer.companyId, 'old')
    at(new Date('2026-11-28T01:00:00Z'))
    await run()
    expect(ali.sent).toHaveLength(1)
  })

  it('服务都不在：等着，越等越久，恢复后发出；一天还不行就不再发', async () => {
    const buyer = await makeCompany(db)
    await phoneOf(buyer.companyId, '13911170104')
    await refunded(buyer.companyId, 'down')
    const config = { ...shop.config, channels: { ...shop.config.channels, sms: gone } }
    const runGone = () => doTask(collectTasks({ database: shop.database, config, jobs }), 'channels.notices', {}, moment.now)
    await runGone()
    expect(await sentList()).toMatchObject([{ state: 'waiting', tries: 1, error: expect.stringContaining('阿里云短信') }])
    await runGone()
    expect(await sentList()).toMatchObject([{ state: 'waiting', tries: 1 }])
    later(3)
    await runGone()
    expect(await sentList()).toMatchObject([{ state: 'waiting', tries: 2 }])
    later(5)
    await run()
    expect(await sentList()).toMatchObject([{ state: 'sent', tries: 3 }])
    await refunded(buyer.companyId, 'down for long')
    await runGone()
    at(new Date(moment.now.getTime() + 24.5 * 3_600_000))
    await runGone()
    expect((await sentList('?state=dropped')).length).toBe(1)
  })

  it('发没发不知道的通知不再发；发到一半进程没了的，记为不明；没有手机的负责人不发', async () => {
    const buyer = await makeCompany(db)
    await phoneOf(buyer.companyId, '13911170105')
    await refunded(buyer.companyId, 'unsure')
    ali.mood = { deaf: true }
    await run()
    ali.mood = {}
    later(30)
    await run()
    expect(ali.sent).toHaveLength(1)
    expect(await sentList()).toMatchObject([{ state: 'unknown' }])
    await pool.query(`update sent_message set state = 'sending'`)
    later(30)
    await run()
    expect(await sentList()).toMatchObject([{ state: 'unknown', error: '发送中进程结束' }])
    await refunded(buyer.companyId, 'later without a phone')
    await pool.query('update sent_message set state = $1', ['sent'])
    const silent = await makeCompany(db)
    await pool.query('update account set phone = null where id = (select account_id from account_company where company_id = $1)', [
      silent.companyId,
    ])
    await refunded(silent.companyId, 'nobody')
    ali.refusals.set('*', { code: 'isv.OUT_OF_SERVICE', message: '停' })
    await run()
    expect((await sentList('?state=refused')).length).toBe(1)
  })

  it('两个进程同时发：每条只有一条', async () => {
    for (const at of [1, 2, 3, 4]) {
      const buyer = await makeCompany(db)
      await phoneOf(buyer.companyId, `1391117020${at}`)
      await refunded(buyer.companyId, `twice ${at}`)
    }
    await Promise.all([run(), run(), run()])
    expect(ali.sent.map(({ phone }) => phone).sort()).toEqual([1, 2, 3, 4].map((at) => `1391117020${at}`))
  })

  it('两天还在等的不再等；旧的记录半年后清掉', async () => {
    await askCode()
    await pool.query("update sent_message set state = 'waiting'")
    later(47 * 60)
    await run('channels.clear')
    expect(await sentList()).toMatchObject([{ state: 'waiting' }])
    later(2 * 60)
    await run('channels.clear')
    expect(await sentList()).toMatchObject([{ state: 'dropped', state_name: '不再发' }])
    later(181 * 24 * 60)
    await run('channels.clear')
    expect(await sentList()).toEqual([])
  })
})

it('没有短信服务的真实商店照旧：凭邀请注册，不发验证码', async () => {
  const bare = await openShop({ sms: false })
  expect((await bare.ask('POST', '/api/sms/code', { body: { purpose: 'register', phone: PHONE } })).code).toBe(409)
  await doTask(collectTasks({ database: bare.database, config: bare.config, jobs }), 'channels.notices', {}, NOW)
  await bare.close()
})
