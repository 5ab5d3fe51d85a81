import { afterAll, beforeEach } from 'vitest'
import { NO_CHANNELS } from '../src/providers/outside/channels-file.ts'
import { expectLedgerTrue } from './buying.ts'
import { openBankAccount } from './gateway.ts'
import { type Shop, testShop } from './harness.ts'
import { type AlipayService, openAlipay } from './stand-ins/alipay.ts'
import { openUnionPay, type UnionPayService } from './stand-ins/unionpay.ts'
import { openWechatPay, type WechatPayService } from './stand-ins/wechat-pay.ts'

/** A shop with contracts with all payment services, played by servers on loopback: the shop's side is the one that runs for real. */
export interface OutsideShop {
  shop: Shop
  wechat: WechatPayService
  ali: AlipayService
  union: UnionPayService
  now: () => Date
  setClock: (at: Date) => void
}

const ORIGIN = 'https://shop.example'

export async function outsideShop(start: Date, desktop: 'page' | 'qr' = 'page'): Promise<OutsideShop> {
  let now = start
  const clock = () => now
  const [wechat, ali, union] = [await openWechatPay(clock), await openAlipay(), await openUnionPay(clock)]
  const { mchid, appid, serial, merchantKey, apiV3Key, publicKeyId, publicKey } = wechat.keys
  const { merId, merchant, certId, root, middle, name } = union.keys
  const notifyUrl = (channel: string) => `${ORIGIN}/api/pay/notify/${channel}`
  const shop = await testShop({
    now: start,
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
        notifyUrl: notifyUrl('wechat_pay'),
      },
      alipay: {
        appId: ali.keys.appId,
        sellerId: ali.keys.sellerId,
        key: ali.keys.key,
        alipayKeys: [ali.keys.alipayKey],
        desktop,
        url: `${ali.url}/gateway.do`,
        notifyUrl: notifyUrl('alipay'),
        returnOrigin: ORIGIN,
      },
      unionPay: {
        merId,
        key: merchant.key,
        certId,
        trust: { roots: [root], middles: [middle], name },
        url: `${union.url}/gateway/api`,
        notifyUrl: notifyUrl('unionpay'),
        returnOrigin: ORIGIN,
      },
    },
  })
  await openBankAccount(shop.database.db)
  const setClock = (at: Date): void => {
    now = at
    shop.clock.now = at
  }
  const services = [wechat, ali, union]
  afterAll(async () => {
    await expectLedgerTrue(shop.database.db)
    for (const service of services) await service.stop()
  })
  beforeEach(() => {
    setClock(start)
    for (const service of services) service.mood = {}
    wechat.refundsBecome = 'SUCCESS'
    ali.refundsArrive = true
    ali.refundsRefused = false
    union.refundsBecome = '00'
    union.findsRefunds = true
  })
  return { shop, wechat, ali, union, now: clock, setClock }
}

/** The form that a page of the shop would have the buyer's browser send. */
export function formIn(html: string): { url: string; fields: Record<string, string> } {
  const plain = (text = '') =>
    text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
  return { url: plain(action), fields: Object.fromEntries(inputs.map(([, name = '', value]) => [name, plain(value)])) }
}
