import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { AlipaySdk } from 'alipay-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Fen } from '#domain/money.ts'
import { type AlipayService, openAlipay } from '../../../test/stand-ins/alipay.ts'
import { gbk, gbkArchive } from '../../../test/stand-ins/gbk-archive.ts'
import { Refused } from '../outside/ask.ts'
import { alipay } from './alipay.ts'
import { isNotificationSigned, signedAnswer, signParameters } from './alipay-signing.ts'

const NOW = new Date('2026-11-27T02:00:00Z')
const NO = 'P20261127000000000001'
const amount = 11_200 as Fen
/** The account as the service masks it, and its number with its middle left out. */
const PAYER = '159****5620 · 208810****8060'

const pem = (key: KeyObject, kind: 'private' | 'public'): string =>
  key.export({ type: kind === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()

describe('签名与支付宝自己的 SDK 一致', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sdk = new AlipaySdk({
    appId: '2021000118623456',
    privateKey: pem(privateKey, 'private'),
    keyType: 'PKCS8',
    alipayPublicKey: pem(publicKey, 'public'),
  })

  it('通知：SDK 验得过的我们验得过，空值也在签名里；改一个值，两边都验不过', () => {
    const fields = { app_id: '2021000118623456', empty: '', out_trade_no: NO, subject: '100% & 安衡+订单', total_amount: '112.00' }
    const content = Object.entries(fields).map((pair) => pair.join('='))
    const signature = sign('RSA-SHA256', Buffer.from(content.join('&')), privateKey).toString('base64')
    const notification = { ...fields, sign_type: 'RSA2', sign: signature }
    expect(sdk.checkNotifySignV2(notification)).toBe(true)
    expect(isNotificationSigned(notification, publicKey)).toBe(true)
    const changed = { ...notification, total_amount: '1.00' }
    expect(sdk.checkNotifySignV2(changed)).toBe(false)
    expect(isNotificationSigned(changed, publicKey)).toBe(false)
  })

  it('SDK 生成的收银台地址，签名与我们对同样参数签的一字不差', () => {
    const url = new URL(
      sdk.pageExecute('alipay.trade.page.pay', 'GET', { bizContent: { out_trade_no: NO, total_amount: '112.00', subject: '订单' } }),
    )
    const { sign: theirs, ...parameters } = Object.fromEntries(url.searchParams)
    expect(theirs).toMatch(/^[A-Za-z0-9+/]{40,}/)
    expect(signParameters(parameters, privateKey)).toBe(theirs)
  })

  it('应答验的是原文：空格、转义、嵌套和大括号都照原样；改了、换了名的验不过', () => {
    const content = '{"code":"10000","msg":"Success","memo":"}{\\"a\\\\","inner":{"b": [1,{"c":"中"}]}}'
    const signature = sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64')
    const text = `{"alipay_trade_query_response":${content},"sign":"${signature}"}`
    expect(signedAnswer(text, 'alipay.trade.query', publicKey)).toBe(content)
    expect(signedAnswer(text.replace('10000', '20000'), 'alipay.trade.query', publicKey)).toBeNull()
    expect(signedAnswer(text, 'alipay.trade.refund', publicKey)).toBeNull()
    expect(signedAnswer(text.slice(0, -30), 'alipay.trade.query', publicKey)).toBeNull()
    expect(signedAnswer('<html>502</html>', 'alipay.trade.query', publicKey)).toBeNull()
  })
})

describe('支付宝', () => {
  let service: AlipayService
  const options = () => {
    const { appId, sellerId, key, alipayKey } = service.keys
    const notifyUrl = 'https://shop.example/api/pay/notify/alipay'
    return {
      appId,
      sellerId,
      key,
      alipayKeys: [alipayKey],
      desktop: 'page' as const,
      url: `${service.url}/gateway.do`,
      notifyUrl,
      returnOrigin: 'https://shop.example',
    }
  }
  const provider = () => alipay(options())
  const request = { paymentNo: NO, amount, subject: '安衡药采订单 1', returnPath: '/cart/step4?id=1', payBefore: null }
  const begin = async (no = NO): Promise<string> => {
    const way = await provider().create({ ...request, paymentNo: no, device: 'desktop' }, NOW)
    if (way.kind !== 'address') throw new Error(way.kind)
    return way.url
  }
  const refund = (of: { refundNo?: string; amount?: number } = {}) =>
    provider().refund(
      {
        paymentNo: NO,
        gatewayNo: null,
        refundNo: of.refundNo ?? `R${NO}`,
        paid: amount,
        amount: (of.amount ?? amount) as Fen,
        reason: '订单取消',
      },
      NOW,
    )
  beforeAll(async () => {
    service = await openAlipay()
  })
  afterEach(() => {
    service.trades.clear()
    service.refunds.clear()
    service.codes.clear()
    service.bills.clear()
    service.billsAt = ''
    service.mood = {}
    service.refundsArrive = true
  })
  afterAll(() => service.stop())

  it('收银台认得我们签的地址；付款后查询得到金额与交易号', async () => {
    const url = await begin()
    expect(await provider().query(NO, NOW)).toBeNull()
    const trade = await service.pay(url)
    expect(trade).toMatchObject({ total_amount: '112.00', return_url: 'https://shop.example/cart/step4?id=1' })
    expect(await provider().query(NO, NOW)).toEqual({ paymentNo: NO, gatewayNo: trade.trade_no, amount, status: 'paid', payer: PAYER })
  })

  it('手机上去手机收银台，付完、放弃都回到商城；网页收银台不认它的产品', async () => {
    const way = await provider().create({ ...request, device: 'phone' }, NOW)
    if (way.kind !== 'address') throw new Error(way.kind)
    const trade = await service.pay(way.url)
    expect(trade).toMatchObject({ product: 'QUICK_WAP_WAY', return_url: 'https://shop.example/cart/step4?id=1' })
    expect(new URL(way.url).searchParams.get('biz_content')).toContain('"quit_url":"https://shop.example/cart/step4?id=1"')
    expect((await fetch(way.url.replace('trade.wap.pay', 'trade.page.pay'))).status).toBe(400)
  })

  it('电脑上扫码：预下单给出码，再要还是它；付了再要被拒，查询得到', async () => {
    const qr = alipay({ ...options(), desktop: 'qr' })
    const payBefore = new Date(NOW.getTime() + 600_000)
    const way = await qr.create({ ...request, payBefore, device: 'desktop' }, NOW)
    expect(way).toEqual({ kind: 'scan', text: expect.stringMatching(/^https:\/\/qr\.alipay\.com\//), until: payBefore })
    expect(await qr.create({ ...request, payBefore, device: 'desktop' }, NOW)).toEqual(way)
    expect(await qr.query(NO, NOW)).toBeNull()
    const trade = service.scan((way as { text: string }).text)
    expect(trade.product).toBe('FACE_TO_FACE_PAYMENT')
    expect(await qr.query(NO, NOW)).toMatchObject({ status: 'paid', amount, payer: PAYER })
    await expect(qr.create({ ...request, payBefore, device: 'desktop' }, NOW)).rejects.toBeInstanceOf(Refused)
    // On a phone there is nothing to scan it with.
    expect((await qr.create({ ...request, device: 'phone' }, NOW)).kind).toBe('address')
  })

  it('账单：明细从压缩包里取出来，一字不差；没有账单是当天没有交易；地址不是它的、包坏了都不收', async () => {
    const text = '#支付宝业务明细查询\r\n支付宝交易号,商户订单号\r\n'
    expect(await provider().bill?.('2026-11-26', NOW)).toBeNull()
    service.bills.set('2026-11-26', gbkArchive({ 'a_业务明细(汇总).csv': '汇总', 'a_业务明细.csv': text }))
    const bill = await provider().bill?.('2026-11-26', NOW)
    expect(bill?.name).toBe('支付宝 2026-11-26.csv')
    expect(bill?.content).toEqual(gbk(text))
    expect(new TextDecoder('gbk').decode(bill?.content)).toBe(text)
    service.bills.set('2026-11-26', gbkArchive({ 'a.csv': text }))
    await expect(provider().bill?.('2026-11-26', NOW)).rejects.toThrow('not the archive that was promised')
    service.billsAt = 'https://alipay.com.example/bill'
    await expect(provider().bill?.('2026-11-26', NOW)).rejects.toThrow(/账单: 10000/)
  })

  it('关单：打开过收银台的关掉，没有的、付了的不算失败', async () => {
    await provider().close(NO, NOW)
    const url = await begin()
    await fetch(url)
    await provider().close(NO, NOW)
    expect(service.trades.get(NO)?.status).toBe('TRADE_CLOSED')
    await service.pay(await begin('P20261127000000000002'))
    await provider().close('P20261127000000000002', NOW)
    expect(service.trades.get('P20261127000000000002')?.status).toBe('TRADE_SUCCESS')
  })

  it('退款：到账、在途、被拒各是各的结果；同一请求号只退一次', async () => {
    expect(await refund()).toEqual({ status: 'closed', reason: '交易不存在' })
    await service.pay(await begin())
    expect(await refund({ amount: 1_000 })).toEqual({ status: 'done' })
    expect(await refund({ amount: 1_000 })).toEqual({ status: 'done' })
    expect(service.refunds.size).toBe(1)
    service.refundsArrive = false
    expect(await refund({ refundNo: 'T1', amount: 200 })).toEqual({ status: 'processing' })
    expect(await refund({ refundNo: 'T1', amount: 200 })).toEqual({ status: 'processing' })
    const given = service.refunds.get('T1')
    if (given) given.isDone = true
    expect(await refund({ refundNo: 'T1', amount: 200 })).toEqual({ status: 'done' })
    expect(await refund({ refundNo: 'T2', amount: 11_000 })).toEqual({ status: 'closed', reason: '退款金额超限' })
  })

  it('通知：验签并核对应用与商家；改了金额、换了商家、别人签的不信', async () => {
    const trade = await service.pay(await begin())
    const verdict = (callback: { headers: Record<string, string>; body: Buffer }) => provider().verifyCallback(callback, NOW)
    const good = service.notification(trade)
    expect(verdict(good)).toEqual({
      genuine: true,
      event: { paymentNo: NO, gatewayNo: trade.trade_no, amount, status: 'paid', payer: PAYER },
    })
    const { privateKey: stranger } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect(verdict({ ...good, body: Buffer.from(good.body.toString().replace('112.00', '1.00')) })).toMatchObject({
      reason: 'bad_signature',
    })
    expect(verdict(service.notification(trade, { by: stranger }))).toMatchObject({ reason: 'bad_signature' })
    expect(verdict(service.notification(trade, { change: { seller_id: '2088000000000000' } }))).toMatchObject({ reason: 'not_ours' })
    expect(verdict(service.notification(trade, { change: { trade_status: 'TRADE_CLOSED' } }))).toMatchObject({
      event: { status: 'failed' },
    })
    expect(verdict({ headers: {}, body: Buffer.from('a=1') })).toMatchObject({ genuine: false, reason: 'unsigned' })
  })

  it('换公钥期间两把都信', async () => {
    const { publicKey: former } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const changing = alipay({ ...options(), alipayKeys: [former, service.keys.alipayKey] })
    expect(await changing.query(NO, NOW)).toBeNull()
    await expect(alipay({ ...options(), alipayKeys: [former] }).query(NO, NOW)).rejects.toThrow('not believed')
  })

  it('支付宝不通、断线、应答是别人签的：都是不知道，不当作没付或已退', async () => {
    await service.pay(await begin())
    for (const mood of [{ down: true }, { deaf: true }, { forged: true }]) {
      service.mood = mood
      await expect(provider().query(NO, NOW), JSON.stringify(mood)).rejects.toThrow(/^支付宝 alipay.trade.query/)
      await expect(refund(), JSON.stringify(mood)).rejects.toThrow(/^支付宝 alipay.trade.refund/)
    }
    service.mood = {}
    expect(await refund()).toEqual({ status: 'done' })
    expect([...service.refunds.values()].map((one) => one.refund_amount)).toEqual(['112.00'])
  })
})
