import { expect } from '@playwright/test'
import { faultsOfConsole, stopsOf } from './console-walk.ts'
import { test } from './journey.ts'
import { houseOf } from './staff.ts'

test('1366 与 1920 像素：后台的每个页面、记录的各部分没有可达性问题，一个标题，不横向滚动，脚本不出错，没有答不上的请求', async ({
  browser,
}) => {
  test.setTimeout(1_200_000)
  const house = houseOf(browser)
  const stops = await stopsOf(house)
  expect(await faultsOfConsole(browser, stops)).toEqual([])
  await house.context().close()
})
