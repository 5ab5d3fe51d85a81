import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, type WorkSheet, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapColumns } from './columns.ts'
import { type ImportArguments, importFile, readArguments, reportPlace } from './command.ts'
import { GOODS_ALIASES, GOODS_REQUIRED } from './goods-rows.ts'
import { openTable } from './table-file.ts'
import { UnreadableFile } from './table-row.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

const isHeader = (cells: readonly string[]) => cells.includes('商品编码')

async function read(content: string | Buffer, encoding?: string) {
  const path = join(folder, `${Math.random()}`)
  await writeFile(path, content)
  const { rows, ...table } = await openTable(path, { encoding, isHeader })
  return { ...table, rows: await Array.fromAsync(rows) }
}
function workbook(sheet: WorkSheet, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  return write({ Sheets: { 一: sheet }, SheetNames: ['一'] }, { type: 'buffer', bookType })
}

describe('读表格文件', () => {
  it('工作簿里的条形码、日期和前导零照单元格的内容读，不照显示的样子', async () => {
    const sheet = utils.aoa_to_sheet([
      ['商品编码', '条形码', '有效期至', '效期月', '单价'],
      [7, 6901234567892, 0, 0, 0.1 + 0.2],
    ])
    sheet.A2 = { t: 'n', v: 7, z: '0000' }
    sheet.C2 = { t: 'n', v: 47118, z: 'm/d/yy' }
    sheet.D2 = { t: 'n', v: 47088, z: 'yyyy"年"m"月"' }
    const expected = [{ line: 2, cells: ['0007', '6901234567892', '2028-12-31', '2028-12', '0.3'] }]
    expect(await read(workbook(sheet))).toMatchObject({ encoding: 'xlsx', rows: expected })
    expect(await read(workbook(sheet, 'biff8'))).toMatchObject({ encoding: 'xls', rows: expected })
  })

  it('表头上方的标题行跳过，行号仍是文件里的行号', async () => {
    const lines = [['2026 年商品目录'], [], ['商品编码', '商品名称'], ['A1', '阿莫西林胶囊']]
    const expected = { header: ['商品编码', '商品名称'], rows: [{ line: 4, cells: ['A1', '阿莫西林胶囊'] }] }
    expect(await read(workbook(utils.aoa_to_sheet(lines)))).toMatchObject(expected)
    expect(await read(lines.map((cells) => cells.join(',')).join('\r\n'))).toMatchObject(expected)
  })

  it('没有一行像表头时第一行就是表头，后面的行一行不少', async () => {
    const table = await read('甲,乙\n1,2\n3,4\n')
    expect(table.header).toEqual(['甲', '乙'])
    expect(table.rows.map((row) => row.line)).toEqual([2, 3])
  })

  it('Excel 存的“Unicode 文本”（UTF-16、制表符）也认得', async () => {
    const text = Buffer.from('\ufeff商品编码\t商品名称\r\nA1\t阿胶\r\n', 'utf16le')
    expect(await read(text)).toMatchObject({ encoding: 'utf-16le', rows: [{ line: 2, cells: ['A1', '阿胶'] }] })
  })

  it('单元格里有换行时，行号是这一行开始的地方', async () => {
    const table = await read('商品编码,名称\nA1,"阿莫\n西林"\nA2,阿胶\n')
    expect(table.rows.map((row) => row.line)).toEqual([2, 4])
  })

  it('打不开的工作簿用一句话说明，不是一屏乱码', async () => {
    await expect(read(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))).rejects.toThrow(UnreadableFile)
  })
})

describe('--map', () => {
  const columnsOf = (header: string[], map: [string, string][]) => mapColumns(header, GOODS_ALIASES, GOODS_REQUIRED, new Map(map))

  it('字段用任何一个通行的叫法都行，指定的列别的字段不再占用', () => {
    const columns = columnsOf(
      ['货号', '编码', '品名'],
      [
        ['商品编号', '编码'],
        ['助记码', '货号'],
      ],
    )
    expect(columns.index).toMatchObject({ code: 1, mnemonic: 0, name: 2 })
  })

  it('写反了、写错了都指出来，不悄悄放过', () => {
    expect(columnsOf(['货号', '品名'], [['我的列', '商品编码']]).unknownFields).toEqual(['我的列'])
    expect(columnsOf(['货号', '品名'], [['批准文号', '没有这列']]).absentHeaders).toEqual(['没有这列'])
  })

  it('问题清单默认在导入文件旁边；那里写不了就在当前目录，都写不了才拒绝', async () => {
    const [source, working] = [join(folder, '来源'), join(folder, '工作')]
    for (const one of [source, working]) await mkdir(one, { recursive: true })
    const args = { path: join(source, '商品.csv'), report: null }
    expect(await reportPlace(args, working)).toBe(join(source, '商品-导入问题.csv'))
    // What stands in the way of the list is as good as a folder that nobody may write to.
    await mkdir(join(source, '商品-导入问题.csv'))
    expect(await reportPlace(args, working)).toBe(join(working, '商品-导入问题.csv'))
    await mkdir(join(working, '商品-导入问题.csv'))
    await expect(reportPlace(args, working)).rejects.toThrow(`问题清单写不到 ${join(source, '商品-导入问题.csv')}`)
  })
  it('问题清单写不进去的地方，一行也不读就说明', async () => {
    const args: ImportArguments = readArguments(['goods', 'x.csv', '--report', join(folder, '没有这个目录', '清单.csv')])
    const never = {} as Parameters<typeof importFile>[0]
    await expect(importFile(never, args, process.stdout, new Date(0))).rejects.toThrow('问题清单写不到')
  })
})
