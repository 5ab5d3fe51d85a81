import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { REPORT_BYTES_MAX } from '#contract/reports.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { VirusScanner } from '../../../providers/virus-scan/scanner.ts'
import { type IntakeOutcome, takeReport } from '../../papers/reports/public.ts'
import { ImportReport } from './report.ts'
import { UnreadableFile } from './table-row.ts'

export interface ReportsArguments {
  folder: string
  dryRun: boolean
  report: string
  by: string
}
/** scanner: who looks at each file first. */
type Taking = ReportsArguments & { scanner: VirusScanner }

/** What became of the files of a folder. */
export type ReportsResult = Record<IntakeOutcome['outcome'], number> & { files: number }

/** Beside the folder, never within it: the next run would find it there. */
export const findingsOf = (folder: string): string => join(dirname(resolve(folder)), `${basename(resolve(folder))}-导入问题.csv`)

/** The files below a folder in the order of their names. What only points elsewhere is not followed. */
async function filesBelow(folder: string): Promise<string[]> {
  let entries: Dirent[]
  try {
    entries = await readdir(folder, { recursive: true, withFileTypes: true })
  } catch {
    throw new UnreadableFile(`读不到文件夹 ${folder}`)
  }
  // What systems leave in folders is nobody's report.
  const hidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini'
  return entries
    .filter((entry) => entry.isFile() && !hidden(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => a.localeCompare(b, 'zh-CN'))
}

async function takeFile(database: DatabaseHandle, args: Taking, path: string, now: Date): Promise<IntakeOutcome> {
  const refused = (message: string): IntakeOutcome => ({ outcome: 'refused', message, id: null })
  const { size } = await stat(path)
  // Before it is read: memory is for reports.
  if (size > REPORT_BYTES_MAX) return refused(`文件超过 ${REPORT_BYTES_MAX / 1024 / 1024} MB，请压缩扫描件后再导入`)
  const file = { path: join(basename(resolve(args.folder)), relative(args.folder, path)), bytes: await readFile(path) }
  const by = { accountId: null, name: args.by }
  return takeReport(database, file, { way: 'import', by, scanner: args.scanner, dryRun: args.dryRun }, now)
}

/** Takes in every report of a folder; again, it changes nothing. onFile: after each, with the part that is done. */
export async function takeFolder(
  database: DatabaseHandle,
  args: Taking,
  findings: ImportReport,
  now: Date,
  onFile: (done: number, all: number) => void = () => undefined,
): Promise<ReportsResult> {
  const paths = await filesBelow(args.folder)
  const result: ReportsResult = { files: paths.length, checking: 0, unmatched: 0, known: 0, refused: 0 }
  for (const [at, path] of paths.entries()) {
    const { outcome, message } = await takeFile(database, args, path, now)
    result[outcome] += 1
    const value = relative(args.folder, path)
    if (outcome === 'refused' || outcome === 'unmatched')
      findings.add({ line: at + 1, level: outcome === 'refused' ? 'error' : 'notice', column: '文件', value, reason: message })
    onFile(at + 1, paths.length)
  }
  return result
}

/** npm run import -- reports FOLDER, with a line of progress on a terminal. */
export async function importReports(database: DatabaseHandle, args: Taking, out: NodeJS.WriteStream, now: Date): Promise<ReportsResult> {
  const findings = new ImportReport(args.report)
  try {
    const result = await takeFolder(database, args, findings, now, (done, all) => {
      if (out.isTTY) out.write(`\r${done} / ${all} 份 `)
    })
    if (out.isTTY) out.write('\n')
    const lines = [
      args.dryRun ? '检查完成，没有写入任何内容。' : '导入完成。',
      `  共 ${result.files} 份：已匹配 ${result.checking}，待手工匹配 ${result.unmatched}，已收到过 ${result.known}，未导入 ${result.refused}`,
    ]
    if (findings.count > 0) lines.push(`  问题清单：${findings.path}`)
    if (!args.dryRun && result.checking > 0) lines.push('  质量管理部门放行后买家才看得到。')
    out.write(`${lines.join('\n')}\n`)
    return result
  } finally {
    await findings.close()
  }
}
