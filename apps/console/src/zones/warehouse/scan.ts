import { readLabel } from '#domain/labels.ts'

/** What a scan means on the table: counted for a batch of the order, or refused in words. No price, no clock, no network. */
export interface Piece {
  id: number
  goods_id: number
  name: string
  unit: string
  barcode: string
  batch_id: number
  batch_no: string
  number: number
  locked_reason: string
  others: readonly { batch_no: string }[]
}

/** Pieces by id: how many were counted, and the trace codes among them. */
export interface Count {
  number: number
  codes: readonly string[]
}
export type Counts = Readonly<Record<number, Count>>
export const NONE: Count = { number: 0, codes: [] }
export const countOf = (counts: Counts, piece: Pick<Piece, 'id'>): Count => counts[piece.id] ?? NONE

/** Bar codes of these stick on the table. */
export type ScanCommand = 'F2' | 'F3' | 'F4' | 'F6' | 'F7' | 'F8' | 'F9' | 'F10'
export type Scanned =
  | { kind: 'counted'; counts: Counts; pieceId: number; number: number }
  | { kind: 'command'; key: ScanCommand }
  | { kind: 'refused'; why: string; scanned: string; pieceId: number | null }

export const isDone = (counts: Counts, piece: Piece): boolean => countOf(counts, piece).number >= piece.number
/** What is to be scanned next: the first that is not whole. */
export const currentOf = <P extends Piece>(pieces: readonly P[], counts: Counts): P | undefined =>
  pieces.find((one) => !isDone(counts, one))
export const doneOf = (pieces: readonly Piece[], counts: Counts): number => pieces.filter((one) => isDone(counts, one)).length

const TRACE_CODE = /^\d{20}$/
const TIMES = /^(\d{1,6})[*×x](.+)$/i
const COMMAND = /^F(?:[2-46-9]|10)$/i

function put(counts: Counts, piece: Piece, number: number, code?: string): Counts {
  const now = countOf(counts, piece)
  return { ...counts, [piece.id]: { number: now.number + number, codes: code ? [...now.codes, code] : now.codes } }
}

/**
 * A label of a batch, or the bar code of goods of which one batch is to go, counts all of it that is missing; with '3*' before it three. A
 * trace code counts the box that bears it, of the batch that is to be scanned now, once.
 */
export function scan(pieces: readonly Piece[], counts: Counts, typed: string, whose = '这张订单'): Scanned {
  const text = typed.trim()
  if (COMMAND.test(text)) return { kind: 'command', key: text.toUpperCase() as ScanCommand }
  const current = currentOf(pieces, counts)
  const refused = (why: string, scanned = text): Scanned => ({ kind: 'refused', why, scanned, pieceId: current?.id ?? null })
  if (text === '') return refused('没有扫到内容')
  const plain = text.replace(/[\s-]/g, '')
  if (TRACE_CODE.test(plain)) {
    if (Object.values(counts).some(({ codes }) => codes.includes(plain))) return refused('这个追溯码扫过了', plain)
    if (current === undefined) return refused('已全部相符，多扫了', plain)
    if (current.locked_reason) return refused(`批号 ${current.batch_no} 已被质量锁定，请换批号`)
    return { kind: 'counted', counts: put(counts, current, 1, plain), pieceId: current.id, number: 1 }
  }
  const times = TIMES.exec(text)
  const wanted = times ? Number(times[1]) : null
  const label = (times?.[2] ?? text).trim().toUpperCase()
  const sticker = readLabel(label)
  if (sticker?.kind === 'carton') return refused(`这是订单 ${sticker.orderNo} 的箱签，请扫箱里的商品`, label)
  if (sticker?.kind === 'place') return refused(`这是货位 ${sticker.place} 的标签，请扫商品`, label)
  const isBatch = (one: Piece): boolean => one.batch_no.toUpperCase() === label || one.batch_id === sticker?.batchId
  const same = pieces.filter((one) => isBatch(one) || (one.barcode !== '' && one.barcode === label))
  const byBatch = same.filter(isBatch)
  if (same.length === 0) {
    const other = pieces.find(({ others }) => others.some(({ batch_no }) => batch_no.toUpperCase() === label))
    return refused(other ? `${other.name} 应拣批号 ${other.batch_no}，请放回或按 F6 换批号` : `不是${whose}的批号，请放回`, label)
  }
  if (byBatch.length === 0 && same.length > 1) return refused(`这个商品有 ${same.length} 个批号，请扫批号`, label)
  const open = same.filter((one) => !isDone(counts, one))
  // Two goods of one batch number: the one that is to be scanned now, else nobody guesses.
  if (open.length > 1 && !open.some(({ id }) => id === current?.id)) return refused('两种商品批号相同，请按顺序扫', label)
  const piece = open.find(({ id }) => id === current?.id) ?? open[0]
  if (piece === undefined) return refused('这一行已经够数，多扫了', label)
  if (piece.locked_reason) return refused(`批号 ${piece.batch_no} 已被质量锁定，请换批号`, label)
  const missing = piece.number - countOf(counts, piece).number
  const number = wanted ?? missing
  if (number < 1 || number > missing) return refused(`还差 ${missing} ${piece.unit}，不能计 ${number} ${piece.unit}`, label)
  return { kind: 'counted', counts: put(counts, piece, number), pieceId: piece.id, number }
}

/** What was counted before the page was left: batches that were changed meanwhile begin anew. */
export function stillTrue(pieces: readonly Piece[], kept: Counts): Counts {
  return Object.fromEntries(
    pieces.flatMap((piece) => {
      const count = kept[piece.id]
      return count && count.number <= piece.number ? [[piece.id, count]] : []
    }),
  )
}
