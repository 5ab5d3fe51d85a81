/** Recalls of a batch: their levels, and where its units are (药品召回管理办法 arts. 12, 17–19). */

/** hours: within which every buyer is to be told, and to answer. */
export const RECALL_LEVELS = {
  1: { name: '一级召回', hours: 24 },
  2: { name: '二级召回', hours: 72 },
  3: { name: '三级召回', hours: 168 },
} as const
export type RecallLevel = keyof typeof RECALL_LEVELS

const HOUR_MS = 3_600_000
/** The moment by which a buyer is to have answered. */
export const answerDue = (level: RecallLevel, toldAt: Date): Date => new Date(toldAt.getTime() + RECALL_LEVELS[level].hours * HOUR_MS)

/** Units of the batch that a buyer's orders were given. */
export interface Whereabouts {
  sold: number
  /** Of orders that have not left the house. */
  unsent: number
  /** Accepted by the warehouse. */
  returned: number
  /** Applied for, not accepted yet. */
  onWay: number
}

/** What is still outside and has not come back: also the most that a buyer can say he has. */
export const outsideOf = ({ sold, unsent, returned }: Whereabouts): number => Math.max(0, sold - unsent - returned)

export const BUYER_STATES = {
  silent: '未确认',
  answered: '已确认',
  returning: '退回中',
  back: '已全部退回',
  used_up: '已用完',
  unsent: '未发出',
} as const
export type BuyerState = keyof typeof BUYER_STATES

/** How far a buyer's part is; kept: what he said he still has, null as long as he has said nothing. */
export function buyerState(where: Whereabouts, kept: number | null): BuyerState {
  // Also of a batch that it was given none of in the end: its order was cancelled, or was picked from another batch.
  if (where.sold === where.unsent) return 'unsent'
  if (outsideOf(where) === 0) return 'back'
  if (where.onWay > 0) return 'returning'
  if (kept === null) return 'silent'
  return kept === 0 ? 'used_up' : 'answered'
}

/** Whether nothing more is to come from this buyer: all is back, or what is not back is used up. */
export const isSettled = (where: Whereabouts, kept: number | null): boolean => {
  const state = buyerState(where, kept)
  return where.sold === 0 || state === 'back' || state === 'used_up'
}

/** Every unit that was given out is in one of these: they add up to what was sold. */
export interface Shares {
  returned: number
  onWay: number
  unsent: number
  /** The buyer says that it has them still. */
  kept: number
  /** Neither there nor sent back, by what the buyer said. */
  used: number
  /** Nobody has said where they are. */
  unanswered: number
}

/** sentSince: what was sent back after the buyer's word on what it keeps, and so is no longer among it. */
export function sharesOf(where: Whereabouts, kept: number | null, sentSince: number): Shares {
  const outside = outsideOf(where)
  const onWay = Math.min(where.onWay, outside)
  const rest = outside - onWay
  const still = kept === null ? 0 : Math.min(rest, Math.max(0, kept - sentSince))
  return {
    returned: where.sold - where.unsent - outside,
    onWay,
    unsent: where.unsent,
    kept: still,
    used: kept === null ? 0 : rest - still,
    unanswered: kept === null ? rest : 0,
  }
}

export const sumShares = (all: readonly Shares[]): Shares => {
  const sum: Shares = { returned: 0, onWay: 0, unsent: 0, kept: 0, used: 0, unanswered: 0 }
  for (const one of all) for (const key of Object.keys(sum) as (keyof Shares)[]) sum[key] += one[key]
  return sum
}

export interface RecallNotice {
  name: string
  spec: string
  batchNo: string
  level: RecallLevel
  reason: string
}
/** What buyers are told, as the message and its preview before the start have it. */
export const recallText = ({ name, spec, batchNo, level, reason }: RecallNotice, due: string): string =>
  `${name} ${spec} 批号 ${batchNo}（${RECALL_LEVELS[level].name}）：${reason}。请立即停止销售和使用，在 ${due} 前确认并填报尚存数量。`

export const sumWhere = (all: readonly Whereabouts[]): Whereabouts =>
  all.reduce(
    (sum, one) => ({
      sold: sum.sold + one.sold,
      unsent: sum.unsent + one.unsent,
      returned: sum.returned + one.returned,
      onWay: sum.onWay + one.onWay,
    }),
    { sold: 0, unsent: 0, returned: 0, onWay: 0 },
  )

/** HH202611220007: its papers have numbers of their own. */
export const recallNo = (day: string, id: number): string => `HH${day.replaceAll('-', '')}${String(id).padStart(4, '0')}`
