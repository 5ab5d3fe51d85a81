import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectNoPrice, watchFailures } from './support.ts'

test('访客打开首页，看到商店，看不到任何价格', async ({ page }) => {
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(200)
  await expect(page).toHaveTitle(/安衡药采/)
  await expectNoPrice(page, '/')
  expect(failures).toEqual([])
})

test('药店登录后回到商店，页眉写着企业名称', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('账号或手机号').fill('13900000001')
  await page.getByLabel('密码', { exact: true }).fill('Demo-2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('button', { name: '安全退出' })).toBeVisible()
})

test('脚本还没到时填的字和按的键不丢：脚本一到就照做，密码不进地址栏', async ({ page }) => {
  const failures = watchFailures(page)
  let letThrough = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('账号或手机号').fill('13900000001')
  await page.getByLabel('密码', { exact: true }).fill('Demo-2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  expect(page.url()).toMatch(/\/login$/)
  letThrough()
  await expect(page.getByRole('button', { name: '安全退出' })).toBeVisible()
  expect(failures).toEqual([])
})
