import { expect } from '@playwright/test'
import { test } from './journey.ts'

const searched = (keywords: string, view = '') => `/search${view}?keywords=${encodeURIComponent(keywords)}`

test('打错的字说明是按什么找的，卡片和表格里都说', async ({ page }) => {
  for (const view of ['', '/table']) {
    await page.goto(searched('布咯芬缓释胶囊', view))
    await expect(page.getByText('没有找到“布咯芬缓释胶囊”，下面是“布洛芬缓释胶囊”的商品')).toBeVisible()
    await expect(page.getByText('布洛芬缓释胶囊').nth(1)).toBeVisible()
  }
  await page.goto(searched('布洛芬缓释胶囊'))
  await expect(page.getByRole('heading', { level: 3, name: /布洛芬缓释胶囊/ }).first()).toBeVisible()
  await expect(page.getByText('没有找到')).toHaveCount(0)
})

test('连着打的名称和规格找得到；按一类药、按英文名找，卡片上说为什么', async ({ page }) => {
  await page.goto(searched('布洛芬缓释胶囊0.3g'))
  await expect(page.getByRole('heading', { level: 3, name: /布洛芬缓释胶囊/ }).first()).toBeVisible()
  await page.goto(searched('ibuprofen'))
  await expect(page.getByText('“ibuprofen”即布洛芬').first()).toBeVisible()
  await page.goto(searched('退烧药'))
  await expect(page.getByText('属于“退烧药”').first()).toBeVisible()
})

test('什么也没找到：说出认得哪些，给出能找到的说法，求购时字已经填好', async ({ page }) => {
  await page.goto(searched('布洛芬 啊啊啊啊啊'))
  await expect(page.getByText('认得“布洛芬”，没有与“啊啊啊啊啊”相近的商品')).toBeVisible()
  await expect(page.getByRole('link', { name: '求购“布洛芬 啊啊啊啊啊”' })).toHaveAttribute(
    'href',
    `/pzqg/add?name=${encodeURIComponent('布洛芬 啊啊啊啊啊').replaceAll('%20', '+')}`,
  )
  await page.locator('p', { hasText: '您是不是要找' }).getByRole('link', { name: '布洛芬', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('搜索“布洛芬”')
  await expect(page.getByRole('heading', { level: 3, name: /布洛芬/ }).first()).toBeVisible()
})
