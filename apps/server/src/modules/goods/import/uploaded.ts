import { isWorkbook, isZip, refuseOtherKinds } from './sniff.ts'
import { rowsOfText } from './table-file.ts'
import { type TableRow, UnreadableFile } from './table-row.ts'
import { rowsOfWorkbook } from './workbook.ts'
import { inspectZip } from './zip-guard.ts'

/** What an uploaded table may hold at most; one that people or banks wrote is far below all of it. */
const USUAL = { unpackedMax: 12 * 1024 * 1024, cellsMax: 200_000, signsMax: 4_000_000 }
const COLUMNS_MAX = 256
const LINE_MAX = 32 * 1024

/** The rows of an uploaded table: CSV, XLSX or XLS, told apart by their bytes and not by their name. One more than rowsMax says that there are more. */
export async function rowsOfUpload(
  name: string,
  content: Buffer,
  rowsMax: number,
  { unpackedMax, cellsMax, signsMax } = USUAL,
): Promise<TableRow[]> {
  if (content.length === 0) throw new UnreadableFile('文件是空的')
  if (isWorkbook(content)) {
    if (isZip(content)) await inspectZip(content, unpackedMax, '工作簿展开后过大，请只保留清单所在的工作表后再上传')
    const { rows } = await rowsOfWorkbook(content, { rowsMax: rowsMax + 1, columnsMax: COLUMNS_MAX, cellsMax, signsMax })
    const wrong = rows.find(({ problems }) => [...(problems?.values() ?? [])].some(({ reason }) => reason.startsWith('日期')))
    if (wrong) throw new UnreadableFile(`第 ${wrong.line} 行的日期超出范围，请改正后再上传`)
    return rows
  }
  refuseOtherKinds(content)
  if (/\.xlsx?$/i.test(name)) throw new UnreadableFile('这个文件不是 Excel 工作簿，请用 Excel 打开后另存为 XLSX 或 CSV 再上传')
  const rows: TableRow[] = []
  for await (const row of rowsOfText(content, { lineMax: LINE_MAX, columnsMax: COLUMNS_MAX })) {
    rows.push(row)
    if (rows.length > rowsMax) break
  }
  return rows
}
