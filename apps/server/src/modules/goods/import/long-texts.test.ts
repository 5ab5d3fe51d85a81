import { expect, it } from 'vitest'
import { oneTextInMany, rowOf, textCell } from '../../../../test/hostile.ts'
import { readTableFile } from '../importdesk/read-table.ts'
import { readListFile } from '../pricelists/read-file.ts'
import { rowsOfUpload } from './public.ts'

/** A file of ten kilobytes that is nine hundred megabytes of text once every cell has its own. */
const LONG = 300_000

const head = (...titles: string[]) => rowOf(1, titles.map((title, at) => textCell(`${String.fromCharCode(65 + at)}1`, title)).join(''))

it('一段长文字在几千格里：文件只说一次，读出来却是几百兆，不读', async () => {
  const list = oneTextInMany(500, 6, LONG, head('商品编码', '新价'))
  expect(list.length).toBeLessThan(20_000)
  await expect(readListFile('a.xlsx', list, 'file')).rejects.toThrow('内容过多')
  await expect(readTableFile('a.xlsx', oneTextInMany(3_000, 20, 2_000, head('商品编码', '商品名称')), 'goods')).rejects.toThrow('内容过多')
  await expect(rowsOfUpload('a.xlsx', list, 1_000)).rejects.toThrow('内容过多')
})

it('一格里的长文字：调价单只取得下一个编码的长度', async () => {
  const rows = await readListFile('a.xlsx', oneTextInMany(10, 2, 5_000, head('商品编码', '新价')), 'file')
  expect(rows.map(({ code, price }) => [code.length, price.length])).toEqual(Array.from({ length: 10 }, () => [100, 100]))
})
