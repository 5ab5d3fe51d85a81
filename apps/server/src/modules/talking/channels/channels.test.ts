import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { openShop, testShop } from '../../../../test/harness.ts'
import { outsideShop } from '../../../../test/outside-shop.ts'
import { aliyunOptions, openAliyunSms } from '../../../../test/stand-ins/aliyun-sms.ts'
import { openSmtp, smtpOptions } from '../../../../test/stand-ins/smtp.ts'
import { openWechatPay } from '../../../../test/stand-ins/wechat-pay.ts'
import { NO_CHANNELS } from '../../../providers/outside/channels-file.ts'
import { outsideReports } from '../../../providers/outside/reports.ts'

/** The page of channels: how each stands, and a test of each. */

const NOW = new Date('2026-11-26T02:00:00Z')
const wechat = await openWechatPay(() => NOW)
const ali = await openAliyunSms(() => NOW)
const mail = await openSmtp()
afterAll(() => Promise.all([wechat.stop(), ali.stop(), mail.stop()]))
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
      notifyUrl: 'https://shop.example/api/pay/notify/wechat_pay',
    },
    sms: { services: [{ service: 'aliyun', options: aliyunOptions(ali.url) }], receiptKey: 'r'.repeat(32) },
    mail: smtpOptions(mail.port),
  },
})
const { db, pool } = shop.database
const allPayments = await outsideShop(NOW)
const administrator = await makeStaffOf(db, 'administrator', '管理员')

beforeEach(async () => {
  for (const one of [wechat, ali]) one.mood = {}
  mail.mood = {}
  mail.mails.length = 0
  ali.sent.length = 0
  ali.refusals.clear()
  outsideReports.take()
  await pool.query('delete from outside_standing; delete from sent_message')
})

const channels = async (): Promise<Record<string, Record<string, unknown>>> => {
  const answer = await shop.ask('GET', '/api/staff/channel', { cookie: administrator })
  return Object.fromEntries(answer.data.list.map((one: { key: string }) => [one.key, one]))
}
const test = (key: string, to: string | undefined, cookie = administrator) =>
  shop.ask('POST', `/api/staff/channel/${key}/test`, { cookie, body: { ...(to !== undefined && { to }), reason: '换了密钥，试一次' } })

describe('通道', () => {
  it('各个通道与它们的用处；没有用过的说没有用过，替代品写明是替代品', async () => {
    expect(await channels()).toMatchObject({
      wechat_pay: { name: '微信支付', kind: 'payment', state: 'unused', state_name: '未用过', is_simulated: 0, test: 'ask' },
      gateway: { name: '模拟支付网关', is_simulated: 1, state_name: '模拟', test: '' },
      aliyun: { kind: 'sms', uses: '首选：验证码、发货通知、证照到期提醒、账期到期提醒、退款到账通知', test: 'phone' },
      mail: { kind: 'mail', uses: '渠道账单差异、证照到期一览、系统异常', test: 'mail' },
    })
  })

  it('试短信：发到说的号码，记进名单与操作记录，号码遮盖；码什么也打不开', async () => {
    expect(await test('aliyun', '13911190001')).toMatchObject({ code: 200, data: { is_good: 1, said: expect.stringContaining('已收下') } })
    expect(ali.sent).toMatchObject([{ phone: '13911190001', template: 'SMS_154950909' }])
    const code = /\d{6}/.exec(ali.sent[0]?.params ?? '')?.[0]
    expect((await shop.ask('POST', '/api/user/login_sms', { body: { phone: '13911190001', code } })).code).toBe(422)
    const { data } = await shop.ask('GET', '/api/staff/sent_message?template=test&way=sms&state=sent&start_time=2026-11-26', {
      cookie: administrator,
    })
    expect(data).toMatchObject({ total: 1, list: [{ receiver: '139****0001', template_name: '测试', company: '', company_id: 0 }] })
    const audit = await shop.ask('GET', '/api/staff/audit?action=channel.test', { cookie: await makeStaffOf(db, 'auditor', '审计') })
    expect(audit.data.list[0]).toMatchObject({ actor: '管理员' })
    expect(audit.text).toContain('139****0001')
    expect(audit.text).not.toContain('13911190001')
    expect(await channels()).toMatchObject({ aliyun: { state: 'good', failed_at: '', refused_at: '' } })
  })

  it('服务拒绝：原话给试的人看，也留在通道上', async () => {
    ali.refusals.set('*', { code: 'isv.AMOUNT_NOT_ENOUGH', message: '账户余额不足' })
    expect(await test('aliyun', '13911190001')).toMatchObject({
      code: 200,
      data: { is_good: 0, said: expect.stringContaining('账户余额不足') },
    })
    expect(await channels()).toMatchObject({
      aliyun: { state: 'good', refused_at: NOW.toISOString(), refusal: expect.stringContaining('账户余额不足') },
    })
  })

  it('试邮件：真的送到；服务器不收，说为什么', async () => {
    expect(await test('mail', 'guanli@example.com')).toMatchObject({ data: { is_good: 1 } })
    expect(mail.mails).toMatchObject([{ to: ['guanli@example.com'] }])
    mail.mood = { refuse: { code: 451, text: 'busy' } }
    shop.clock.now = new Date(NOW.getTime() + 1)
    expect(await test('mail', 'guanli@example.com')).toMatchObject({ data: { is_good: 0, said: expect.stringContaining('busy') } })
    shop.clock.now = NOW
    expect(await channels()).toMatchObject({ mail: { state: 'failing', error: expect.stringContaining('busy') } })
  })

  it('试支付渠道：问一笔不存在的付款，什么也不改；断线后说没有答复，恢复后又正常', async () => {
    expect(await test('wechat_pay', undefined)).toMatchObject({ data: { is_good: 1, said: '渠道已答复：签名、密钥都对' } })
    expect(wechat.trades.size).toBe(0)
    expect(await channels()).toMatchObject({ wechat_pay: { state: 'good', failed_at: '' } })
    wechat.mood = { down: true }
    expect(await test('wechat_pay', undefined)).toMatchObject({ data: { is_good: 0, said: expect.stringContaining('没有答复') } })
    const failing = (await channels()).wechat_pay
    expect(failing).toMatchObject({ state: 'failing', state_name: '没有答复' })
    expect(failing?.error).toContain('other side closed')
    wechat.mood = {}
    await test('wechat_pay', undefined)
    expect(await channels()).toMatchObject({ wechat_pay: { state: 'good' } })
  })

  it('断路：暂停询问到几点，别的进程写下的也看得到', async () => {
    outsideReports.rests('微信支付', 60_000)
    outsideReports.failed('微信支付', new Error('GET: The operation was aborted due to timeout https://x/?secret=1 13911190001'))
    const resting = (await channels()).wechat_pay
    expect(resting?.error).toBe('GET: The operation was aborted due to timeout https://x/?… 139****0001')
    await pool.query(`update outside_standing set rests_until = $1`, [new Date(NOW.getTime() + 20_000)])
    expect(await channels()).toMatchObject({
      wechat_pay: { state: 'resting', state_name: '暂停询问', rests_until: new Date(NOW.getTime() + 20_000).toISOString() },
    })
  })

  it('写错的收件人、没有的通道、替代品、没有理由：各有各的话', async () => {
    expect(await test('aliyun', '12345')).toMatchObject({ code: 422, data: { errors: [{ field: 'to', message: '请输入 11 位手机号' }] } })
    expect(await test('mail', '张三')).toMatchObject({ code: 422, data: { errors: [{ field: 'to', message: '请输入邮件地址' }] } })
    for (const key of ['gateway', 'tencent', 'sms_inbox']) expect((await test(key, '13911190001')).code).toBe(404)
    const bare = await shop.ask('POST', '/api/staff/channel/aliyun/test', { cookie: administrator, body: { to: '13911190001' } })
    expect(bare.code).toBe(422)
    expect(ali.sent).toEqual([])
  })

  it('只有管系统的人能看、能试；审计只能看', async () => {
    const service = await makeStaffOf(db, 'merchandiser', '商品')
    const auditor = await makeStaffOf(db, 'auditor', '审计')
    expect((await shop.ask('GET', '/api/staff/channel', { cookie: service })).code).toBe(403)
    expect((await shop.ask('GET', '/api/staff/channel', { cookie: auditor })).code).toBe(200)
    expect((await test('aliyun', '13911190001', auditor)).code).toBe(403)
  })

  it('邮件通知的收件人：写错的指出来，一行一个', async () => {
    const save = (value: unknown) =>
      shop.ask('POST', '/api/staff/setting', {
        cookie: administrator,
        body: { changes: [{ key: 'mail_finance', value: JSON.stringify(value) }], reason: '设收件人', version: 1_000_000 },
      })
    expect(await save(['caiwu'])).toMatchObject({
      code: 422,
      data: { errors: [{ message: expect.stringContaining('“caiwu”不是邮件地址') }] },
    })
    expect((await save(['a@example.com', 'A@example.com'])).data.errors[0].message).toContain('写了两次')
    expect((await save(['caiwu@example.com'])).code).toBe(200)
  })
})

it('什么合同都没有的商店：没有通道，名单是空的', async () => {
  const bare = await openShop({ sms: false })
  const cookie = await makeStaffOf(bare.database.db, 'administrator', '管理员')
  expect((await bare.ask('GET', '/api/staff/channel', { cookie })).data.list.map(({ key }: { key: string }) => key)).toEqual(['gateway'])
  expect((await bare.ask('GET', '/api/staff/sent_message', { cookie })).data.list).toEqual([])
  await bare.close()
})

it('三个支付渠道都真的问到了：断了线就说没有答复', async () => {
  const { shop: own, wechat: pay, ali: alipay, union } = allPayments
  const cookie = await makeStaffOf(own.database.db, 'administrator', '管理员')
  const ask = async (key: string) =>
    (await own.ask('POST', `/api/staff/channel/${key}/test`, { cookie, body: { reason: '换了密钥，试一次' } })).data.is_good
  for (const [key, standIn] of [
    ['wechat_pay', pay],
    ['alipay', alipay],
    ['unionpay', union],
  ] as const) {
    expect(await ask(key), key).toBe(1)
    standIn.mood = { down: true }
    expect(await ask(key), key).toBe(0)
  }
})
