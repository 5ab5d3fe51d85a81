import type { TradeDate } from './dates.ts'
import { amountFault, type Fen, fenFromYuan } from './money.ts'
import { belowHeader, type Columns, clean, dayAndTime, type FileRow } from './table-heads.ts'

/** One transfer that came in, as the bank's statement says it. */
export interface BankLine {
  /** Its number in the file. */
  line: number
  day: TradeDate
  /** 09:02:11; '' where the statement says the day alone. */
  time: string
  payerName: string
  payerAccount: string
  amount: Fen
  memo: string
  /** The bank's own number of it; '' where it gives none. */
  serial: string
}
export interface LineFault {
  line: number
  message: string
}
export interface BankFile {
  lines: BankLine[]
  /** The first of them. */
  faults: LineFault[]
  faultCount: number
  /** Lines of money that went out: no concern of ours. */
  outgoing: number
}

const DAY = ['交易日期', '记账日期', '入账日期', '交易时间', '交易日期时间', '记账时间', '入账时间', '日期', '时间']
const TIME = ['交易时间', '交易日期时间', '记账时间', '入账时间', '时间']
const NAME = [
  '对方户名',
  '对方账户名称',
  '对方账户名',
  '对方名称',
  '对方单位名称',
  '对方单位',
  '付款人名称',
  '付款方名称',
  '付款方户名',
  '付款人户名',
  '付款户名',
  '交易对手名称',
  '对手户名',
  '付款人',
]
const ACCOUNT = ['对方账号', '对方帐号', '对方账户', '对方卡号', '付款人账号', '付款方账号', '付款账号', '交易对手账号', '对手账号']
const CREDIT = ['贷方发生额', '贷方金额', '贷方交易金额', '收入金额', '存入金额', '转入金额', '入账金额', '贷方', '收入']
const DEBIT = ['借方发生额', '借方金额', '借方交易金额', '支出金额', '支取金额', '转出金额', '借方', '支出']
const AMOUNT = ['交易金额', '发生额', '金额']
const SIGN = ['借贷标志', '借贷标识', '借贷方向', '借贷', '收付标志', '收支标志', '收支方向', '收支类型', '收支', '资金流向', '交易方向']
const MEMO = [['附言', '交易附言', '转账附言', '客户附言'], ['摘要', '交易摘要'], ['用途'], ['备注']]
const SERIAL = [
  '流水号',
  '交易流水号',
  '银行流水号',
  '核心流水号',
  '主机流水号',
  '业务流水号',
  '明细流水号',
  '交易参考号',
  '账户明细编号',
  '交易序号',
  '柜员流水号',
]

const NAME_MAX = 100
const MEMO_MAX = 200
const NUMBER_MAX = 64
const FAULTS_NAMED = 200
/** No transfer of a pharmacy's is larger. */
const AMOUNT_MAX = 100_000_000_000

const isHeader = (columns: Columns): boolean => columns(DAY) >= 0 && (columns(CREDIT) >= 0 || columns(AMOUNT) >= 0)

type Moved = { amount: Fen } | { outgoing: true } | { fault: string }

/** By the column of credits, or by the amount and the sign beside it. */
function movedBy(columns: Columns): (cell: (at: number) => string) => Moved {
  const [credit, debit, amount, sign] = [columns(CREDIT), columns(DEBIT), columns(AMOUNT), columns(SIGN)]
  return (cell) => {
    const said = cell(sign)
    const out = cell(debit)
    const text = credit >= 0 ? cell(credit) : cell(amount)
    const read = text === '' ? null : fenFromYuan(text.replace(/^\+/, ''))
    if (text === '' || read === 0) return out !== '' && fenFromYuan(out) !== 0 ? { outgoing: true } : { fault: '没有收入金额' }
    if (read === null) return { fault: `金额“${text.slice(0, 20)}”${amountFault(text)}` }
    if (read > AMOUNT_MAX) return { fault: '金额过大，请核对' }
    if (credit >= 0) return read > 0 ? { amount: read } : { fault: '收入为负（冲正），请人工处理' }
    if (/[借支付出]|^-$|^d/i.test(said) || read < 0) return { outgoing: true }
    return { amount: read }
  }
}

/** The incoming lines of a bank's statement; null: it has no header that names a time and an amount. */
export function readBankFile(rows: readonly FileRow[]): BankFile | null {
  const found = belowHeader(rows, isHeader)
  if (found === null) return null
  const { columns } = found
  const at = { day: columns(DAY), time: columns(TIME), name: columns(NAME), account: columns(ACCOUNT), serial: columns(SERIAL) }
  const memos = MEMO.map(columns).filter((one) => one >= 0)
  const moved = movedBy(columns)
  const file: BankFile = { lines: [], faults: [], faultCount: 0, outgoing: 0 }
  const bySerial = new Map<string, BankLine>()
  const fault = (line: number, message: string): void => {
    file.faultCount += 1
    if (file.faults.length < FAULTS_NAMED) file.faults.push({ line, message })
  }
  for (const { line, cells } of found.rows) {
    const cell = (place: number, most = NUMBER_MAX): string => (place < 0 ? '' : clean(cells[place], most))
    const money = moved((place) => cell(place))
    if ('outgoing' in money) {
      file.outgoing += 1
      continue
    }
    const when = dayAndTime(cell(at.day), cell(at.time))
    if (when === null) {
      fault(line, cell(at.day) === '' ? '没有交易时间' : `交易时间“${cell(at.day).slice(0, 20)}”不是日期`)
      continue
    }
    if ('fault' in money) {
      fault(line, money.fault)
      continue
    }
    const memo = [...new Set(memos.map((one) => cell(one, MEMO_MAX)).filter((one) => one !== ''))].join(' ').slice(0, MEMO_MAX)
    const read: BankLine = {
      line,
      ...when,
      amount: money.amount,
      payerName: cell(at.name, NAME_MAX),
      payerAccount: cell(at.account).replace(/[\s-]/g, ''),
      memo,
      serial: cell(at.serial).replace(/\s/g, ''),
    }
    const former = read.serial === '' ? undefined : bySerial.get(bankLineKey(read, 1))
    if (former && former.payerName !== read.payerName) {
      fault(line, `流水号与第 ${former.line} 行相同，付款户不同，请核对`)
      continue
    }
    if (read.serial !== '') bySerial.set(bankLineKey(read, 1), read)
    file.lines.push(read)
  }
  return file
}

/**
 * What a line is known by, however often and in whichever file it comes. Without a number of the bank's, everything that it says; nth:
 * which of those in one file that say just the same.
 */
export const bankLineKey = ({ serial, day, time, payerAccount, payerName, amount, memo }: BankLine, nth: number): string =>
  serial === '' ? ['#', day, time, payerAccount, payerName, amount, memo, nth].join('|') : `${serial}/${day}/${amount}`
