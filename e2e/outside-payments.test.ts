import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { qrPicture } from '../apps/server/src/platform/qr.ts'
import { copyTestDatabase, dropTestDatabase, testDatabaseUrl } from '../apps/server/test/databases.ts'
import { type AlipayService, openAlipay } from '../apps/server/test/stand-ins/alipay.ts'
import { openUnionPay, type UnionPayService } from '../apps/server/test/stand-ins/unionpay.ts'
import { openWechatPay, type WechatPayService } from '../apps/server/test/stand-ins/wechat-pay.ts'
import { type RunningShop, startShop } from './running-shop.ts'
import { dataOf, emptyCart, expectAccessible, fillCart, firstGoods, PASSED, signedIn, watchFailures } from './support.ts'

/** A shop with contracts: the services are played on loopback, the shop talks to them as it would to the real ones. */

let shop: RunningShop
let wechat: WechatPayService
let ali: AlipayService
let union: UnionPayService
let database: string
let folder: string

/** Where it is reached has to be known before it starts: the services send the buyer back there. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  wechat = await openWechatPay()
  ali = await openAlipay()
  union = await openUnionPay()
  folder = mkdtempSync(join(tmpdir(), 'channels-'))
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const pem = { format: 'pem' } as const
  put('wechat.pem', wechat.keys.merchantKey.export({ type: 'pkcs8', ...pem }).toString())
  put('v3.txt', wechat.keys.apiV3Key)
  put('wechat-public.pem', wechat.keys.publicKey.export({ type: 'spki', ...pem }).toString())
  put('alipay.pem', ali.keys.key.export({ type: 'pkcs8', ...pem }).toString())
  put('unionpay.pem', union.keys.merchant.key.export({ type: 'pkcs8', ...pem }).toString())
  put('unionpay-own.pem', union.keys.merchant.certificate.toString())
  put('unionpay-root.pem', union.keys.root.toString())
  put('unionpay-middle.pem', union.keys.middle.toString())
  put('alipay-public.pem', ali.keys.alipayKey.export({ type: 'spki', ...pem }).toString())
  put(
    'channels.json',
    JSON.stringify({
      wechat_pay: {
        mchid: wechat.keys.mchid,
        appid: wechat.keys.appid,
        serial: wechat.keys.serial,
        key_file: 'wechat.pem',
        api_v3_key_file: 'v3.txt',
        public_key_files: { [wechat.keys.publicKeyId]: 'wechat-public.pem' },
        url: wechat.url,
      },
      alipay: {
        app_id: ali.keys.appId,
        seller_id: ali.keys.sellerId,
        key_file: 'alipay.pem',
        alipay_public_key_files: ['alipay-public.pem'],
        desktop: 'qr',
        url: `${ali.url}/gateway.do`,
      },
      unionpay: {
        mer_id: union.keys.merId,
        key_file: 'unionpay.pem',
        certificate_file: 'unionpay-own.pem',
        root_files: ['unionpay-root.pem'],
        middle_files: ['unionpay-middle.pem'],
        certificate_name: union.keys.name,
        // Another name than the shop's, so that it is another site for the browser, too.
        url: `${union.url.replace('127.0.0.1', 'localhost')}/gateway/api`,
      },
    }),
  )
  database = await copyTestDatabase(process.env.E2E_TEMPLATE ?? '')
  const port = await freePort()
  shop = await startShop(testDatabaseUrl(database), {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CHANNELS_FILE: join(folder, 'channels.json'),
  })
})
test.afterAll(async () => {
  await shop?.stop()
  await wechat?.stop()
  await ali?.stop()
  await union?.stop()
  if (database) await dropTestDatabase(database)
  if (folder) rmSync(folder, { recursive: true })
})

/** An order that waits to be paid, at its page. */
async function orderToPay(page: Page): Promise<number> {
  const post = async (url: string, data: object) => dataOf(await page.request.post(url, { data }))
  await emptyCart(page)
  const goods = await firstGoods(page, '阿莫西林')
  const ids = await fillCart(page, [{ goods_id: goods.id, number: Math.max(goods.step, 10) }])
  const { checkout_key, total } = await post('/api/cart/checkout', { ids })
  const [address] = (await dataOf(await page.request.get('/api/user/address'))).list
  const placed = await post('/api/order', { ids, checkout_key, total, address_id: address.id, invoice_kind: 'normal' })
  const { id } = placed.orders[0]
  await page.goto(`/cart/step3/${id}`)
  return id
}

test('微信支付：支付页是微信给的二维码，手机付好、回调到了，页面自己到支付成功', async ({ browser }) => {
  const page = await signedIn(browser, PASSED, { baseURL: shop.origin })
  const failures = watchFailures(page)
  const id = await orderToPay(page)
  await page.getByRole('radio', { name: /微信支付/ }).check()
  await page.getByRole('button', { name: /^立即支付/ }).click()
  await page.waitForURL(/\/pay\/P\d+$/)
  const code = page.getByRole('img', { name: '微信支付二维码' })
  await expect(code).toBeVisible()
  const trade = [...wechat.trades.values()].at(-1)
  if (!trade) throw new Error('WeChat Pay was not told')
  const drawn = `data:image/svg+xml;base64,${Buffer.from(await qrPicture(trade.code)).toString('base64')}`
  expect(await code.getAttribute('src')).toBe(drawn)
  await expectAccessible(page)
  // Drawn by the server, it is heard once its scripts have come.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: '我已付款' }).click()
  await expect(page.getByText('还没有收到付款')).toBeVisible()

  wechat.scan(trade.code)
  const { headers, body } = wechat.callback(trade, new Date())
  const heard = await fetch(`${shop.origin}/api/pay/notify/wechat_pay`, { method: 'POST', headers, body: new Uint8Array(body) })
  expect(heard.status).toBe(200)
  await page.waitForURL(`**/cart/step4?id=${id}`)
  await expect(page.getByRole('heading', { name: '支付成功，我们开始备货' })).toBeVisible()
  // Back in the history: paid is paid.
  await page.goto(`/pay/${trade.out_trade_no}`)
  await expect(page.getByRole('heading', { name: '支付成功，我们开始备货' })).toBeVisible()
  expect(failures).toEqual([])
  await page.context().close()
})

test('微信支付在手机上：375 像素不横向滚动，二维码写明长按保存；换一种方式回到订单', async ({ browser }) => {
  const page = await signedIn(browser, PASSED, { baseURL: shop.origin, viewport: { width: 375, height: 812 } })
  const id = await orderToPay(page)
  await page.getByRole('radio', { name: /微信支付/ }).check()
  await page.getByRole('button', { name: /^立即支付/ }).click()
  await expect(page.getByText('长按保存二维码')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.getByRole('link', { name: '换一种方式' }).click()
  await page.waitForURL(`**/cart/step3/${id}`)
  await page.context().close()
})

/** What a phone says of itself. */
const PHONE = {
  viewport: { width: 375, height: 812 },
  userAgent: 'Mozilla/5.0 (Linux; Android 16; PKX110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
}

test('支付宝：电脑上扫码，手机上到它的收银台；回来时还没有通知，商城自己问到', async ({ browser }) => {
  const desk = await signedIn(browser, PASSED, { baseURL: shop.origin })
  const failures = watchFailures(desk)
  const first = await orderToPay(desk)
  await desk.getByRole('radio', { name: /支付宝/ }).check()
  await desk.getByRole('button', { name: /^立即支付/ }).click()
  await expect(desk.getByRole('img', { name: '支付宝二维码' })).toBeVisible()
  await expectAccessible(desk)
  await desk.waitForLoadState('networkidle')
  ali.scan([...ali.codes.values()].at(-1) ?? '')
  await desk.getByRole('button', { name: '我已付款' }).click()
  await desk.waitForURL(`**/cart/step4?id=${first}`)
  await expect(desk.getByRole('heading', { name: '支付成功，我们开始备货' })).toBeVisible()
  expect(failures).toEqual([])
  await desk.context().close()

  const phone = await signedIn(browser, PASSED, { baseURL: shop.origin, ...PHONE })
  const second = await orderToPay(phone)
  await phone.getByRole('radio', { name: /支付宝/ }).check()
  await phone.getByRole('button', { name: /^立即支付/ }).click()
  await expect(phone.getByRole('heading', { name: '支付宝收银台' })).toBeVisible()
  await phone.getByRole('button', { name: '确认付款' }).click()
  await expect(phone.getByRole('heading', { name: '支付成功，我们开始备货' })).toBeVisible()
  expect(phone.url()).toContain(String(second))
  expect([...ali.trades.values()].at(-1)).toMatchObject({ product: 'QUICK_WAP_WAY', status: 'TRADE_SUCCESS' })
  await phone.context().close()
})

test('银联：商城的页面把表单送到它的收银台，返回键回到订单；付好由它的表单带回，商城问到', async ({ browser }) => {
  const page = await signedIn(browser, PASSED, { baseURL: shop.origin })
  const failures = watchFailures(page)
  const id = await orderToPay(page)
  await page.getByRole('radio', { name: /银联/ }).check()
  await page.getByRole('button', { name: /^立即支付/ }).click()
  await expect(page.getByRole('heading', { name: '银联在线支付收银台' })).toBeVisible()
  // Back leads behind the page that sent it, and does not send again.
  await page.goBack()
  await expect(page.getByRole('heading', { name: '正在等待支付结果' })).toBeVisible()
  // Where the form does not go by itself, there is a button.
  await page.addInitScript(() => {
    HTMLFormElement.prototype.submit = () => undefined
  })
  await page.goto(`/pay/${[...union.trades.keys()].at(-1)}/go`)
  await expect(page.getByRole('heading', { name: '前往银联在线支付' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await page.getByRole('button', { name: '去付款' }).press('Enter')
  await page.getByRole('button', { name: '确认付款' }).click()
  await page.getByRole('button', { name: '返回商户' }).click()
  await page.waitForURL(`**/cart/step4?id=${id}`)
  await expect(page.getByRole('heading', { name: '支付成功，我们开始备货' })).toBeVisible()
  expect(failures).toEqual([])
  await page.context().close()
})
