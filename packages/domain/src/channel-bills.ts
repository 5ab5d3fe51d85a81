import type { LineFault } from './bank-lines.ts'
import { add, amountFault, type Fen, fen, fenFromYuan, ZERO } from './money.ts'
import { belowHeader, type Columns, clean, dayAndTime, type FileRow } from './table-heads.ts'

/** The bill that a payment channel gives out for a day: 微信支付, 支付宝, 银联, or any table with a number, an amount and a time. */
export interface BillLine {
  line: number
  /** '' where the bill says none: it is of the day that it was sent for. */
  day: string
  time: string
  /** Numbers by which the shop may know it, the best first: of the refund, of the payment or order. */
  numbers: string[]
  /** The channel's own; '' where it says none. */
  gatewayNo: string
  amount: Fen
  isRefund: boolean
}
export interface ChannelBill {
  lines: BillLine[]
  faults: LineFault[]
}

const TIME = ['交易时间', '支付时间', '付款时间', '完成时间', '入账时间', '创建时间', '交易日期', '清算日期', '日期', '时间']
const OURS = ['商户订单号', '商户单号', '商家订单号', '商户交易号', '支付单号', '付款单号', '订单号', '订单编号']
const THEIRS = [
  '微信订单号',
  '微信支付业务单号',
  '微信支付单号',
  '支付宝交易号',
  '银联流水号',
  '渠道流水号',
  '查询流水号',
  '检索参考号',
  '交易流水号',
  '交易号',
  '流水号',
]
const REFUND_NO = ['商户退款单号', '商户退款号', '退款单号', '退款批次号请求号', '退款批次号', '退款请求号']
const AMOUNT = ['应结订单金额', '订单金额', '交易金额', '支付金额', '收入金额', '商家实收', '实收金额', '清算金额', '金额']
const REFUND_AMOUNT = ['退款金额', '支出金额', '申请退款金额']
const KINDS = [['交易状态'], ['业务类型'], ['交易类型', '类型'], ['收支', '收支类型'], ['状态']]
const NUMBER_MAX = 64
const FAULTS_NAMED = 20

const isHeader = (columns: Columns): boolean =>
  (columns(AMOUNT) >= 0 || columns(REFUND_AMOUNT) >= 0) && (columns(OURS) >= 0 || columns(THEIRS) >= 0)

const REFUND = /退|refund/i
const CAME_TO_NOTHING = /失败|关闭|未支付|待支付|^closed$|^fail/i

/** null: it has no header that names a number and an amount. */
export function readChannelBill(rows: readonly FileRow[]): ChannelBill | null {
  const found = belowHeader(rows, isHeader)
  if (found === null) return null
  const { columns } = found
  const at = {
    time: columns(TIME),
    ours: columns(OURS),
    theirs: columns(THEIRS),
    refundNo: columns(REFUND_NO),
    amount: columns(AMOUNT),
    back: columns(REFUND_AMOUNT),
  }
  const kinds = KINDS.map(columns).filter((one) => one >= 0)
  const bill: ChannelBill = { lines: [], faults: [] }
  for (const { line, cells } of found.rows) {
    const cell = (place: number): string => (place < 0 ? '' : clean(cells[place], NUMBER_MAX))
    const fault = (message: string): void => {
      if (bill.faults.length < FAULTS_NAMED) bill.faults.push({ line, message })
    }
    const words = kinds.map(cell)
    if (words.some((word) => CAME_TO_NOTHING.test(word))) continue
    const money = moneyOf(
      cell(at.amount),
      cell(at.back),
      words.some((word) => REFUND.test(word)),
    )
    if ('fault' in money) {
      fault(money.fault)
      continue
    }
    const when = cell(at.time) === '' ? { day: '', time: '' } : dayAndTime(cell(at.time))
    if (when === null) {
      fault(`时间“${cell(at.time).slice(0, 20)}”不是日期`)
      continue
    }
    const numbers = [...(money.isRefund ? [cell(at.refundNo)] : []), cell(at.ours)].filter((one) => one !== '')
    const gatewayNo = cell(at.theirs)
    if (numbers.length === 0 && gatewayNo === '') {
      fault('没有订单号或流水号')
      continue
    }
    bill.lines.push({ line, ...when, numbers, gatewayNo, ...money })
  }
  return bill
}

/** A refund stands in a column of its own, or as a negative amount, or is called one. */
function moneyOf(amount: string, back: string, saysRefund: boolean): { amount: Fen; isRefund: boolean } | { fault: string } {
  const returned = back === '' ? ZERO : fenFromYuan(back)
  if (returned !== null && returned !== 0) return { amount: fen(Math.abs(returned)), isRefund: true }
  const text = amount.replace(/^\+/, '')
  const read = fenFromYuan(text)
  if (returned === null || read === null) return { fault: text === '' ? '没有金额' : `金额“${text.slice(0, 20)}”${amountFault(text)}` }
  if (read === 0) return { fault: '金额为 0' }
  return { amount: fen(Math.abs(read)), isRefund: saysRefund || read < 0 }
}

/** Money that the shop has booked through a channel. */
export interface BookedMove {
  /** What names it among the differences. */
  number: string
  /** Every number that a bill may know it by. */
  numbers: readonly string[]
  amount: Fen
  isRefund: boolean
  at: string
}

export interface Difference {
  side: 'ours' | 'theirs' | 'amount'
  direction: 'in' | 'out'
  number: string
  gatewayNo: string
  at: string
  ours: Fen | null
  theirs: Fen | null
}

const plain = (number: string): string => number.toUpperCase()

/** Each line of the bill meets one move of the same direction at most; of several with its number the one of its amount. */
export function compareBill(ours: readonly BookedMove[], theirs: readonly BillLine[]): { matched: number; differences: Difference[] } {
  const left = new Set(ours)
  const byNumber = new Map<string, BookedMove[]>()
  for (const move of ours)
    for (const number of new Set(move.numbers.map(plain))) {
      const same = byNumber.get(number)
      if (same === undefined) byNumber.set(number, [move])
      else same.push(move)
    }
  const differences: Difference[] = []
  const taken = new Set<string>()
  // A bill of thousands of lines with one number asks each of them how many came before it.
  const next = new Map<string, number>()
  const add = (one: Difference): void => {
    // A number that stands there twice is two differences.
    const first = `${one.direction} ${one.number}`
    let { number } = one
    let nth = next.get(first) ?? 2
    for (; taken.has(`${one.direction} ${number}`); nth++) number = `${one.number} (${nth})`
    next.set(first, nth)
    taken.add(`${one.direction} ${number}`)
    differences.push({ ...one, number })
  }
  let matched = 0
  const open: BillLine[] = []
  const meet = (line: BillLine, ofAmount: boolean): BookedMove | undefined =>
    [...line.numbers, line.gatewayNo]
      .filter((number) => number !== '')
      .flatMap((number) => byNumber.get(plain(number)) ?? [])
      .find((move) => left.has(move) && move.isRefund === line.isRefund && (!ofAmount || move.amount === line.amount))
  for (const line of theirs) {
    const move = meet(line, true)
    if (move === undefined) open.push(line)
    else {
      left.delete(move)
      matched += 1
    }
  }
  for (const line of open) {
    const move = meet(line, false)
    if (move !== undefined) left.delete(move)
    const number = move?.number ?? line.numbers[0] ?? line.gatewayNo
    add({
      side: move === undefined ? 'theirs' : 'amount',
      direction: line.isRefund ? 'out' : 'in',
      number,
      gatewayNo: line.gatewayNo,
      at: `${line.day} ${line.time}`.trim(),
      ours: move?.amount ?? null,
      theirs: line.amount,
    })
  }
  for (const move of left)
    add({
      side: 'ours',
      direction: move.isRefund ? 'out' : 'in',
      number: move.number,
      gatewayNo: '',
      at: move.at,
      ours: move.amount,
      theirs: null,
    })
  return { matched, differences }
}

/** What came in and what went out. */
export const sumsOf = (moves: readonly { amount: Fen; isRefund: boolean }[]): { in: Fen; out: Fen } => ({
  in: add(...moves.filter(({ isRefund }) => !isRefund).map(({ amount }) => amount)),
  out: add(...moves.filter(({ isRefund }) => isRefund).map(({ amount }) => amount)),
})
