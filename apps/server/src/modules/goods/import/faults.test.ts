import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '../../../../test/databases.ts'
import { testShop } from '../../../../test/harness.ts'
import { hostileLists, rowOf, textCell, workbookOf } from '../../../../test/hostile.ts'
import { bringFile } from '../../../../test/importing.ts'
import { importFile, readArguments } from './command.ts'
import type { ImportKind } from './plan.ts'
import { openTable } from './table-file.ts'
import { UnreadableFile } from './table-row.ts'

const shop = await testShop()
const folder = await mkdtemp(join(tmpdir(), 'import-faults-'))
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  await emptyTables(shop.database, 'change', 'goods', 'manufacturer', 'category', 'warehouse')
})

const NOW = new Date('2026-11-21T02:00:00Z')

async function kept(content: string | Buffer, name = 'x.csv'): Promise<string> {
  const path = join(folder, `${Math.random()}-${name}`)
  await writeFile(path, content)
  return path
}
async function bring(kind: ImportKind, content: string | Buffer, sheet?: string) {
  const { findings, ...result } = await bringFile(shop, kind, content, { now: NOW, ...(sheet !== undefined && { sheet }) })
  return { ...result, findings: findings.map(({ line, level, column, value, reason }) => `${line} ${level} ${column} ${value} ${reason}`) }
}
const refusal = async (content: string | Buffer, kind: ImportKind = 'goods'): Promise<string> => {
  const error = await bring(kind, content).then(
    () => null,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(UnreadableFile)
  return (error as Error).message
}
const hostile = (name: string): Buffer => hostileLists().get(name)?.() ?? Buffer.alloc(0)
const goods = (...rows: string[]) => ['商品编码,商品名称,单位,批发价', ...rows].join('\n')

describe('文件本身有毛病：用一句话说出原因', () => {
  it('引号没有成对：说出是哪一行，没有一屏英文', async () => {
    expect(await refusal(goods('A1,阿胶,盒,1', '"A2,阿胶,盒,1', 'A3,阿胶,盒,1'))).toBe(
      '第 3 行附近的双引号没有成对，后面的内容被连成了一行；请补上或删去引号后再试',
    )
    const long = Array.from({ length: 60_000 }, (_, at) => `C${at},阿胶,盒,1.00`)
    expect(await refusal(goods('A1,阿胶,盒,1', '"A2,阿胶,盒,1', ...long))).toContain('第 3 行附近的双引号没有成对')
  })

  it('图片、PDF、压缩包、网页、Word 文档和乱码都叫得出名字，不论文件叫什么', async () => {
    const [photo, noise, page, word, zip] = [
      'a photo.xlsx',
      'noise.csv',
      'a web page.csv',
      'a Word document.xlsx',
      'a ZIP of something else.xlsx',
    ].map(hostile)
    expect(await refusal(photo ?? '')).toContain('这是 JPEG 图片')
    expect(await refusal(page ?? '')).toContain('这是网页')
    expect(await refusal(noise ?? '')).toContain('文件内容不是文字')
    expect(await refusal(word ?? '')).toContain('这是 Word 文档')
    expect(await refusal(zip ?? '')).toContain('这是压缩包')
    expect(await refusal('%PDF-1.7\n')).toContain('这是 PDF 文件')
  })

  it('两种编码混在一个文件里：说出哪一行不同', async () => {
    const gb = Buffer.from('41322cb0a2bdba0a', 'hex')
    expect(await refusal(Buffer.concat([Buffer.from('商品编码,商品名称\nA1,阿胶\n'), gb]))).toContain('第 3 行')
    // All of it in GB18030 is one encoding.
    const whole = Buffer.concat([Buffer.from('c9ccc6b7b1e0c2eb2cc9ccc6b7c3fbb3c60a', 'hex'), gb])
    expect(await bring('goods', whole)).toMatchObject({ encoding: 'gb18030', inserted: 1 })
  })

  it('用分号、竖线分隔的也读得出；UTF-16 的两种写法也行', async () => {
    expect(await bring('goods', '商品编码;商品名称;批发价\nA1;阿胶;1.00\n')).toMatchObject({ rows: 1, refused: 0 })
    // With a comma for a point it is not a hundred.
    expect(await bring('goods', '商品编码;商品名称;批发价\nA4;阿胶;1,00\n')).toMatchObject({ rows: 1, refused: 1 })
    expect(await bring('goods', '商品编码|商品名称|单位\nA2|阿胶, 大|盒\n')).toMatchObject({ inserted: 1, refused: 0 })
    const wide = Buffer.from('\ufeff商品编码\t商品名称\nA3\t阿胶\n', 'utf16le')
    expect(await bring('goods', Buffer.from(wide).swap16())).toMatchObject({ encoding: 'utf-16be', inserted: 1 })
  })

  it('数据在第二张工作表：说出有哪些工作表，--sheet 指定后读得出', async () => {
    const book = workbookOf({
      说明: rowOf(1, textCell('A1', '填表说明')),
      商品: rowOf(1, textCell('A1', '商品编码') + textCell('B1', '商品名称')) + rowOf(2, textCell('A2', 'A1') + textCell('B2', '阿胶')),
      空: '',
    })
    expect(await refusal(book)).toMatch(/缺少列：商品编码.*还有工作表：商品、空，可用 --sheet 名称 指定/)
    expect(await bring('goods', book, '商品')).toMatchObject({ inserted: 1 })
    await expect(bring('goods', book, '库存')).rejects.toThrow('工作簿里没有工作表“库存”，有：说明、商品、空')
    await expect(bring('goods', book, '空')).rejects.toThrow('工作表“空”是空的')
    await expect(bring('goods', '商品编码,商品名称\n', '空')).rejects.toThrow('CSV 没有工作表')
    expect(readArguments(['goods', 'x.xlsx', '--sheet', '商品'])).toMatchObject({ sheet: '商品' })
  })

  it('没有尽头的行列和压缩炸弹不占内存，说明原因', async () => {
    for (const [name, sentence] of [
      ['a cell in column ZZZZZ.xlsx', '超出了 Excel 的行列范围'],
      ['a row without end.xlsx', '超出了 Excel 的行列范围'],
      ['1.9 million commas.csv', '第 2 行太长'],
    ] as const)
      expect(await refusal(hostile(name)), name).toContain(sentence)
  })

  it('大的 CSV 一边读一边走，内存不随文件长大', async () => {
    const path = await kept(`商品编码,商品名称,单位,批发价\n${`A1,${'阿胶'.repeat(60)},盒,1.00\n`.repeat(80_000)}`)
    const { rows } = await openTable(path, { encoding: undefined, isHeader: () => true })
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    let [read, most] = [0, 0]
    const before = used()
    for await (const _ of rows) {
      read += 1
      if (read % 20_000 === 0) most = Math.max(most, used() - before)
    }
    expect(read).toBe(80_000)
    // All of it would be some 30 MB.
    expect(most / 1024 / 1024).toBeLessThan(8)
  })
})

describe('一行有毛病：说的正是那个毛病', () => {
  it('价格为 0 与没有价格是两回事；三位小数不悄悄抹去', async () => {
    const { findings } = await bring(
      'goods',
      goods('A1,纸杯,盒,0', 'A2,纸杯,盒,', 'A3,纸杯,盒,10.005', 'A4,纸杯,盒,10.500', 'A5,纸杯,盒,0.00', 'A6,纸杯,盒,十'),
    )
    expect(findings).toEqual([
      '2 notice 批发价 0 价格为 0，暂不上架',
      '3 notice 批发价  没有批发价，暂不上架',
      '4 error 批发价 10.005 金额最多两位小数',
      '6 notice 批发价 0.00 价格为 0，暂不上架',
      '7 error 批发价 十 不是有效的金额',
    ])
    const { rows } = await shop.database.pool.query('select code, base_price, on_shelf from goods order by code')
    expect(rows).toEqual([
      { code: 'A1', base_price: null, on_shelf: false },
      { code: 'A2', base_price: null, on_shelf: false },
      { code: 'A4', base_price: 1050, on_shelf: true },
      { code: 'A5', base_price: null, on_shelf: false },
    ])
  })

  it('公式没有结果、公式出错、日期超出范围：说的是公式和日期，不是“没有批发价”', async () => {
    const head = ['商品编码', '商品名称', '单位', '批发价'].map((name, at) => textCell(`${'ABCD'[at]}1`, name)).join('')
    const row = (line: number, price: string) =>
      rowOf(line, textCell(`A${line}`, `A${line}`) + textCell(`B${line}`, '纸杯') + textCell(`C${line}`, '盒') + price)
    const book = workbookOf({
      一:
        rowOf(1, head) +
        row(2, '<c r="D2"><f>1+1</f></c>') +
        row(3, '<c r="D3"><f>1+1</f><v></v></c>') +
        row(4, '<c r="D4" t="e"><f>1/0</f><v>#DIV/0!</v></c>') +
        row(5, '<c r="D5"><f>1+1</f><v>2</v></c>') +
        row(6, '<c r="D6" s="1"><v>1e20</v></c>') +
        row(7, '<c r="D7" s="1"/>'),
    })
    const { findings, inserted } = await bring('goods', book)
    expect(findings).toEqual([
      '2 error 批发价 =1+1 公式没有结果，请在 Excel 中重新计算后保存',
      '3 error 批发价 =1+1 公式没有结果，请在 Excel 中重新计算后保存',
      '4 error 批发价 #DIV/0! 公式没有结果，请在 Excel 中重新计算后保存',
      '6 error 批发价 100000000000000000000 日期超出范围',
      '7 notice 批发价  没有批发价，暂不上架',
    ])
    expect(inserted).toBe(2)
  })

  it('库存：数量过大、过期批次、没有写名称的仓库都说明', async () => {
    await bring('goods', goods('A1,阿胶,盒,1'))
    const { findings, inserted } = await bring(
      'stock',
      [
        '仓库编码,商品编码,批号,有效期至,可销数量',
        '02,A1,B1,2028-01,99999999999',
        '02,A1,B2,2026-11-20,5',
        '02,A1,B3,2026-11-21,5',
        '02,A1,B4,2028-01,1.5',
        '02,A1,B5,2028-01,0x10',
        '02,A1,B6,2028-01,7.0',
      ].join('\n'),
    )
    expect(findings).toEqual([
      '2 notice 仓库名称  没有仓库名称，新仓库以编码“02”为名',
      '2 error 可销数量 99999999999 不能超过 100,000,000',
      '3 notice 有效期至 2026-11-20 已过有效期，不计入可售',
      '5 error 可销数量 1.5 不是不小于 0 的整数',
      '6 error 可销数量 0x10 不是不小于 0 的整数',
    ])
    expect(inserted).toBe(3)
    const { findings: nameless } = await bring('stock', '商品编码,批号,有效期至,可销数量\nA1,B1,2028-01,1\nA1,B2,2028-01,1')
    expect(nameless).toEqual([
      '2 notice 仓库编码  没有写仓库，按“01”主仓处理',
      '2 notice 仓库名称 主仓 商城没有这个仓库，已新建；商城原有 02，若是其中之一请改正名称重新导入，否则同一批货会卖两次',
    ])
  })

  it('导入商品的最后一行说明多久能搜到', async () => {
    const said: string[] = []
    const out = new Writable({
      write: (text, _encoding, done) => {
        said.push(String(text))
        done()
      },
    })
    const path = await kept(goods('A1,阿胶,盒,1'))
    await importFile(shop.database, readArguments(['goods', path]), out as unknown as NodeJS.WriteStream, NOW)
    expect(said.join('')).toMatch(/运行中的商城几秒后就能搜到和列出这些变化。\n$/)
    said.length = 0
    await importFile(shop.database, readArguments(['goods', path]), out as unknown as NodeJS.WriteStream, NOW)
    expect(said.join('')).not.toContain('几秒后')
  })
})
