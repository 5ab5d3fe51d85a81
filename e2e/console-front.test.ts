import { expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from './journey.ts'
import { seriousViolations, staffIn, watchFailures } from './support.ts'

/** 商城门面: what 运营 makes of adverts and composed pages in the console, a visitor sees in the shop. */

const TITLE = '门面走查专场'
const NAME = '门面走查页'

test('运营加一张带图片的轮播、写一个专题页并发布；访客在首页看到广告，点进去是这个页面；伪造的链接当场被指出', async ({ browser }) => {
  test.setTimeout(180_000)
  const page = await staffIn(browser, 'yunying', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)

  await page.goto('/console/content/pages/new')
  await page.getByLabel('名称', { exact: true }).fill(NAME)
  await page.getByLabel('地址（英文）').fill('front-walk')
  await page.getByRole('button', { name: '加文字块' }).click()
  await page.getByLabel('块的标题').fill('活动规则')
  await page.getByLabel('块的文字').fill('<b>满 500 元</b>包邮')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/content\/pages\/\d+$/)
  await expect(page.getByRole('button', { name: /^预览第 1 版/ })).toBeEnabled()
  await page.keyboard.press('v')
  await expect(page.frameLocator('iframe').getByRole('heading', { name: NAME })).toBeVisible()
  expect(await seriousViolations(page)).toEqual([])

  const visitor = await (await browser.newContext()).newPage()
  expect((await visitor.goto('/hdmb?id=front-walk'))?.status()).toBe(404)
  await page.keyboard.press('p')
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('已发布', { exact: true })).toBeVisible()

  await page.goto('/console/content/adverts?slot=home')
  await expect(page.getByRole('button', { name: /加广告/ })).toBeVisible()
  await page.keyboard.press('n')
  const form = page.getByRole('complementary')
  await form.getByLabel('标题', { exact: true }).fill(TITLE)
  await form.getByLabel('链接').fill('javascript:alert(1)')
  await expect(form.getByText('链接只能是本站页面（以 / 开头，如 /yx）或 https:// 开头的网址')).toBeVisible()
  await form.getByLabel('链接').fill('/hdmb?id=front-walk')
  const buffer = await sharp({ create: { width: 1520, height: 640, channels: 3, background: '#0a6' } })
    .png()
    .toBuffer()
  await form.locator('input[type=file]').setInputFiles({ name: '轮播.png', mimeType: 'image/png', buffer })
  await expect(form.getByAltText('现在的图片')).toHaveAttribute('src', /^\/img\/front\/\d+\.jpg$/)
  expect(await seriousViolations(page)).toEqual([])
  // To the front, by the arrow.
  for (let at = await page.locator('.front-main tbody tr').count(); at > 1; at -= 1)
    await page.getByRole('button', { name: `${TITLE} 往前` }).click()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('已保存，商城随即显示').first()).toBeVisible()

  await visitor.goto('/')
  const advert = visitor.getByRole('region', { name: '推广' })
  await expect(advert.getByRole('heading', { name: TITLE })).toBeVisible()
  await expect(advert.locator('img')).toHaveAttribute('src', /^\/img\/front\//)
  await advert.getByRole('link', { name: '进入专场' }).click()
  await expect(visitor.getByRole('heading', { name: NAME })).toBeVisible()
  // What is typed is shown as it was typed.
  await expect(visitor.getByText('<b>满 500 元</b>包邮')).toBeVisible()
  expect(failures).toEqual([])
})
