import { type AfterSaleKind, type AfterSaleReason, needsPhoto } from './aftersales.ts'
import { type OrderStatus, STATUS_NAMES } from './orders.ts'

/**
 * A buyer counts what arrived, batch by batch (药品经营质量管理规范 arts. 74, 80): what passed inspection, and what differs.
 * Each difference becomes an application for after-sales in the same deed.
 */
export const DIFFERENCES = ['short', 'damaged', 'wrong', 'refused'] as const
export type Difference = (typeof DIFFERENCES)[number]
export const DIFFERENCE_NAMES: Readonly<Record<Difference, string>> = { short: '短少', damaged: '破损', wrong: '错货', refused: '拒收' }

/** Why goods that arrived whole are not taken in. */
export const REFUSED_FOR = ['quality', 'near_expiry', 'other'] as const
export type RefusedFor = (typeof REFUSED_FOR)[number]
export const REFUSED_FOR_NAMES: Readonly<Record<RefusedFor, string>> = {
  quality: '质量或温度异常',
  near_expiry: '近效期',
  other: '其他',
}

export interface DeliveredBatch {
  id: number
  name: string
  unit: string
  batchNo: string
  coldChain: boolean
  isGift: boolean
  /** Units that left the house, without those that were applied for before the goods were counted. */
  due: number
}
export interface CountedBatch extends Record<Difference, number> {
  id: number
  accepted: number
  refusedFor: RefusedFor
  note: string
}

/** Why nothing of an order in this state can be recorded as received; empty: it can. */
export function receivingRefusal(status: OrderStatus): string {
  if (status === 'shipped' || status === 'received') return ''
  if (status === 'completed') return '订单已完成，收货登记已截止'
  return status === 'cancelled' ? '订单已取消' : `订单${STATUS_NAMES[status]}，发货后才能登记收货`
}

export interface CountFault {
  /** Index among the lines that were counted; -1: of all of them. */
  at: number
  field: 'accepted' | Difference | 'note' | 'lines'
  message: string
}

const totalOf = (counted: CountedBatch): number => counted.accepted + DIFFERENCES.reduce((sum, kind) => sum + counted[kind], 0)

/** Every wrong thing of a count: each batch that is due must be there once, and its parts must make up what was sent. */
export function countFaults(due: readonly DeliveredBatch[], counted: readonly CountedBatch[]): CountFault[] {
  const faults: CountFault[] = []
  const seen = new Set<number>()
  for (const [at, line] of counted.entries()) {
    const batch = due.find((one) => one.id === line.id)
    if (!batch || seen.has(line.id)) {
      faults.push({ at, field: 'accepted', message: batch ? '同一批次不能重复填写' : '订单中没有这个批次' })
      continue
    }
    seen.add(line.id)
    const named = `${batch.name}（批号 ${batch.batchNo}）`
    const total = totalOf(line)
    if (total !== batch.due)
      faults.push({ at, field: 'accepted', message: `${named}的合格与差异合计 ${total} ${batch.unit}，应为 ${batch.due} ${batch.unit}` })
    // Nobody can vouch for a cold chain once it is broken: its faults are faults of quality.
    for (const kind of ['damaged', 'wrong'] as const)
      if (batch.coldChain && line[kind] > 0)
        faults.push({ at, field: kind, message: `${named}为冷链商品，${DIFFERENCE_NAMES[kind]}请按拒收（质量或温度异常）登记` })
    if (line.refused > 0 && line.refusedFor === 'other' && line.note === '')
      faults.push({ at, field: 'note', message: `请写明拒收${named}的原因` })
  }
  const missing = due.find((batch) => batch.due > 0 && !seen.has(batch.id))
  if (missing) faults.push({ at: -1, field: 'lines', message: `请登记${missing.name}（批号 ${missing.batchNo}）的实收数量` })
  return faults
}

export interface Claim {
  reason: AfterSaleReason
  kind: AfterSaleKind
  /** at: index among the lines that were counted. */
  lines: readonly { at: number; id: number; number: number; difference: Difference }[]
}

export const reasonOf = (difference: Difference, refusedFor: RefusedFor): AfterSaleReason =>
  difference === 'refused' ? refusedFor : difference

/**
 * What is applied for after-sales, an application a reason. Goods that are there go back, unless the buyer cannot send them;
 * what never came is refunded alone. Gifts go first: whoever sends everything back is asked for them with the last part.
 */
export function claimsOf(due: readonly DeliveredBatch[], counted: readonly CountedBatch[], sendBack: boolean): Claim[] {
  const lines = counted.flatMap((line, at) =>
    DIFFERENCES.filter((difference) => line[difference] > 0).map((difference) => ({
      at,
      id: line.id,
      number: line[difference],
      difference,
      reason: reasonOf(difference, line.refusedFor),
    })),
  )
  const gifts = new Set(due.filter((batch) => batch.isGift).map((batch) => batch.id))
  const claims = [...Map.groupBy(lines, (line) => line.reason)].map(([reason, own]): Claim => {
    const comesBack = reason !== 'short' && (sendBack || !needsPhoto(reason))
    return { reason, kind: comesBack ? 'return' : 'refund_only', lines: own.map(({ reason: _reason, ...line }) => line) }
  })
  const gives = (claim: Claim) => (claim.lines.some((line) => gifts.has(line.id)) ? 0 : 1)
  return claims.sort((a, b) => gives(a) - gives(b))
}

/** 合格 48，短少 2 */
export function countWords(counted: readonly CountedBatch[]): string {
  const sum = (of: (line: CountedBatch) => number) => counted.reduce((total, line) => total + of(line), 0)
  const differences = DIFFERENCES.map((kind) => [DIFFERENCE_NAMES[kind], sum((line) => line[kind])] as const)
  return [['合格', sum((line) => line.accepted)] as const, ...differences.filter(([, number]) => number > 0)]
    .map(([name, number]) => `${name} ${number}`)
    .join('，')
}

export const hasDifference = (line: Readonly<Record<Difference, number>>): boolean => DIFFERENCES.some((kind) => line[kind] > 0)
