import type { SplitItemWire } from '#contract/order-split.ts'

/** What a clerk wants to go to a new order: by item, units or bundles. It outlives a form that is read anew. */
export type Moved = Readonly<Record<number, number>>

type Item = Pick<SplitItemWire, 'id' | 'number'>

export function setMoved(moved: Moved, { id, number }: Item, value: number | null): Moved {
  const { [id]: _former, ...others } = moved
  const goes = Math.min(value ?? 0, number)
  return goes > 0 ? { ...others, [id]: goes } : others
}

/** Somebody else may have made the order smaller since. */
export const movedLines = (moved: Moved, items: readonly Item[]): { id: number; number: number }[] =>
  items.flatMap(({ id, number }) => {
    const goes = Math.min(moved[id] ?? 0, number)
    return goes > 0 ? [{ id, number: goes }] : []
  })

export const asPairs = (list: readonly { id: number; number: number }[]): string =>
  list.map(({ id, number }) => `${id}:${number}`).join(',')
