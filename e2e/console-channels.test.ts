import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { seriousViolations, staffIn, watchFailures } from './support.ts'

/** 通道: how the services of the outside world stand, and what was sent. */

const PHONE = '13900004279'

test('管理员看到各通道与发出的短信：号码遮盖，按整个号码也找得到', async ({ browser }) => {
  const page = await staffIn(browser, 'admin', { viewport: { width: 1366, height: 768 } })
  const failures = watchFailures(page)
  const asked = await page.request.post('/api/sms/code', { data: { purpose: 'register', phone: PHONE } })
  expect((await asked.json()).message).toBe('验证码已发送')

  await page.goto('/console/system/channels')
  await expect(page.getByRole('row', { name: /模拟短信/ })).toContainText('替代品，不通向外部')
  await expect(page.getByRole('button', { name: /试一次/ })).toHaveCount(0)
  expect(await seriousViolations(page)).toEqual([])

  await page.getByRole('button', { name: '短信与邮件' }).click()
  await page.getByLabel('手机号或邮件地址').fill(PHONE)
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: /139\*\*\*\*4279/ })
  await expect(row).toContainText('已发出')
  await row.click()
  await expect(page.getByText('短信 · 验证码')).toBeVisible()
  await expect(page.getByText(PHONE, { exact: true })).toHaveCount(0)
  expect(await seriousViolations(page)).toEqual([])
  expect(failures).toEqual([])
  await page.context().close()
})
