import { access, constants, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { LawFilesError } from '#domain/law/rules.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { IMPORT_COLUMNS, type ImportKind } from './plan.ts'
import { ImportReport } from './report.ts'
import { findingsOf, type ReportsArguments } from './report-files.ts'
import { type ImportResult, runImport } from './run.ts'
import { UnreadableFile } from './table-row.ts'

export const IMPORT_USAGE = `用法：npm run import -- <goods|stock|companies> <文件> [选项]
      npm run import -- reports <文件夹> [--dry-run] [--report 文件] [--by 姓名]

  --dry-run            只检查，不写入
  --map 字段=列名      指定列，可重复，例如 --map 商品编码=货号
  --encoding 编码      utf-8 或 gb18030（默认自动识别）
  --sheet 名称         读工作簿里的这张工作表（默认第一张）
  --whole              库存文件列出了其仓库的全部库存：文件里没有的批号清零（有未导入的行时不清）
  --report 文件        问题清单的位置（默认与导入文件同目录，那里写不了时在当前目录）
  --by 姓名            谁在导入，写入审计记录（默认本机用户名）

文件可以是 CSV（UTF-8、UTF-16 或 GB18030，逗号、制表符或分号分隔）、XLSX 或 XLS；表头上方可以有标题行。问题行写入清单，其余照常导入；重复导入同一文件不会改变任何内容。
列不分先后，常见的别名也认得（货号、品名、厂家……），用不上的列会列在结果里。带 * 的必须有：
  goods      ${IMPORT_COLUMNS.goods}
  stock      ${IMPORT_COLUMNS.stock}
  companies  ${IMPORT_COLUMNS.companies}
reports 收下文件夹里的检验报告 PDF，按文件名 商品编码_批号.pdf 匹配，或按商品文件夹里的 批号.pdf 匹配；质量放行后买家才看得到。`

export interface ImportArguments {
  kind: ImportKind
  path: string
  dryRun: boolean
  map: Map<string, string>
  encoding: string | undefined
  sheet: string | undefined
  whole: boolean
  /** null: beside the file, or in the working folder where nothing can be written there. */
  report: string | null
  by: string
}

export class WrongUsage extends Error {}

/** null: it is not reports that are to be imported. */
export function readReportsArguments(args: readonly string[]): ReportsArguments | null {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch {
    // Said by whoever reads them as the arguments of a file.
    return null
  }
  const [kind, folder, ...rest] = parsed.positionals
  if (kind !== 'reports') return null
  if (!folder || rest.length > 0) throw new WrongUsage('请给出一个文件夹')
  const { map, encoding, sheet, report, by } = parsed.values
  if (map !== undefined || encoding !== undefined || sheet !== undefined)
    throw new WrongUsage('导入检验报告不用 --map、--encoding 和 --sheet')
  return { folder, dryRun: parsed.values['dry-run'] ?? false, report: report ?? findingsOf(folder), by: by?.trim() || userName() }
}

export function readArguments(args: readonly string[]): ImportArguments {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(args)
  } catch (error) {
    throw new WrongUsage(`无法识别的参数：${error instanceof Error ? error.message : String(error)}`)
  }
  const [kind, path, ...rest] = parsed.positionals
  if (kind !== 'goods' && kind !== 'stock' && kind !== 'companies')
    throw new WrongUsage(kind ? `不认识的导入种类：${kind}` : '请说明导入种类')
  if (!path || rest.length > 0) throw new WrongUsage('请给出一个文件')
  const whole = parsed.values.whole ?? false
  if (whole && kind !== 'stock') throw new WrongUsage('--whole 只用于库存')
  const map = new Map<string, string>()
  for (const pair of parsed.values.map ?? []) {
    const [field, header] = pair.split('=', 2)
    if (!field || !header) throw new WrongUsage(`--map 应写成 字段=列名：${pair}`)
    map.set(field, header)
  }
  const { encoding } = parsed.values
  if (encoding !== undefined && !['utf-8', 'gb18030'].includes(encoding))
    throw new WrongUsage(`--encoding 只能是 utf-8 或 gb18030：${encoding}`)
  const report = parsed.values.report ?? null
  const sheet = parsed.values.sheet
  return {
    kind,
    path,
    dryRun: parsed.values['dry-run'] ?? false,
    map,
    encoding,
    sheet,
    whole,
    report,
    by: parsed.values.by?.trim() || userName(),
  }
}

/** A user without a name in the system's list is its number. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      map: { type: 'string', multiple: true },
      encoding: { type: 'string' },
      sheet: { type: 'string' },
      whole: { type: 'boolean' },
      report: { type: 'string' },
      by: { type: 'string' },
    },
  })
}

/** Runs the import with a progress line on a terminal; answers the summary that people read. */
export async function importFile(
  database: DatabaseHandle,
  args: ImportArguments,
  out: NodeJS.WriteStream,
  now: Date,
): Promise<ImportResult> {
  const report = new ImportReport(await reportPlace(args, process.cwd()))
  const started = performance.now()
  const speed = (rows: number) => Math.round(rows / Math.max(0.001, (performance.now() - started) / 1000))
  try {
    const result = await runImport(database, {
      kind: args.kind,
      path: args.path,
      dryRun: args.dryRun,
      map: args.map,
      by: args.by,
      now,
      whole: args.whole,
      ...(args.encoding && { encoding: args.encoding }),
      ...(args.sheet && { sheet: args.sheet }),
      onFinding: (finding) => report.add(finding),
      onProgress: ({ rows, part }) => {
        if (out.isTTY)
          out.write(
            `\r${bar(part)} ${Math.floor(part * 100)}%  ${rows.toLocaleString('en')} 行  ${speed(rows).toLocaleString('en')} 行/秒 `,
          )
      },
    })
    if (out.isTTY) out.write('\n')
    out.write(summary(args, result, report, speed(result.rows)))
    return result
  } finally {
    await report.close()
  }
}

/** Where the list of findings can be written; known before the first row, not at the first wrong one. */
export async function reportPlace({ path, report }: Pick<ImportArguments, 'path' | 'report'>, workingFolder: string): Promise<string> {
  const name = `${basename(path).replace(/\.[^.]+$/, '')}-导入问题.csv`
  const beside = join(dirname(path), name)
  for (const place of report === null ? [beside, join(workingFolder, name)] : [report]) if (await isWritable(place)) return place
  throw new UnreadableFile(`问题清单写不到 ${report ?? beside}，请用 --report 指定另一个位置`)
}

async function isWritable(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return false
  return access(found === null ? dirname(path) : path, constants.W_OK).then(
    () => true,
    () => false,
  )
}

function bar(part: number): string {
  const filled = Math.round(part * 30)
  return `${'█'.repeat(filled)}${'░'.repeat(30 - filled)}`
}

function summary(args: ImportArguments, result: ImportResult, report: ImportReport, perSecond: number): string {
  const number = (value: number) => value.toLocaleString('en')
  const lines = [
    args.dryRun ? '检查完成，没有写入任何内容。' : '导入完成。',
    `  共 ${number(result.rows)} 行：新增 ${number(result.inserted)}，更新 ${number(result.changed)}，无变化 ${number(result.unchanged)}，未导入 ${number(result.refused)}，提醒 ${number(result.notices)}`,
    `  编码 ${result.encoding}，${number(perSecond)} 行/秒`,
  ]
  if (result.barred + result.doubtful > 0)
    lines.push(
      `  禁售目录：依法禁售未导入 ${number(result.barred)} 行，待质量管理部门审核 ${number(result.doubtful)} 种（已导入，审核前不上架）`,
    )
  const { absent } = result
  if (absent.batches > 0) {
    const done = absent.emptied ? '已清零' : '库存未变，仍在销售；文件若列出了全部库存，请加 --whole'
    lines.push(`  文件的仓库里还有 ${number(absent.batches)} 个批号（可售 ${number(absent.number)}）不在文件中：${done}`)
  }
  if (result.ignoredColumns.length > 0) lines.push(`  未使用的列：${result.ignoredColumns.join('、')}`)
  if (report.count > 0) lines.push(`  问题清单：${report.path}`)
  if (args.kind === 'goods' && !args.dryRun && result.inserted + result.changed > 0)
    lines.push('  运行中的商城几秒后就能搜到和列出这些变化。')
  return `${lines.join('\n')}\n`
}

export function explain(error: unknown): string | null {
  // Goods are judged by the stop list: with a faulty list nothing is imported.
  return error instanceof UnreadableFile || error instanceof WrongUsage || error instanceof LawFilesError ? error.message : null
}
