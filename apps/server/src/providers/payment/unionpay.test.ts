import { createHash, createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Fen } from '#domain/money.ts'
import { testShop } from '../../../test/harness.ts'
import { openUnionPay, type UnionPayService } from '../../../test/stand-ins/unionpay.ts'
import { unionPay } from './unionpay.ts'
import { answeredFields, areFieldsSigned, distrustOfCertificate, distrustOfUnionPay, signFields } from './unionpay-signing.ts'

const NOW = new Date('2026-11-27T02:00:00Z')
const amount = 11_200 as Fen

/** Printed in UnionPay's demo of 5.1.0, in a comment of its page for back notifications; the certificate of its test world ended in 2020. */
const DOCUMENTED =
  'accNo=6221558812340000&accessType=0&bizType=000201&currencyCode=156&encoding=utf-8&merId=700000000000001&orderId=201807251814000000175473&queryId=951807261002324791038&respCode=00&respMsg=%E6%88%90%E5%8A%9F%5B0000000%5D&settleAmt=136&settleCurrencyCode=156&settleDate=0726&signMethod=01&signPubKeyCert=-----BEGIN+CERTIFICATE-----%0D%0AMIIEQzCCAyugAwIBAgIFEBJJZVgwDQYJKoZIhvcNAQEFBQAwWDELMAkGA1UEBhMC%0D%0AQ04xMDAuBgNVBAoTJ0NoaW5hIEZpbmFuY2lhbCBDZXJ0aWZpY2F0aW9uIEF1dGhv%0D%0Acml0eTEXMBUGA1UEAxMOQ0ZDQSBURVNUIE9DQTEwHhcNMTcxMTAxMDcyNDA4WhcN%0D%0AMjAxMTAxMDcyNDA4WjB3MQswCQYDVQQGEwJjbjESMBAGA1UEChMJQ0ZDQSBPQ0Ex%0D%0AMQ4wDAYDVQQLEwVDVVBSQTEUMBIGA1UECxMLRW50ZXJwcmlzZXMxLjAsBgNVBAMU%0D%0AJTA0MUBaMjAxNy0xMS0xQDAwMDQwMDAwOlNJR05AMDAwMDAwMDEwggEiMA0GCSqG%0D%0ASIb3DQEBAQUAA4IBDwAwggEKAoIBAQDDIWO6AESrg%2B34HgbU9mSpgef0sl6avr1d%0D%0AbD%2FIjjZYM63SoQi3CZHZUyoyzBKodRzowJrwXmd%2BhCmdcIfavdvfwi6x%2BptJNp9d%0D%0AEtpfEAnJk%2B4quriQFj1dNiv6uP8ARgn07UMhgdYB7D8aA1j77Yk1ROx7%2BLFeo7rZ%0D%0ADdde2U1opPxjIqOPqiPno78JMXpFn7LiGPXu75bwY2rYIGEEImnypgiYuW1vo9UO%0D%0AG47NMWTnsIdy68FquPSw5FKp5foL825GNX3oJSZui8d2UDkMLBasf06Jz0JKz5AV%0D%0AblaI%2Bs24%2FiCfo8r%2B6WaCs8e6BDkaijJkR%2FbvRCQeQpbX3V8WoTLVAgMBAAGjgfQw%0D%0AgfEwHwYDVR0jBBgwFoAUz3CdYeudfC6498sCQPcJnf4zdIAwSAYDVR0gBEEwPzA9%0D%0ABghggRyG7yoBATAxMC8GCCsGAQUFBwIBFiNodHRwOi8vd3d3LmNmY2EuY29tLmNu%0D%0AL3VzL3VzLTE0Lmh0bTA5BgNVHR8EMjAwMC6gLKAqhihodHRwOi8vdWNybC5jZmNh%0D%0ALmNvbS5jbi9SU0EvY3JsMjQ4NzIuY3JsMAsGA1UdDwQEAwID6DAdBgNVHQ4EFgQU%0D%0AmQQLyuqYjES7qKO%2BzOkzEbvdFwgwHQYDVR0lBBYwFAYIKwYBBQUHAwIGCCsGAQUF%0D%0ABwMEMA0GCSqGSIb3DQEBBQUAA4IBAQAujhBuOcuxA%2BVzoUH84uoFt5aaBM3vGlpW%0D%0AKVMz6BUsLbIpp1ho5h%2BLaMnxMs6jdXXDh%2Fdu8X5SKMaIddiLw7ujZy1LibKy2jYi%0D%0AYYfs3tbZ0ffCKQtv78vCgC%2BIxUUurALY4w58fRLLdu8u8p9jyRFHsQEwSq%2BW5%2BbP%0D%0AMTh2w7cDd9h%2B6KoCN6AMI1Ly7MxRIhCbNBL9bzaxF9B5GK86ARY7ixkuDCEl4XCF%0D%0AJGxeoye9R46NqZ6AA%2Fk97mJun%2F%2FgmUjStmb9PUXA59fR5suAB5o%2F5lBySZ8UXkrI%0D%0App%2FiLT8vIl1hNgLh0Ghs7DBSx99I%2BS3VuUzjHNxL6fGRhlix7Rb8%0D%0A-----END+CERTIFICATE-----&traceNo=479103&traceTime=0726100232&txnAmt=136&txnSubType=01&txnTime=20180726100232&txnType=01&version=5.1.0&signature=Q%2FusKVYN70HrAun5WFUvYpDeE3NtRb0gC3lL38qXrIMIGbutpECmjI%2BuB5X9GQbkPcJreRVz%2Bb9ZErH2L3alPsVUitgDY3gZLnLRqEmiIreHAG4Th%2FeOml626aNPiAJtjjCMbmmMzilLUrakcpK0zVREjaB%2BsMF2XYVbIAegzHgy1CQgjyEImarx92zchzesmpA%2F3JA%2BK0h937B%2Fx1gFvmL0POcO4RpVI%2Fkb%2FxU5TjM2fQlZkFKX40dQrQB6EPjNxnqwZ3eVm4p2Q8L1llZyiat9wq91CU9Ku7X5dIQDbE5JleWzNlC0ikkRVoxWnqkIFlGeP2%2BITk9%2BHEtI%2B0uHuA%3D%3D'

const { db } = (await testShop({ now: NOW })).database
let service: UnionPayService
beforeAll(async () => {
  service = await openUnionPay(() => NOW)
})
afterAll(() => service.stop())
const trustOf = () => ({ roots: [service.keys.root], middles: [service.keys.middle], name: service.keys.name })

describe('签名与银联文档的范例一致', () => {
  const fields = Object.fromEntries(new URLSearchParams(DOCUMENTED))
  const certificate = new X509Certificate(fields.signPubKeyCert ?? '')

  it('文档里的后台通知验得过；改一个值、只散列一次的验不过', () => {
    expect(areFieldsSigned(fields, certificate.publicKey)).toBe(true)
    expect(areFieldsSigned({ ...fields, txnAmt: '1' }, certificate.publicKey)).toBe(false)
    // Hashed once, as the text itself would be: what the documentation says is not what other services do.
    const text = Object.keys(fields)
      .filter((name) => name !== 'signature')
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
    const signature = Buffer.from(fields.signature ?? '', 'base64')
    expect(verify('RSA-SHA256', Buffer.from(text), certificate.publicKey, signature)).toBe(false)
    expect(verify('RSA-SHA256', Buffer.from(createHash('sha256').update(text).digest('hex')), certificate.publicKey, signature)).toBe(true)
  })

  it('它的证书：当时有效、不是我们认得的发证机构；今天已过期', () => {
    expect(distrustOfCertificate(certificate, trustOf(), new Date('2018-07-26T02:02:32Z'))).toBe('certificate_unknown')
    expect(distrustOfUnionPay(fields, trustOf(), new Date('2018-07-26T02:02:32Z'))).toBe('certificate_unknown')
    expect(distrustOfUnionPay(fields, trustOf(), NOW)).toBe('certificate_expired')
  })

  it('我们签的，用证书公钥按文档的办法验得过', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const sent = { orderId: 'P1', txnAmt: '100', merId: '1' }
    const hex = createHash('sha256').update('merId=1&orderId=P1&txnAmt=100').digest('hex')
    const signature = Buffer.from(signFields({ ...sent, signature: 'x' }, privateKey), 'base64')
    expect(verify('RSA-SHA256', Buffer.from(hex), createPublicKey(privateKey), signature)).toBe(true)
  })

  it('应答是原样的键值：值里有等号、花括号里有分隔符都读得对', () => {
    const text = 'a=1&reserved={x=1&y={2}&z=3}&signature=AB+/==&last='
    expect(answeredFields(text)).toEqual({ a: '1', reserved: '{x=1&y={2}', z: '3}', signature: 'AB+/==', last: '' })
    expect(answeredFields('reserved={x=1&y=2}&b=2')).toEqual({ reserved: '{x=1&y=2}', b: '2' })
    expect(answeredFields('Invalid request.')).toEqual({})
  })
})

describe('银联', () => {
  let now = NOW
  let count = 0
  let no = ''
  const provider = () => {
    const { merId, merchant, certId } = service.keys
    const notifyUrl = 'https://shop.example/api/pay/notify/unionpay'
    const url = `${service.url}/gateway/api`
    return unionPay({ merId, key: merchant.key, certId, trust: trustOf(), url, notifyUrl, returnOrigin: 'https://shop.example' }, db)
  }
  const begin = async (payBefore: Date | null = null, device: 'desktop' | 'phone' = 'desktop') => {
    const way = await provider().create({ paymentNo: no, amount, subject: '安衡药采订单 {1}&2=', returnPath: '/', payBefore, device }, now)
    if (way.kind !== 'form') throw new Error(way.kind)
    return way
  }
  const paid = async () => service.pay(await begin())
  const refund = (gatewayNo: string | null, of: { refundNo?: string; amount?: number } = {}) =>
    provider().refund(
      {
        paymentNo: no,
        gatewayNo,
        refundNo: of.refundNo ?? `R${no}`,
        paid: amount,
        amount: (of.amount ?? amount) as Fen,
        reason: '订单取消',
      },
      now,
    )
  afterEach(() => {
    service.mood = {}
    service.refundsBecome = '00'
    service.findsRefunds = true
    now = NOW
  })
  const next = () => {
    no = `P20261127${String(++count).padStart(12, '0')}`
  }

  it('网关认得我们签的表单；付款后查询得到金额、流水号与遮掉中间的卡号；再打开还是同一笔', async () => {
    next()
    expect(await provider().query(no, now)).toBeNull()
    const form = await begin(new Date('2026-11-27T02:30:00Z'), 'phone')
    expect(await provider().query(no, now)).toBeNull()
    now = new Date(NOW.getTime() + 60_000)
    expect((await begin(new Date('2026-11-27T02:30:00Z'), 'phone')).fields).toEqual(form.fields)
    const trade = await service.pay(form)
    expect(trade).toMatchObject({
      txnTime: '20261127100000',
      payTimeout: '20261127103000',
      channelType: '08',
      frontUrl: `https://shop.example/pay/${no}/back`,
    })
    expect(await provider().query(no, now)).toEqual({
      paymentNo: no,
      gatewayNo: trade.queryId,
      amount,
      status: 'paid',
      payer: '622155****0000',
    })
    expect(await provider().close(no, now)).toBe('open')
  })

  it('后台通知：证书、商户、签名都对才信，信了也只是去问；别人的、过期的、改过的各有说法', async () => {
    next()
    const trade = await paid()
    const verdict = (wish: Parameters<typeof service.notification>[1] = {}) =>
      provider().verifyCallback(service.notification(trade, wish), now)
    const { another, stranger, ended } = service.keys.others
    expect(verdict()).toEqual({ genuine: true, ask: no, since: NOW })
    expect(verdict({ after: { txnAmt: '1' } })).toMatchObject({ genuine: false, reason: 'bad_signature' })
    expect(verdict({ by: another })).toMatchObject({ reason: 'certificate_of_another' })
    expect(verdict({ by: stranger })).toMatchObject({ reason: 'certificate_unknown' })
    expect(verdict({ by: ended })).toMatchObject({ reason: 'certificate_expired' })
    expect(verdict({ after: { signPubKeyCert: 'x' } })).toMatchObject({ reason: 'certificate_unreadable' })
    expect(verdict({ change: { merId: '700000000000001' } })).toMatchObject({ reason: 'not_ours' })
    expect(verdict({ change: { txnTime: '2026' } })).toMatchObject({ reason: 'malformed' })
    expect(verdict({ change: { txnType: '31' } })).toMatchObject({ reason: 'malformed' })
    expect(verdict({ after: { signature: '' } })).toMatchObject({ reason: 'unsigned', paymentNo: no })
  })

  it('退款：受理了要问到才算；处理中、失败、被拒各是各的结果；同一单号只退一次', async () => {
    next()
    expect(await refund(null)).toMatchObject({ status: 'closed' })
    expect(await refund('999', { refundNo: 'T20261127000000990' })).toEqual({ status: 'closed', reason: '原交易不存在[0000034]' })
    const { queryId } = await paid()
    service.findsRefunds = false
    expect(await refund(queryId, { refundNo: 'T20261127000000991', amount: 1_000 })).toEqual({ status: 'processing' })
    // Taken, and still not found much later: it is waited for, never sent as another one.
    now = new Date(NOW.getTime() + 3_600_000)
    expect(await refund(queryId, { refundNo: 'T20261127000000991', amount: 1_000 })).toEqual({ status: 'processing' })
    expect([...service.refunds.values()].filter(({ of }) => of === queryId)).toHaveLength(1)
    service.findsRefunds = true
    expect(await refund(queryId, { refundNo: 'T20261127000000991', amount: 1_000 })).toEqual({ status: 'done' })
    expect(await refund(queryId, { refundNo: 'T20261127000000991', amount: 900 })).toMatchObject({ status: 'closed' })
    service.refundsBecome = '05'
    expect(await refund(queryId, { refundNo: 'T20261127000000992', amount: 200 })).toEqual({ status: 'processing' })
    const second = service.refunds.get('T20261127000000992')
    if (second) second.code = '60'
    expect(await refund(queryId, { refundNo: 'T20261127000000992', amount: 200 })).toEqual({ status: 'abnormal', reason: '发卡行拒绝' })
    expect(await refund(queryId, { refundNo: 'T20261127000000993', amount: 11_000 })).toMatchObject({ status: 'closed' })
    expect(provider().verifyCallback(service.notification(second ?? (await paid())), now)).toEqual({
      genuine: true,
      refund: { paymentNo: '', refundNo: 'T20261127000000992' },
    })
  })

  it('不通、断线、应答是别人签的：都是不知道，不当作没付或已退；断在办好之后再问就知道，断在之前过后重发', async () => {
    next()
    const { queryId } = await paid()
    for (const mood of [{ down: true }, { deaf: true }, { forged: true }]) {
      service.mood = mood
      await expect(provider().query(no, now), JSON.stringify(mood)).rejects.toThrow(/^银联在线支付 查询/)
      await expect(refund(queryId), JSON.stringify(mood)).rejects.toThrow(/^银联在线支付 (?:退款|查询)/)
    }
    service.mood = {}
    now = new Date(NOW.getTime() + 3_600_000)
    expect(await refund(queryId)).toEqual({ status: 'done' })
    const sent = [...service.refunds.values()].filter(({ of }) => of === queryId)
    expect(sent.map(({ txnAmt, txnTime }) => [txnAmt, txnTime])).toEqual([['11200', '20261127110000']])
    // Broken after the deed: it is found, and not sent again.
    next()
    const other = await paid()
    service.mood = { deaf: true }
    await expect(refund(other.queryId)).rejects.toThrow('退款')
    service.mood = {}
    expect(await refund(other.queryId)).toEqual({ status: 'done' })
    expect([...service.refunds.values()].filter(({ of }) => of === other.queryId)).toHaveLength(1)
  })
})
