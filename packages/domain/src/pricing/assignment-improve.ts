import { type Assignment, type Field, liveOptions, NONE } from './assignment.ts'
import { reductionGain } from './reductions.ts'

/**
 * Betters an assignment by what it takes off: single lines that gain elsewhere, and lines gathered to reach one more
 * tier. Never worse than what it was given. Counts its own steps and stops at their limit, so that a large cart does
 * not wait; the order of steps is that of ids, so that it always ends at the same answer.
 */
export function improve(field: Field, start: Assignment, steps: number): number[] {
  const board = new Board(field, start, steps)
  let bettered = true
  while (bettered && board.steps > 0) bettered = board.moveSingles() || board.gatherAll()
  return board.given
}

/** A line's way from one reduction to another. */
interface Move {
  index: number
  from: number
}

class Board {
  given: number[]
  steps: number
  private readonly field: Field
  private readonly movable: readonly number[]
  private readonly options: readonly (readonly number[])[]
  private amounts: number[]
  private numbers: number[]

  constructor(field: Field, start: Assignment, steps: number) {
    this.field = field
    this.steps = steps
    this.given = [...start]
    this.options = field.items.map((_, index) => liveOptions(field, index))
    this.movable = [...field.items.keys()].filter((index) => (this.options[index]?.length ?? 0) > 2)
    this.amounts = field.reductions.map(() => 0)
    this.numbers = field.reductions.map(() => 0)
    for (let index = 0; index < start.length; index += 1) this.add(start[index] ?? NONE, index, 1)
  }

  private add(reduction: number, index: number, sign: 1 | -1): void {
    if (reduction === NONE) return
    this.amounts[reduction] = (this.amounts[reduction] ?? 0) + sign * (this.field.left[index] ?? 0)
    this.numbers[reduction] = (this.numbers[reduction] ?? 0) + sign * (this.field.items[index]?.line.number ?? 0)
  }

  private gain(reduction: number): number {
    if (reduction === NONE) return 0
    return reductionGain(this.field.reductions[reduction]?.tiers ?? [], {
      amount: this.amounts[reduction] ?? 0,
      number: this.numbers[reduction] ?? 0,
    })
  }

  private move(index: number, to: number): void {
    this.add(this.given[index] ?? NONE, index, -1)
    this.add(to, index, 1)
    this.given[index] = to
  }

  /** What both reductions gain or lose by the move. The move is made. */
  private tryMove(index: number, to: number): number {
    const from = this.given[index] ?? NONE
    const before = this.gain(from) + this.gain(to)
    this.move(index, to)
    return this.gain(from) + this.gain(to) - before
  }

  moveSingles(): boolean {
    let bettered = false
    for (const index of this.movable) {
      for (const to of this.options[index] ?? []) {
        const from = this.given[index] ?? NONE
        if (to === from) continue
        if (this.steps-- <= 0) return false
        if (this.tryMove(index, to) > 0) bettered = true
        else this.move(index, from)
      }
    }
    return bettered
  }

  gatherAll(): boolean {
    for (const reduction of this.field.reductions.keys()) {
      // Nothing to gather for a reduction that already takes off all that it ever could.
      if (this.gain(reduction) >= (this.field.potential[reduction] ?? 0)) continue
      const own = (this.field.members[reduction] ?? []).filter((index) => (this.options[index]?.length ?? 0) > 2)
      if (own.length === 0) continue
      const ascending = own.toSorted((a, b) => (this.field.left[a] ?? 0) - (this.field.left[b] ?? 0) || a - b)
      if (this.gather(reduction, ascending) || this.gather(reduction, ascending.toReversed())) return true
    }
    return false
  }

  /**
   * Brings lines over one by one, first those that their reduction does not miss; stops as soon as all together gain.
   * Without a gain everything goes back.
   */
  private gather(to: number, order: readonly number[]): boolean {
    const moves: Move[] = []
    let sum = 0
    for (const isFree of [true, false]) {
      for (const index of order) {
        const from = this.given[index] ?? NONE
        if (from === to) continue
        if (this.steps-- <= 0) break
        const before = this.gain(from)
        const change = this.tryMove(index, to)
        if (isFree && this.gain(from) < before) {
          this.move(index, from)
          continue
        }
        moves.push({ index, from })
        sum += change
        if (sum > 0) return true
      }
    }
    for (const { index, from } of moves.toReversed()) this.move(index, from)
    return false
  }
}
