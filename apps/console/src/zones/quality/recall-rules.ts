import { type BuyerState, outsideOf } from '#domain/recalls.ts'
import { numberText } from '../../parts/numbers.ts'
import type { Tone } from '../../parts/StateTag.tsx'
import type { Share } from '../../parts/shares.ts'

type SharesWire = Record<'returned' | 'on_way' | 'kept' | 'used' | 'unsent' | 'unanswered', number>

/** The pieces of the bar, in its order: what is settled first, what nobody has answered for last. */
export const sharesOfRecall = (shares: SharesWire): Share[] => [
  { key: 'returned', text: '已收回', number: shares.returned },
  { key: 'on_way', text: '寄回途中', number: shares.on_way },
  { key: 'kept', text: '尚存（企业申报）', number: shares.kept },
  { key: 'used', text: '已用完（企业申报）', number: shares.used },
  { key: 'unsent', text: '未发出', number: shares.unsent },
  { key: 'unanswered', text: '未答复', number: shares.unanswered },
]

/** Before the start nobody was asked: what left the house and did not come back. */
export const sharesOfFlow = ({ number, returned, open }: Record<'number' | 'returned' | 'open', number>): Share[] => [
  { key: 'returned', text: '已退回', number: returned },
  { key: 'unsent', text: '未发出', number: open },
  { key: 'unanswered', text: '在客户处', number: outsideOf({ sold: number, unsent: open, returned, onWay: 0 }) },
]

export const BUYER_TONES: Readonly<Record<BuyerState, Tone>> = {
  silent: 'waiting',
  answered: 'moving',
  returning: 'moving',
  back: 'done',
  used_up: 'done',
  unsent: 'closed',
}

interface BatchOfWarehouse {
  id: number
  goods_id: number
  batch_no: string
  warehouse: string
  available: number
  reserved: number
}

const plain = (batchNo: string): string => batchNo.replace(/\s+/g, '').toUpperCase()

/** One row a batch of a goods, whichever warehouses have some of it. */
export function sameBatches<Batch extends BatchOfWarehouse>(rows: readonly Batch[]): (Batch & { warehouses: string[]; units: number })[] {
  const groups = Map.groupBy(rows, ({ goods_id, batch_no }) => `${goods_id} ${plain(batch_no)}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const warehouses = [...new Set(group.map(({ warehouse }) => warehouse))]
    return [{ ...first, warehouses, units: group.reduce((sum, one) => sum + one.available + one.reserved, 0) }]
  })
}

/** 还有 764 盒未了: what the end of a recall would leave open; '': nothing. */
export function unsettledText({ kept, unanswered, on_way }: Pick<SharesWire, 'kept' | 'unanswered' | 'on_way'>, unit: string): string {
  const open = kept + unanswered + on_way
  return open === 0 ? '' : `还有 ${numberText(open)} ${unit}未了`
}
