import { goesWhole } from '#domain/pricing/halves.ts'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { type DeskItem, isBundle, nameOf, unitOf } from './edit-items.ts'

/** What is asked of a split, held to what is there. */

export interface SplitAsk {
  version: number
  /** Units, or bundles, of items that go. */
  lines: readonly { id: number; number: number }[]
  /** Units of the order's batches that go; what cannot go in such a number takes more along. */
  pieces: readonly { id: number; number: number }[]
}

export interface HeldPiece {
  id: number
  lineId: number
  number: number
  batchNo: string
  unit: string
}

export interface Wanted {
  items: Map<number, number>
  pieces: Map<number, number>
  /** Why more goes than was asked for, by item. */
  whys: Map<number, string>
}

const isWhole = (item: DeskItem): boolean => item.lines.every(goesWhole)

function askedItems(items: readonly DeskItem[], steps: ReadonlyMap<number, number>, asked: SplitAsk['lines'], errors: FieldError[]) {
  const goes = new Map<number, number>()
  for (const [at, { id, number }] of asked.entries()) {
    const item = items.find((one) => one.id === id)
    const step = steps.get(id) ?? 1
    const wrong = (message: string) => errors.push({ field: `lines.${at}.number`, message })
    if (item === undefined || goes.has(id)) wrong(item ? '同一行不能重复填写' : '订单中没有这一行')
    else if (number > item.number) wrong(`${nameOf(item)} 最多 ${item.number} ${unitOf(item)}`)
    else if (isWhole(item) && number > 0 && number < item.number) wrong(`${nameOf(item)} 是赠品或换购品，整行留下或整行拆出`)
    else if (number % step !== 0) wrong(`${nameOf(item)} 按 ${step} ${unitOf(item)}的倍数销售`)
    goes.set(id, number)
  }
  return goes
}

function askedPieces(held: readonly HeldPiece[], asked: SplitAsk['pieces'], errors: FieldError[]) {
  const goes = new Map<number, number>()
  for (const [at, { id, number }] of asked.entries()) {
    const piece = held.find((one) => one.id === id)
    const wrong = (message: string) => errors.push({ field: `pieces.${at}.number`, message })
    if (piece === undefined || goes.has(id)) wrong(piece ? '同一批号不能重复填写' : '订单中没有这个批号，请刷新')
    else if (number > piece.number) wrong(`批号 ${piece.batchNo} 在本单只有 ${piece.number} ${piece.unit}`)
    goes.set(id, number)
  }
  return goes
}

/** How many of an item go so that at least so many units of each of its lines do. */
function grown(item: DeskItem, step: number, unitsOf: (lineId: number) => number): { number: number; why: string } {
  const needed = Math.max(...item.lines.map((line) => Math.ceil((unitsOf(line.id) * item.number) / line.number)))
  if (needed === 0) return { number: 0, why: '' }
  const number = isWhole(item) ? item.number : Math.min(item.number, Math.ceil(needed / step) * step)
  const isExact = item.lines.every((line) => unitsOf(line.id) * item.number === number * line.number)
  const why = isExact
    ? ''
    : isWhole(item)
      ? '赠品、换购品整行拆出'
      : isBundle(item)
        ? '组合按整套拆出'
        : `按 ${step} ${unitOf(item)}的倍数拆出`
  return { number, why }
}

export function wantedOf(
  items: readonly DeskItem[],
  steps: ReadonlyMap<number, number>,
  held: readonly HeldPiece[],
  { lines, pieces: askedOfPieces }: SplitAsk,
): Wanted {
  const errors: FieldError[] = []
  const wanted = askedItems(items, steps, lines, errors)
  const pieces = askedPieces(held, askedOfPieces, errors)
  if (errors.length > 0) throw fieldErrors(errors)
  const units = (lineId: number) => held.reduce((sum, piece) => sum + (piece.lineId === lineId ? (pieces.get(piece.id) ?? 0) : 0), 0)
  const whys = new Map<number, string>()
  for (const item of items) {
    const byPieces = grown(item, steps.get(item.id) ?? 1, units)
    if (byPieces.number <= (wanted.get(item.id) ?? 0)) continue
    wanted.set(item.id, byPieces.number)
    if (byPieces.why !== '') whys.set(item.id, byPieces.why)
  }
  return { items: wanted, pieces, whys }
}
