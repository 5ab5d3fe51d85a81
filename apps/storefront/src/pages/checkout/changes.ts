import type { MoneyRowWire } from '#contract/cart-shapes.ts'
import type { CheckoutSheetWire } from '#contract/checkout.ts'
import { moneyText } from '#ui/yuan.ts'

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

const isGift = (line: Line): boolean => line.tag === '赠'
const countText = (line: Line): string => `${line.number} ${line.bzdw}`
const batchesText = (line: Line): string => line.batches.map((batch) => `${batch.batch_no} 至 ${batch.expiry_date}`).join('、')

/** What the buyer pays for: goods, their unit prices and numbers, and what comes as a gift. */
export function lineChanges(before: CheckoutSheetWire, after: CheckoutSheetWire): Change[] {
  const changes: Change[] = []
  const had = linesOf(before)
  const fresh = linesOf(after)
  for (const [id, old] of had) {
    const line = fresh.get(id)
    const one = (what: string, from: string, to: string): void => {
      if (from !== to) changes.push({ key: `${id}-${what}`, subject: old.name, what, before: from, after: to })
    }
    if (!line) one(isGift(old) ? '赠品' : '商品', countText(old), isGift(old) ? '不再赠送' : '已不能购买')
    else {
      one('单价', moneyText(old.price), moneyText(line.price))
      one('数量', countText(old), countText(line))
    }
  }
  for (const [id, line] of fresh) {
    if (had.has(id)) continue
    const [what, none] = isGift(line) ? ['赠品', '无'] : ['商品', '未选']
    changes.push({ key: `${id}-new`, subject: line.name, what, before: none, after: countText(line) })
  }
  return changes
}

function batchChanges(before: CheckoutSheetWire, after: CheckoutSheetWire): Change[] {
  const fresh = linesOf(after)
  return [...linesOf(before)].flatMap(([id, old]): Change[] => {
    const line = fresh.get(id)
    if (!line || batchesText(old) === batchesText(line)) return []
    return [{ key: `${id}-批号`, subject: old.name, what: '批号', before: batchesText(old), after: batchesText(line) }]
  })
}

export const sheetChanges = (before: CheckoutSheetWire, after: CheckoutSheetWire): Change[] => [
  ...lineChanges(before, after),
  ...batchChanges(before, after),
  ...rowChanges(before, after),
]

/** Rows other than the goods' own sum (that follows from the lines), what comes back, and the total. */
function rowChanges(before: CheckoutSheetWire, after: CheckoutSheetWire): Change[] {
  const changes: Change[] = []
  const sum = (key: string, subject: string, from: string, to: string): void => {
    if (from !== to) changes.push({ key, subject, what: '金额', before: from, after: to })
  }
  const rows = new Map(after.rows.map((row) => [row.key, row]))
  const old = new Map(before.rows.map((row) => [row.key, row]))
  for (const key of new Set([...old.keys(), ...rows.keys()])) {
    if (key === 'goods') continue
    const from = old.get(key)
    const to = rows.get(key)
    sum(
      `row-${key}`,
      `${(to ?? from)?.label ?? ''}${named(key, from, to)}`,
      from ? moneyText(from.amount) : '无',
      to ? moneyText(to.amount) : '无',
    )
  }
  sum('cashback', '返现', moneyText(before.cashback), moneyText(after.cashback))
  sum('total', '应付合计', moneyText(before.total), moneyText(after.total))
  return changes
}

const REDUCTIONS: ReadonlySet<string> = new Set(['goods_full_reduction', 'full_reduction', 'coupon'])

/** Which reductions came or went: a row's reason names all that it sums. */
function named(key: string, from: MoneyRowWire | undefined, to: MoneyRowWire | undefined): string {
  if (!REDUCTIONS.has(key)) return ''
  const before = from?.note.split('、') ?? []
  const after = to?.note.split('、') ?? []
  const names = [...before.filter((name) => !after.includes(name)), ...after.filter((name) => !before.includes(name))]
  return names.length > 0 ? `（${names.join('、')}）` : ''
}
