import type { GoodsCardWire } from '#contract/goods.ts'

/** What a clerk did with one row; what the list said stands in the card. */
export interface RowState {
  /** Digits being typed. */
  draft: string
  /** Wishes under way. */
  pending: number
  /** Units in the cart as the last answer said; null = as the card said. */
  inCart: number | null
  favourite: boolean | null
  reminded: boolean
  note: { tone: 'info' | 'bad'; text: string } | null
}

const UNTOUCHED: RowState = { draft: '', pending: 0, inCart: null, favourite: null, reminded: false, note: null }

/**
 * The state of all rows, outside of the components: a keystroke draws its own row and none of the others, and numbers
 * that were typed but not added outlive the turn of a page.
 */
export interface Worksheet {
  row: (goodsId: number) => RowState
  change: (goodsId: number, part: Partial<RowState>) => void
  /** A list has come: what it says about cart and favourites is newer than what rows remember. */
  arrived: (list: readonly GoodsCardWire[]) => void
  say: (text: string) => void
  said: () => string
  subscribe: (listener: () => void) => () => void
}

export function createWorksheet(): Worksheet {
  const rows = new Map<number, RowState>()
  const listeners = new Set<() => void>()
  let announcement = ''
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const row = (goodsId: number): RowState => rows.get(goodsId) ?? UNTOUCHED
  return {
    row,
    change: (goodsId, part) => {
      rows.set(goodsId, { ...row(goodsId), ...part })
      tell()
    },
    arrived: (list) => {
      for (const { id } of list) {
        const old = rows.get(id)
        if (old && old.pending === 0) rows.set(id, { ...old, inCart: null, favourite: null, note: null })
      }
      tell()
    },
    say: (text) => {
      announcement = text
      tell()
    },
    said: () => announcement,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const unitsInCart = (goods: GoodsCardWire, state: RowState): number => state.inCart ?? goods.in_cart
export const isFavourite = (goods: GoodsCardWire, state: RowState): boolean => state.favourite ?? goods.is_favorite === 1
