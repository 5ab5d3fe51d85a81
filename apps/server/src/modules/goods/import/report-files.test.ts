import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeGoods, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { pdfOf, scriptedPdfs } from '../../../../test/hostile.ts'
import { scanOf } from '../../../../test/maker-reports.ts'
import { embeddedScanner } from '../../../providers/virus-scan/embedded.ts'
import { readReportsArguments, WrongUsage } from './command.ts'
import { ImportReport } from './report.ts'
import { findingsOf, takeFolder } from './report-files.ts'

const NOW = new Date('2026-11-22T02:00:00Z')

const shop = await testShop({ now: NOW })
const base = await mkdtemp(join(tmpdir(), 'import-reports-'))
const folder = join(base, '报告')
const { db, pool } = shop.database
for (const code of ['A1', 'A2']) {
  const id = await makeGoods(db, { code, stock: 0 })
  await makeStock(db, id, [{ available: 5, batchNo: `${code}X` }])
}
await mkdir(join(folder, 'A2'), { recursive: true })
await writeFile(join(folder, 'A1_A1X.pdf'), await scanOf('one'))
await writeFile(join(folder, 'A2', 'A2X_检验报告.pdf'), await scanOf('two'))
await writeFile(join(folder, '不知道.pdf'), await scanOf('three'))
await writeFile(join(folder, '说明.docx'), 'PK')
await writeFile(join(folder, '.DS_Store'), 'x')
await writeFile(join(folder, 'A1_很大.pdf'), '%PDF-1.4')
await truncate(join(folder, 'A1_很大.pdf'), 200 * 1024 * 1024)
await symlink('/etc/passwd', join(folder, 'A1_密码.pdf'))
afterAll(() => rm(base, { recursive: true }))

const take = async (dryRun = false) => {
  const args = { folder, dryRun, report: findingsOf(folder), by: '周质管', scanner: embeddedScanner }
  const findings = new ImportReport(args.report)
  const result = await takeFolder(shop.database, args, findings, NOW)
  await findings.close()
  return { result, said: await readFile(args.report, 'utf8') }
}
const rows = async () => (await pool.query('select file_name, batch_no, state, way, uploaded_by from batch_document order by id')).rows

describe('从文件夹导入检验报告', () => {
  it('只检查时什么都不写；导入时逐份匹配，匹配不上的、不收的各有一行说明；再导一次什么都不变', async () => {
    const expected = { files: 5, checking: 2, unmatched: 1, known: 0, refused: 2 }
    expect((await take(true)).result).toEqual(expected)
    expect(await rows()).toEqual([])
    const { result, said } = await take()
    expect(result).toEqual(expected)
    expect(said).toContain('说明.docx')
    expect(said).toContain('只收 PDF 文件')
    expect(said).toContain('10 MB')
    expect(said).toContain('商品编码_批号.pdf')
    expect(said).not.toContain('密码')
    const kept = await rows()
    expect(kept).toContainEqual({ file_name: 'A1_A1X.pdf', batch_no: 'A1X', state: 'checking', way: 'import', uploaded_by: '周质管' })
    expect(kept).toContainEqual({ file_name: 'A2X_检验报告.pdf', batch_no: 'A2X', state: 'checking', way: 'import', uploaded_by: '周质管' })
    expect((await take()).result).toEqual({ files: 5, checking: 0, unmatched: 0, known: 3, refused: 2 })
    expect(await rows()).toEqual(kept)
  })

  it('文件夹本身以商品编码命名也认得；读不到的文件夹说得出', async () => {
    const findings = new ImportReport(findingsOf(folder))
    const args = { folder: join(folder, 'A2'), dryRun: false, report: '', by: '周质管', scanner: embeddedScanner }
    expect(await takeFolder(shop.database, args, findings, NOW)).toMatchObject({ files: 1, known: 1 })
    await expect(takeFolder(shop.database, { ...args, folder: join(base, '没有') }, findings, NOW)).rejects.toThrow('读不到文件夹')
  })

  it('不是 PDF、有脚本、加密、伪造的文件名：逐份一行说明，哪张表都不多一行', async () => {
    const bad = join(base, '坏文件')
    await mkdir(bad)
    const [, scripted = Buffer.alloc(0)] = [...scriptedPdfs()][0] ?? []
    const good = await scanOf('forged')
    const files: [name: string, content: Buffer | string, reason: string][] = [
      ['A1_网页.pdf', '<html><script>alert(1)</script></html>', '不是 PDF'],
      ['A1_脚本.pdf', scripted, '脚本'],
      ['A1_加密.pdf', pdfOf(['<< /Type /Catalog /Pages 3 0 R /Encrypt 9 0 R >>']), '加密'],
      ['A1_断了.pdf', good.subarray(0, 700), '损坏'],
      ['A1_空.pdf', '', '空'],
      ['A1_A1X.pdf.exe', good, '只收 PDF'],
      ['A1_A1X.exe.pdf', good, '两个扩展名'],
      ['A1_A1X\u202efdp.pdf', good, '隐藏字符'],
      ['A1_A1X\u200b.pdf', good, '隐藏字符'],
      ['A1_A1X.pdf;rm.pdf\\..\\x.pdf', good, '路径'],
      ['A1:A1X.pdf', good, '路径或特殊符号'],
    ]
    for (const [name, content] of files) await writeFile(join(bad, name), content)
    const tables = ['batch_document', 'stored_file', 'stored_file_content', 'document', 'audit_log']
    const counts = () => Promise.all(tables.map(async (table) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n))
    const before = await counts()
    const findings = new ImportReport(findingsOf(bad))
    const args = { folder: bad, dryRun: false, report: findingsOf(bad), by: '周质管', scanner: embeddedScanner }
    expect(await takeFolder(shop.database, args, findings, NOW)).toEqual({
      files: files.length,
      checking: 0,
      unmatched: 0,
      known: 0,
      refused: files.length,
    })
    await findings.close()
    const said = await readFile(args.report, 'utf8')
    for (const [name, , reason] of files) {
      const line = said.split('\n').find((one) => one.includes(name))
      expect(line, name).toContain(reason)
    }
    expect(await counts()).toEqual(before)
  })

  it('命令行的参数', () => {
    expect(readReportsArguments(['goods', 'a.csv'])).toBeNull()
    expect(readReportsArguments(['reports', '/x/报告', '--dry-run', '--by', '周质管'])).toEqual({
      folder: '/x/报告',
      dryRun: true,
      report: '/x/报告-导入问题.csv',
      by: '周质管',
    })
    expect(() => readReportsArguments(['reports'])).toThrow(WrongUsage)
    expect(() => readReportsArguments(['reports', 'x', '--sheet', '一'])).toThrow(WrongUsage)
  })
})
