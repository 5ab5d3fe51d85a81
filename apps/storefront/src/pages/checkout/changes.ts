import type { CheckoutSheetWire } from '#contract/cart.ts'
import { moneyText } from '../../parts/yuan.ts'

/** What a fresh sheet says otherwise than the one the buyer had before his eyes: one sentence a difference, old and new beside it. */
export interface Change {
  key: string
  /** What it concerns: a goods' name, 运费, 余额抵扣, 应付合计. */
  subject: string
  what: string
  before: string
  after: string
}

type Line = CheckoutSheetWire['orders'][number]['lines'][number]

const linesOf = (sheet: CheckoutSheetWire): Map<number, Line> =>
  new Map(sheet.orders.flatMap((order) => order.lines.map((line) => [line.id, line] as const)))

const batchesText = (line: Line): string => line.batches.map((batch) => `${batch.batch_no} 至 ${batch.expiry_date}`).join('、')

export function sheetChanges(before: CheckoutSheetWire, after: CheckoutSheetWire): Change[] {
  const changes: Change[] = []
  const fresh = linesOf(after)
  for (const [id, old] of linesOf(before)) {
    const line = fresh.get(id)
    const one = (what: string, from: string, to: string): void => {
      if (from !== to) changes.push({ key: `${id}-${what}`, subject: old.name, what, before: from, after: to })
    }
    if (!line) {
      changes.push({ key: `${id}-gone`, subject: old.name, what: '商品', before: `${old.number} ${old.bzdw}`, after: '已不能购买' })
      continue
    }
    one('单价', moneyText(old.price), moneyText(line.price))
    one('数量', `${old.number} ${old.bzdw}`, `${line.number} ${line.bzdw}`)
    one('批号', batchesText(old), batchesText(line))
  }
  const had = linesOf(before)
  for (const [id, line] of fresh) {
    if (!had.has(id))
      changes.push({ key: `${id}-new`, subject: line.name, what: '商品', before: '未选', after: `${line.number} ${line.bzdw}` })
  }
  return [...changes, ...rowChanges(before, after)]
}

/** Rows other than the goods' own sum (that follows from the lines) and the total. */
function rowChanges(before: CheckoutSheetWire, after: CheckoutSheetWire): Change[] {
  const changes: Change[] = []
  const rows = new Map(after.rows.map((row) => [row.key, row]))
  const old = new Map(before.rows.map((row) => [row.key, row]))
  for (const key of new Set([...old.keys(), ...rows.keys()])) {
    if (key === 'goods') continue
    const from = old.get(key)
    const to = rows.get(key)
    if (from?.amount === to?.amount) continue
    const subject = (to ?? from)?.label ?? ''
    changes.push({
      key: `row-${key}`,
      subject,
      what: '金额',
      before: from ? moneyText(from.amount) : '无',
      after: to ? moneyText(to.amount) : '无',
    })
  }
  if (before.total !== after.total)
    changes.push({ key: 'total', subject: '应付合计', what: '金额', before: moneyText(before.total), after: moneyText(after.total) })
  return changes
}
