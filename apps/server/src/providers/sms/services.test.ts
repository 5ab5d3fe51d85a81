import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aliyunOptions, openAliyunSms, type SmsStandIn } from '../../../test/stand-ins/aliyun-sms.ts'
import { openTencentSms, tencentOptions } from '../../../test/stand-ins/tencent-sms.ts'
import { NotReached, Refused, Unanswered } from '../outside/ask.ts'
import { aliyunSms } from './aliyun.ts'
import { deliver } from './sending.ts'
import { type SmsService, TooManyMessages } from './service.ts'
import { tencentSms } from './tencent.ts'

/** Both services played on loopback: each checks the signature as the real one would, by its own means. */

const NOW = new Date('2026-11-28T02:00:00Z')
const PHONE = '13911150001'
const CODE = { phone: PHONE, params: { code: '012345', minutes: '5' }, reference: '77' }

let clock = NOW
let ali: SmsStandIn
let tencent: SmsStandIn
/** Where nobody is. */
let nowhere = ''
beforeAll(async () => {
  ali = await openAliyunSms(() => clock)
  tencent = await openTencentSms(() => clock)
  const left = await openTencentSms(() => clock)
  nowhere = left.url
  await left.stop()
})
afterAll(() => Promise.all([ali.stop(), tencent.stop()]))
afterEach(() => {
  clock = NOW
  for (const one of [ali, tencent]) {
    one.mood = {}
    one.sent.length = 0
    one.refusals.clear()
  }
})

const services: Record<string, () => { service: SmsService; standIn: SmsStandIn }> = {
  aliyun: () => ({ service: aliyunSms(aliyunOptions(ali.url)), standIn: ali }),
  tencent: () => ({ service: tencentSms(tencentOptions(tencent.url)), standIn: tencent }),
}
const send = (service: SmsService) => {
  const template = service.templates.code
  if (!template) throw new Error('no template')
  return service.send({ ...CODE, template }, NOW)
}
const faultOf = (service: SmsService): Promise<unknown> =>
  send(service).then(
    () => null,
    (error: unknown) => error,
  )

describe.each(Object.keys(services))('%s', (key) => {
  const of = () => {
    const made = services[key]?.()
    if (!made) throw new Error(key)
    return made
  }

  it('签名被接受，参数按模板的次序，编号留下', async () => {
    const { service, standIn } = of()
    const { serviceId } = await send(service)
    expect(standIn.sent).toEqual([
      {
        phone: PHONE,
        template: service.templates.code?.id,
        params: key === 'aliyun' ? '{"code":"012345"}' : '012345,5',
        reference: '77',
        id: serviceId,
      },
    ])
  })

  it('密钥不对、时钟差得远：拒绝，没有发出', async () => {
    const { standIn } = of()
    const wrong =
      key === 'aliyun'
        ? aliyunSms({ ...aliyunOptions(ali.url), accessKeySecret: 'x'.repeat(24) })
        : tencentSms({ ...tencentOptions(tencent.url), secretKey: 'x'.repeat(24) })
    expect(await faultOf(wrong)).toBeInstanceOf(Refused)
    clock = new Date(NOW.getTime() + 16 * 60_000)
    expect(await faultOf(of().service)).toBeInstanceOf(Refused)
    expect(standIn.sent).toEqual([])
  })

  it('这个手机号太多、本店今天太多：各是各的拒绝', async () => {
    const { service, standIn } = of()
    const [ofPhone, ofShop] =
      key === 'aliyun'
        ? ['isv.BUSINESS_LIMIT_CONTROL', 'isv.DAY_LIMIT_CONTROL']
        : ['LimitExceeded.PhoneNumberDailyLimit', 'LimitExceeded.AppDailyLimit']
    standIn.refusals.set(PHONE, { code: ofPhone ?? '', message: '触发天级流控Permits:10' })
    expect(await faultOf(service)).toMatchObject({ constructor: TooManyMessages, of: 'phone' })
    standIn.refusals.set(PHONE, { code: ofShop ?? '', message: '触发日发送限额' })
    expect(await faultOf(service)).toMatchObject({ constructor: TooManyMessages, of: 'shop' })
  })

  it('服务自己的故障、半路断线、答非所问：不知道发没发', async () => {
    const { service, standIn } = of()
    const own = key === 'aliyun' ? 'isp.SYSTEM_ERROR' : 'InternalError.Timeout'
    standIn.refusals.set(PHONE, { code: own, message: '系统错误' })
    const faults = [await faultOf(service)]
    standIn.refusals.clear()
    for (const mood of [{ deaf: true }, { down: true }, { forged: true }]) {
      standIn.mood = mood
      faults.push(await faultOf(service))
    }
    for (const fault of faults) {
      expect(fault).toBeInstanceOf(Unanswered)
      expect(fault).not.toBeInstanceOf(NotReached)
      expect(fault).not.toBeInstanceOf(Refused)
    }
    // Done, and nobody heard of it.
    expect(standIn.sent).toHaveLength(1)
  })

  it('没有人在那里：肯定没有发出', async () => {
    const gone = key === 'aliyun' ? aliyunSms(aliyunOptions(nowhere)) : tencentSms(tencentOptions(nowhere))
    expect(await faultOf(gone)).toBeInstanceOf(NotReached)
  })

  it('回执：送达与没送达，别的内容不认', async () => {
    const { service, standIn } = of()
    await send(service)
    const [message] = standIn.sent
    if (!message) throw new Error('nothing was sent')
    const told = service.receiptsIn(standIn.receipt(message, false))
    expect(told).toMatchObject([{ serviceId: message.id, phone: PHONE, isDelivered: false, reference: key === 'aliyun' ? '77' : '' }])
    expect(service.receiptsIn(standIn.receipt(message, true))?.[0]?.isDelivered).toBe(true)
    for (const wrong of ['', '{}', '[1]', 'null', '<xml/>']) expect(service.receiptsIn(Buffer.from(wrong))).toBeNull()
  })
})

describe('谁来发', () => {
  const both = () => [aliyunSms(aliyunOptions(ali.url)), tencentSms(tencentOptions(tencent.url))]
  const states = async (of = both()) => (await deliver(of, 'code', CODE, NOW)).outcome

  it('第一家拒绝（不是太多）或没有人在：第二家发，两家的话都留下', async () => {
    ali.refusals.set('*', { code: 'isv.AMOUNT_NOT_ENOUGH', message: '账户余额不足' })
    expect(await states()).toMatchObject({ state: 'sent', service: 'tencent', error: expect.stringContaining('账户余额不足') })
    const gone = [aliyunSms(aliyunOptions(nowhere)), tencentSms(tencentOptions(tencent.url))]
    expect(await states(gone)).toMatchObject({ state: 'sent', service: 'tencent' })
    expect(tencent.sent).toHaveLength(2)
  })

  it('第一家说太多：不找第二家绕过去', async () => {
    ali.refusals.set('*', { code: 'isv.BUSINESS_LIMIT_CONTROL', message: `触发小时级流控Permits:5 ${PHONE}` })
    const outcome = await states()
    expect(outcome).toMatchObject({ state: 'refused', service: 'aliyun' })
    expect(outcome.error).toContain('139****0001')
    expect(tencent.sent).toEqual([])
  })

  it('第一家发没发不知道：不找第二家，按一次最多发出一条', async () => {
    ali.mood = { deaf: true }
    expect(await states()).toMatchObject({ state: 'unknown', service: 'aliyun' })
    expect([ali.sent.length, tencent.sent.length]).toEqual([1, 0])
  })

  it('只有一家报备过的模板，由那一家发；都没有的不发', async () => {
    const wish = { phone: PHONE, params: { order: 'A1', amount: '8.00' }, reference: '78' }
    expect((await deliver(both().reverse(), 'refunded', wish, NOW)).outcome).toMatchObject({ state: 'sent', service: 'aliyun' })
    expect((await deliver(both().slice(1), 'refunded', wish, NOW)).outcome).toMatchObject({ state: 'dropped' })
  })
})
