import { expect } from '@playwright/test'
import { isLater, ROUTES } from '../apps/server/test/site/tables.ts'
import { test } from './journey.ts'
import { closeAll, dataOf, PASSED, PENDING, signedIn, watchFailures } from './support.ts'
import { faultsOfPages } from './walk.ts'

/** Every page of the account, the member centre, registration, help and news, at both widths. Zones and buying have journeys of their own. */

const ELSEWHERE = /^\/(cart|loading|activity|list|search|eleven_index|404|noActivity|login)|^\/$/
const ZONES = /^\/(jfsc|ppzq|yjh|Hdzx|kxzq|yx|zyyp|qxzq|jxqzc|hb|welfare|mrtj|lqzx|zqmb|hdmb|yyh|zhzq|jfdd)/
/** Pages of one thing: without its id they are rightly not found. */
const OF_ONE = /:(id|type)|^\/pzqg\/info$/
const PATHS = ROUTES.filter(
  (route) => !isLater(route) && !ELSEWHERE.test(route.path) && !ZONES.test(route.path) && !OF_ONE.test(route.path),
).map((route) => route.path)

test('1440 与 375 像素：账户、会员中心、注册、帮助的每一页没有严重的可达性问题，不横向溢出，脚本不出错', async ({ browser }) => {
  test.setTimeout(400_000)
  const page = await signedIn(browser, PASSED)
  const { list: orders } = await dataOf(await page.request.get('/api/order/list'))
  const { list: afterSales } = await dataOf(await page.request.get('/api/after_sale/list'))
  const { list: wanted } = await dataOf(await page.request.get('/api/user/buy'))
  const ofOne = [
    `/order/info/${orders[0].id}`,
    `/order/returnInfo/${afterSales[0].id}`,
    `/order/afterSalesInfo/${afterSales[0].id}`,
    `/pzqg/info?id=${wanted[0].id}`,
    '/news/info/1/hy',
  ]
  expect(PATHS.length).toBeGreaterThan(40)
  expect(await faultsOfPages(page.context(), [...PATHS, ...ofOne])).toEqual([])
  await closeAll(page.context())
})

test('待审核的企业打开账户的每一页：有内容或说明该做什么，不出错', async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await signedIn(browser, PENDING)
  const failures = watchFailures(page)
  for (const path of PATHS.filter((one) => !/^\/(register|forget|help|news)/.test(one))) {
    const answer = await page.goto(path)
    expect.soft(answer?.status(), path).toBe(200)
    await expect.soft(page.getByRole('main'), path).toContainText(/[\u4e00-\u9fff]{4}/)
  }
  expect(failures).toEqual([])
  await closeAll(page.context())
})
