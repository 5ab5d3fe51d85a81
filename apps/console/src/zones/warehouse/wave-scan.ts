import type { WavePieceWire } from '#contract/waves.ts'
import { type Counts, type Piece, scan } from './scan.ts'

/** What a scan means on the walk: so many of a line lie on the cart now. Trace codes are taken when the goods are parted. */

export const isTaken = ({ taken, number }: Pick<WavePieceWire, 'taken' | 'number'>): boolean => taken === number
export const nextOf = (list: readonly WavePieceWire[]): WavePieceWire | undefined =>
  list.find(({ taken, number, locked }) => taken < number && locked === 0)

const pieceOf = (line: WavePieceWire): Piece => ({
  id: line.batch_id,
  goods_id: line.goods_id,
  name: line.name,
  unit: line.unit,
  barcode: line.barcode,
  batch_id: line.batch_id,
  batch_no: line.batch_no,
  number: line.number,
  locked_reason: line.locked === 1 ? '锁定' : '',
  others: [],
})

export type WaveScanned = { kind: 'taken'; line: WavePieceWire; number: number } | { kind: 'all' } | { kind: 'refused'; why: string }
const TRACE_CODE = /^\d{20}$/

export function scanWave(list: readonly WavePieceWire[], typed: string): WaveScanned {
  if (TRACE_CODE.test(typed.replace(/[\s-]/g, ''))) return { kind: 'refused', why: '追溯码在分拣核对时扫，这里扫批号或商品条码' }
  const counts: Counts = Object.fromEntries(list.map(({ batch_id, taken }) => [batch_id, { number: taken, codes: [] }]))
  const answer = scan(list.map(pieceOf), counts, typed, '这个波次')
  if (answer.kind === 'refused') return { kind: 'refused', why: answer.why }
  if (answer.kind === 'command') return answer.key === 'F9' ? { kind: 'all' } : { kind: 'refused', why: '这里没有这个操作' }
  const line = list.find(({ batch_id }) => batch_id === answer.pieceId)
  return line ? { kind: 'taken', line, number: line.taken + answer.number } : { kind: 'refused', why: '拣货单已经变了，请再扫一次' }
}
