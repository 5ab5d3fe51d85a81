import type { PackingWire } from '#contract/packing.ts'
import { readLabel } from '#domain/labels.ts'
import { type Counts, countOf, isDone, type Piece, type Scanned, scan } from './scan.ts'

/** Where what is scanned at the table goes, once an order is packed by carton. No clock, no network. */

export type Carton = PackingWire['cartons'][number]
type Packed = Pick<PackingWire, 'cartons' | 'left'>

export const leftIn = ({ left }: Packed, pieceId: number): number => left.find(({ piece_id }) => piece_id === pieceId)?.number ?? 0

/** Counted, and in no carton yet: it lies on the table. The maker's own cartons were filled before anybody counted them. */
export function looseOf(packing: Packed, counts: Counts, piece: Piece): number {
  const left = leftIn(packing, piece.id)
  const packed = piece.number - left
  return Math.min(left, Math.max(0, countOf(counts, piece).number - packed))
}

/** The chosen carton, or the last that takes such goods; the maker's own take nothing. */
export function cartonFor(cartons: readonly Carton[], chosen: number | null, isCold: boolean): Carton | undefined {
  const fits = cartons.filter(({ kind }) => kind === 'cold' || (kind === 'normal' && !isCold))
  const own = fits.find(({ id }) => id === chosen)
  if (own) return own
  return fits.findLast(({ kind }) => kind === (isCold ? 'cold' : 'normal')) ?? fits.at(-1)
}

/** '#2', or the label of a carton of this order: that one is open from now on. */
export function cartonCalled(typed: string, orderNo: string): number | null {
  const [, no] = /^#(\d{1,3})$/.exec(typed.trim()) ?? []
  if (no !== undefined) return Number(no)
  const label = readLabel(typed)
  return label?.kind === 'carton' && label.orderNo === orderNo ? label.carton : null
}

const TRACE_CODE = /^\d{20}$/

export type Packs = Scanned | { kind: 'packed'; pieceId: number; number: number }

/** As at the table; goods that are counted already and lie on it go into the carton. */
export function packScan(pieces: readonly Piece[], counts: Counts, packing: Packed, typed: string): Packs {
  const answer = scan(pieces, counts, typed)
  if (answer.kind !== 'refused' || TRACE_CODE.test(typed.replace(/[\s-]/g, ''))) return answer
  const loose = pieces.flatMap((piece) => {
    const number = isDone(counts, piece) ? looseOf(packing, counts, piece) : 0
    return number > 0 ? [{ ...piece, number }] : []
  })
  const again = scan(loose, {}, typed)
  return again.kind === 'counted' ? { kind: 'packed', pieceId: again.pieceId, number: again.number } : answer
}
