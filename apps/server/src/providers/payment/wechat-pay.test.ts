import { createCipheriv, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Fen } from '#domain/money.ts'
import { openWechatPay, type WechatPayService } from '../../../test/stand-ins/wechat-pay.ts'
import { publicKeyOf } from '../outside/rsa.ts'
import { wechatPay } from './wechat-pay.ts'
import { authorization, decryptResource, distrustOfWechat } from './wechat-signing.ts'

const NOW = new Date('2026-11-27T02:00:00Z')
const NO = 'P20261127000000000001'
const amount = 11_200 as Fen

const ANSWER = {
  serial: 'PUB_KEY_ID_0000000000000024101100397200000006',
  timestamp: '1722850421',
  nonce: 'd824f2e086d3c1df967785d13fcd22ef',
  body: '{"code_url":"weixin://wxpay/bizpayurl?pr=JyC91EIz1"}',
  signature:
    'mfI1CPqvBrgcXfgXMFjdNIhBf27ACE2YyeWsWV9ZI7T7RU0vHvbQpu9Z32ogzc+k8ZC5n3kz7h70eWKjgqNdKQF0eRp8mVKlmfzMLBVHbssB9jEZEDXThOX1XFqX7s7ymia1hoHQxQagPGzkdWxtlZPZ4ZPvr1RiqkgAu6Is8MZgXXrRoBKqjmSdrP1N7uxzJ/cjfSiis9FiLjuADoqmQ1P7p2N876YPAol7Rn0+GswwAwxldbdLrmVSjfytfSBJFqTMHn4itojgxSWWN1byuckQt8hSTEv/Lg97QoeGniYP17T80pJeQyL3b+295FPHSO2AtvCgyIbKMZ0BALilAA==',
  publicKey: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwXNI6sdlknHBnK8Fu2U6
Cwor9qY747jP8KAfeBMeveEt1TqaHkLfaSD07trZLhGpfs8/AHqjhgSMO1O10YQW
OrrJ4hjIWPKqxbgrYMkBQc+mwdiWp4W3ByCqxBRagCveCXRWCmuJYovl9H/bsDI0
iGbpVtEOghJtfciisYSgxcLufUDTRkvwxjIBK1pCRjk33jJ5YTBWTHMRtMAOcFLN
F6hdEYdX8SPsgHHeLZ5Lv2T/686w1xtgCHef/sd4uSfWmyzsalQdHG/e4IyYmrhx
+O3VBoNDzE3nx23bFeV/RVNCG7cV6VhmYokJNHa/erIPkEmEFID6A5wQOXuxUkmJ
WwIDAQAB
-----END PUBLIC KEY-----`,
}

describe('签名与文档的范例一致', () => {
  // Printed in the merchant documentation (pages on the signature of requests and on verifying answers); the keys protect nothing.
  const SAMPLE = {
    timestamp: '1554208460',
    nonce: '593BEC0C930BF1AFEB40B4A08C8FB242',
    body: '{"appid":"wxd678efh567hg6787","mchid":"1900007291","description":"Image形象店-深圳腾大-QQ公仔","out_trade_no":"1217752501201407033233368018","notify_url":"https://www.weixin.qq.com/wxpay/pay.php","amount":{"total":100,"currency":"CNY"},"payer":{"openid":"oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"}}',
    signature:
      'jnks4dlrPw3ZX+ozVvSK39oa0t7OMBsg83BHAwd8BRdUFiVaQNTLTvci+wURgP1OQBbKYhFGvt7iqYpDSTQkp7Uq1sltaQKyncCyrA1g88m5bsKERQfPyT0ahSwKTYJ1CAn9QiJuSJRq1QsQs07eehbU/k9BCS51jTyc1Jpsi2H77HF9f/BnjXAOP3/sPObg6V5Ee4EzwLox684hhuMuIwHo7D8KFk3LIHOKDcNI4It1aCXydFWNpNK+SG86VUDe5kwoDpw4Ulqfu9z8OFDGbDs9TCxEv8iqQzbpxOlEVoOe2kalSYM5kApQb3nZcxdUtoE0liJGW3RGUNE0t4v01A==',
    publicKey: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAptpm+qvIDCh/9wjU26SQ
CK26ogYkBhDrYxnAaw2JbbBsp1oDbHKk+1r381NeBUG2HEFAuU+Fr72u5ot3yKdz
oF/FajAzQNKnm569/D3upKoi8mYBaST15Uig8j8qoUW1U217LL0jEHlSnHV3lcaD
TXqDpTRR4Bfz9IqOgJgFZ8/oTfEomSrjrLYef81Eyxr7ZIMQXEKKEK7V4UXKS0+/
fDsiG/cXidhzt8UbTL9vqXqxM2+IDImyO+FAc/tkBG55LmzxPto1Nq0WbnZzRM/w
Tzrd0I/8NlevxtFbphg4evlHjFNI7+GrqR87ViEwuAJJ9Je5QQjct5YJfFRWiZ5C
MQIDAQAB
-----END PUBLIC KEY-----`,
  }

  it('请求：按方法、地址、时间、随机串、报文逐行签，文档的签名用同样的拼法验得过', () => {
    const text = `POST\n/v3/pay/transactions/jsapi\n${SAMPLE.timestamp}\n${SAMPLE.nonce}\n${SAMPLE.body}\n`
    const signature = Buffer.from(SAMPLE.signature, 'base64')
    expect(verify('RSA-SHA256', Buffer.from(text), publicKeyOf(SAMPLE.publicKey), signature)).toBe(true)
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const keys = { mchid: '1900007291', serial: 'AB12', key: privateKey, apiV3Key: '', platform: new Map() }
    const at = new Date(Number(SAMPLE.timestamp) * 1000)
    const header = authorization(keys, { method: 'POST', path: '/v3/pay/transactions/jsapi', body: SAMPLE.body }, at, SAMPLE.nonce)
    expect(header).toMatch(
      /^WECHATPAY2-SHA256-RSA2048 mchid="1900007291",nonce_str="593BEC0C930BF1AFEB40B4A08C8FB242",timestamp="1554208460",serial_no="AB12",signature="[^"]+"$/,
    )
    const own = Buffer.from(/signature="([^"]+)"/.exec(header)?.[1] ?? '', 'base64')
    expect(verify('RSA-SHA256', Buffer.from(text), publicKey, own)).toBe(true)
  })

  it('应答：文档的应答验得过，改一个字节、晚六分钟、别的序列号验不过', () => {
    const answer = ANSWER
    const headers = {
      'wechatpay-timestamp': answer.timestamp,
      'wechatpay-nonce': answer.nonce,
      'wechatpay-serial': answer.serial,
      'wechatpay-signature': answer.signature,
    }
    const platform = new Map([[answer.serial, publicKeyOf(answer.publicKey)]])
    const at = (seconds: number) => new Date((Number(answer.timestamp) + seconds) * 1000)
    const body = Buffer.from(answer.body)
    expect(distrustOfWechat(headers, body, platform, at(10))).toBeNull()
    expect(distrustOfWechat(headers, body, platform, at(360))).toBe('stale')
    expect(distrustOfWechat(headers, Buffer.from(`${answer.body} `), platform, at(10))).toBe('bad_signature')
    expect(distrustOfWechat({ ...headers, 'wechatpay-serial': 'FFFF' }, body, platform, at(10))).toBe('unknown_key')
    expect(distrustOfWechat({ ...headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abc' }, body, platform, at(10))).toBe('probe')
    expect(distrustOfWechat({ ...headers, 'wechatpay-signature': undefined }, body, platform, at(10))).toBe('unsigned')
  })

  it('报文：AES-256-GCM，密钥、附加数据或密文不对都解不开', () => {
    const key = 'k'.repeat(32)
    const cipher = createCipheriv('aes-256-gcm', key, '123456789012').setAAD(Buffer.from('transaction'))
    const ciphertext = Buffer.concat([cipher.update('{"a":"十元"}'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    const resource = { ciphertext, nonce: '123456789012', associatedData: 'transaction' }
    expect(decryptResource(resource, key)).toBe('{"a":"十元"}')
    expect(decryptResource(resource, 'x'.repeat(32))).toBeNull()
    expect(decryptResource({ ...resource, associatedData: '' }, key)).toBeNull()
    expect(decryptResource({ ...resource, nonce: 'short' }, key)).toBeNull()
    expect(decryptResource({ ...resource, ciphertext: 'AAAA' }, key)).toBeNull()
  })
})

describe('微信支付', () => {
  let service: WechatPayService
  const provider = () => {
    const { mchid, appid, serial, merchantKey: key, apiV3Key, publicKeyId, publicKey } = service.keys
    const platform = new Map([[publicKeyId, publicKey]])
    return wechatPay({
      mchid,
      appid,
      serial,
      key,
      apiV3Key,
      platform,
      url: service.url,
      notifyUrl: 'https://shop.example/api/pay/notify/wechat_pay',
    })
  }
  const begin = (payBefore: Date | null = null, no = NO) =>
    provider().create(
      { paymentNo: no, amount, subject: '安衡药采订单 1', returnPath: '/cart/step4?id=1', payBefore, device: 'desktop' },
      NOW,
    )
  const refund = (of: Partial<{ refundNo: string; amount: number }> = {}) =>
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
    service = await openWechatPay(() => NOW)
  })
  afterEach(() => {
    service.trades.clear()
    service.refunds.clear()
    service.mood = {}
    service.refundsBecome = 'SUCCESS'
  })
  afterAll(() => service.stop())

  it('下单得到二维码，两小时有效，不长于订单；重复下单是同一笔，支付结束时间一直是第一次的那个', async () => {
    const way = await begin()
    expect(way).toMatchObject({ kind: 'scan', text: expect.stringMatching(/^weixin:/), until: new Date('2026-11-27T04:00:00Z') })
    expect(await begin()).toEqual(way)
    expect(service.trades.get(NO)).toMatchObject({
      total: amount,
      notify_url: 'https://shop.example/api/pay/notify/wechat_pay',
      time_expire: '',
    })
    // The service refuses to hear of another end.
    await expect(begin(new Date('2026-11-27T02:20:00Z'))).rejects.toThrow('商户订单号重复')
    const [short, end] = ['P20261127000000000003', new Date('2026-11-27T02:20:00.900Z')]
    const first = await begin(end, short)
    expect(first).toMatchObject({ until: end })
    expect(await begin(end, short)).toEqual(first)
    expect(service.trades.get(short)?.time_expire).toBe('2026-11-27T10:20:00+08:00')
  })

  it('查询：没下过单、没付是没有结果；付了有商户单号、微信单号与分', async () => {
    expect(await provider().query(NO, NOW)).toBeNull()
    const way = await begin()
    expect(await provider().query(NO, NOW)).toBeNull()
    const trade = service.scan((way as { text: string }).text)
    expect(await provider().query(NO, NOW)).toEqual({
      paymentNo: NO,
      gatewayNo: trade.transaction_id,
      amount,
      status: 'paid',
      payer: 'oUpF8u****eS6o',
    })
  })

  it('关单：没付的关了付不了；付了的、没有的不算失败', async () => {
    const way = await begin()
    await provider().close(NO, NOW)
    await provider().close(NO, NOW)
    expect(() => service.scan((way as { text: string }).text)).toThrow('CLOSED')
    await provider().close('P20261127999999999999', NOW)
    const other = await begin(null, 'P20261127000000000002')
    service.scan((other as { text: string }).text)
    await provider().close('P20261127000000000002', NOW)
    expect(service.trades.get('P20261127000000000002')?.state).toBe('SUCCESS')
  })

  it('退款：成功、处理中、关闭、异常各是各的结果；同一退款单号只退一次', async () => {
    service.scan(((await begin()) as { text: string }).text)
    expect(await refund({ amount: 1_000 })).toEqual({ status: 'done' })
    expect(await refund({ amount: 1_000 })).toEqual({ status: 'done' })
    expect(service.refunds.size).toBe(1)
    for (const [become, status] of [
      ['PROCESSING', 'processing'],
      ['CLOSED', 'closed'],
      ['ABNORMAL', 'abnormal'],
    ] as const) {
      service.refundsBecome = become
      expect(await refund({ refundNo: `T${become}`, amount: 100 })).toMatchObject({ status })
    }
    const news = service.refunds.get('TPROCESSING')
    if (news) news.status = 'SUCCESS'
    expect(await refund({ refundNo: 'TPROCESSING', amount: 100 })).toEqual({ status: 'done' })
    expect(await refund({ refundNo: 'T9', amount: 11_000 })).toEqual({ status: 'closed', reason: '退款金额超过可退金额' })
  })

  it('退款的订单微信那边没有：关闭，由人另想办法', async () => {
    expect(await refund()).toEqual({ status: 'closed', reason: '订单不存在' })
  })

  it('回调：验签、解密、核对商户与币种；付款与退款各有结论', async () => {
    const trade = service.scan(((await begin()) as { text: string }).text)
    expect(provider().verifyCallback(service.callback(trade, NOW), NOW)).toEqual({
      genuine: true,
      event: { paymentNo: NO, gatewayNo: trade.transaction_id, amount, status: 'paid', payer: 'oUpF8u****eS6o' },
    })
    await refund()
    const given = service.refunds.get(`R${NO}`)
    expect(given && provider().verifyCallback(service.callback(given, NOW), NOW)).toEqual({
      genuine: true,
      refund: { paymentNo: NO, refundNo: `R${NO}` },
    })
  })

  it('回调被改、别人签的、旧的、用别的密钥加密的，一概不信', async () => {
    const trade = service.scan(((await begin()) as { text: string }).text)
    const reason = (callback: { headers: Record<string, string>; body: Buffer }) => {
      const verdict = provider().verifyCallback(callback, NOW)
      return verdict.genuine ? 'believed' : verdict.reason
    }
    const good = service.callback(trade, NOW)
    const { privateKey: stranger } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect(reason({ ...good, body: Buffer.from(good.body.toString().replace('TRANSACTION', 'TRANSACTIOM')) })).toBe('bad_signature')
    expect(reason(service.callback(trade, NOW, { by: stranger }))).toBe('bad_signature')
    expect(reason(service.callback(trade, NOW, { at: new Date('2026-11-27T01:50:00Z') }))).toBe('stale')
    expect(reason({ headers: {}, body: good.body })).toBe('unsigned')
    const own = service.keys.apiV3Key
    service.keys.apiV3Key = 'y'.repeat(32)
    const other = service.callback(trade, NOW)
    service.keys.apiV3Key = own
    expect(reason(other)).toBe('not_decrypted')
  })

  it('微信不通、断线、应答是别人签的或过时的：都是不知道，不当作没付或已退', async () => {
    service.scan(((await begin()) as { text: string }).text)
    for (const mood of [{ down: true }, { deaf: true }, { forged: true }, { stale: true }]) {
      service.mood = mood
      await expect(provider().query(NO, NOW), JSON.stringify(mood)).rejects.toThrow(/^微信支付 GET/)
      await expect(refund(), JSON.stringify(mood)).rejects.toThrow(/^微信支付 POST/)
    }
    service.mood = {}
    // Done while nobody believed the answer: asked again it is the same refund.
    expect(await refund()).toEqual({ status: 'done' })
    expect([...service.refunds.values()].map((one) => one.refund)).toEqual([amount])
  })

  it('密钥不是商户的：微信拒绝，话里没有密钥', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { mchid, appid, serial, apiV3Key, publicKeyId, publicKey } = service.keys
    const wrong = wechatPay({
      mchid,
      appid,
      serial,
      key: privateKey,
      apiV3Key,
      platform: new Map([[publicKeyId, publicKey]]),
      url: service.url,
      notifyUrl: 'https://x',
    })
    await expect(wrong.query(NO, NOW)).rejects.toThrow('微信支付 查询: 401 SIGN_ERROR 签名错误')
  })
})
