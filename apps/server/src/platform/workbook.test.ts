import { read, utils } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { type Cell, workbookBytes } from './workbook.ts'

const COLUMNS = [...'甲乙丙丁戊己庚辛壬癸'].map((title) => ({ title, width: 12 }))
const row = (at: number): Cell[] => [`第${at}行`, ...Array.from({ length: 7 }, (_, k) => `药品${at}-${k}`), at, { yuan: `${at}.05` }]

/** The longest time that this thread worked without letting go, in its own processor time. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const used = process.threadCpuUsage()
    longest = Math.max(longest, (used.user - last.user + used.system - last.system) / 1000)
    last = used
  }
  const clock = setInterval(look, 2)
  await work()
  look()
  clearInterval(clock)
  return longest
}

async function contentOf(rows: number): Promise<unknown[][]> {
  const bytes = await workbookBytes([{ name: '明细', columns: COLUMNS, rows: Array.from({ length: rows }, (_, at) => row(at)) }])
  const sheet = read(bytes).Sheets.明细
  return sheet ? utils.sheet_to_json(sheet, { header: 1 }) : []
}

it('导出两万行的表格时，别人的请求不用等它', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => row(at))
  const make = () => workbookBytes([{ name: '明细', columns: COLUMNS, rows }])
  // The first one loads the library.
  await make()
  expect(await longestHold(make)).toBeLessThan(60)
})

it('大小表格内容一样：文字、数目、金额', async () => {
  const small = await contentOf(10)
  const large = await contentOf(3_000)
  expect(large).toHaveLength(3_001)
  expect(large.slice(0, 11)).toEqual(small)
  expect(small[2]).toEqual(['第1行', '药品1-0', '药品1-1', '药品1-2', '药品1-3', '药品1-4', '药品1-5', '药品1-6', 1, 1.05])
})

it('一格文字超过 Excel 的上限时截短并注明，整张表仍能导出', async () => {
  const columns = [{ title: '暂停', width: 30 }]
  for (const count of [1, 300]) {
    const bytes = await workbookBytes([
      { name: '明细', columns, rows: Array.from({ length: count }, () => ['某药：经营范围不含；'.repeat(9_000)]) },
    ])
    const text = String(read(bytes).Sheets.明细?.A2?.v)
    expect(text.length).toBeLessThanOrEqual(32_767)
    expect(text).toMatch(/^某药：经营范围不含；.*…（过长，未全部列出）$/)
  }
})
