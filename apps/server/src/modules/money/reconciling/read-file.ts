import { STATEMENT_LINES_MAX } from '#contract/constants.ts'
import { type BankFile, readBankFile } from '#domain/bank-lines.ts'
import { type ChannelBill, readChannelBill } from '#domain/channel-bills.ts'
import { rowsOfUpload, type TableRow, UnreadableFile } from '../../goods/import/public.ts'

export type StatementKind = 'bank' | 'channel'
export type StatementFile = ({ kind: 'bank' } & BankFile) | ({ kind: 'channel' } & ChannelBill)

const ROWS_ABOVE_AND_BELOW = 100
const FAULTS_SAID = 3

/** A statement as a file: CSV, XLSX or XLS. */
export async function readStatementFile(name: string, content: Buffer, kind: StatementKind): Promise<StatementFile> {
  const most = STATEMENT_LINES_MAX + ROWS_ABOVE_AND_BELOW
  const rows = await rowsOfUpload(name, content, most)
  if (rows.length > most) throw new UnreadableFile(`文件超过 ${STATEMENT_LINES_MAX} 行，请按日期分成几份`)
  return kind === 'bank' ? { kind, ...bankOf(rows) } : { kind, ...channelOf(rows) }
}

function bankOf(rows: readonly TableRow[]): BankFile {
  const file = readBankFile(rows)
  if (file === null) throw new UnreadableFile('没有找到表头：要有“交易时间”和“贷方发生额”（或“金额”）两列')
  if (file.lines.length === 0 && file.faultCount === 0) throw new UnreadableFile('文件里没有一笔收入')
  return file
}

/** A bill is compared as a whole or not at all: a line that is not read would be a difference that is none. */
function channelOf(rows: readonly TableRow[]): ChannelBill {
  const bill = readChannelBill(rows)
  if (bill === null) throw new UnreadableFile('没有找到表头：要有“商户订单号”（或渠道的流水号）和“金额”两列')
  if (bill.faults.length > 0) {
    const named = bill.faults.slice(0, FAULTS_SAID).map(({ line, message }) => `第 ${line} 行${message}`)
    throw new UnreadableFile(`${named.join('；')}${bill.faults.length > FAULTS_SAID ? ' 等' : ''}。请改正后再上传`)
  }
  return bill
}
