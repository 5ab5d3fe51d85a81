import type { CartActivityWire, CartLineWire, CartListWire } from '#contract/cart-shapes.ts'

/** What the buyer sees of the cart, changed without asking for the whole list again. Lines that stay the same stay the same object. */

export type CartFilter = 'all' | 'buyable' | 'activity' | 'dropped' | 'blocked'

const FILTERS: readonly { key: CartFilter; name: string; holds: (line: CartLineWire) => boolean }[] = [
  { key: 'all', name: '全部', holds: () => true },
  { key: 'buyable', name: '可购', holds: (line) => line.can_buy === 1 },
  {
    key: 'activity',
    name: '有活动',
    holds: (line) => line.goods_price_id + line.goods_manjian_id + line.manjian_id + line.gift_data.total + line.type > 0,
  },
  { key: 'dropped', name: '降价', holds: (line) => line.dropped !== null },
  { key: 'blocked', name: '失效', holds: (line) => line.can_buy === 0 },
]

export interface FilterChip {
  key: CartFilter
  name: string
  count: number
}

export function filterChips(lines: readonly CartLineWire[]): FilterChip[] {
  return FILTERS.map(({ key, name, holds }) => ({ key, name, count: lines.filter(holds).length }))
}

/** A bundle is one line with a name of its own. */
export const lineName = (line: CartLineWire): string => line.combination?.name ?? line.goods.name
export const lineUnit = (line: CartLineWire): string => (line.combination ? '套' : line.goods.bzdw)

/** What a line still lacks to its next tier, as it was counted when the line held so many. */
export interface Missing {
  heldThen: number
  more: number
}

/** The number that reaches the next tier; null while the line holds another one than was counted, or another is on its way. */
export const nextTierAt = ({ number }: CartLineWire, missing: Missing | undefined, busy: boolean): number | null =>
  busy || missing === undefined || missing.heldThen !== number ? null : number + missing.more

/** A favourite is a goods by itself: bundles and exchange goods are none. */
export const mayKeep = (line: CartLineWire): boolean => line.combination === null && line.exchange_id === 0

export interface CartSection {
  group: CartListWire['groups'][number]
  /** What the group is of; null for groups of other lines. */
  activity: CartActivityWire | null
  lines: CartLineWire[]
}

/** The groups with their lines in the order of the answer, what cannot be bought at each group's end; groups without a line under this filter are left out. */
export function cartSections(cart: CartListWire, filter: CartFilter): CartSection[] {
  const holds = FILTERS.find((one) => one.key === filter)?.holds ?? (() => true)
  const byId = new Map(cart.list.map((line) => [line.id, line]))
  const sections: CartSection[] = []
  for (const group of cart.groups) {
    const lines = group.line_ids.flatMap((id) => byId.get(id) ?? []).filter(holds)
    const activity = group.activity_id > 0 ? (cart.activities.find((one) => one.id === group.activity_id) ?? null) : null
    if (lines.length > 0) sections.push({ group, activity, lines: lines.toSorted((a, b) => b.can_buy - a.can_buy) })
  }
  return sections
}

/** Activities that count lines which stand under another one: they head no group of their own. */
export function otherActivities({ groups, activities }: CartListWire): CartActivityWire[] {
  const heads = new Set(groups.map((group) => group.activity_id))
  return activities.filter((activity) => !heads.has(activity.id))
}

/** How a tick box over several lines stands; lines that cannot be bought have no say. */
export type Ticked = 'none' | 'some' | 'all'

export function tickedOf(lines: readonly CartLineWire[]): Ticked {
  const open = lines.filter((line) => line.can_buy === 1)
  const ticked = open.filter((line) => line.is_selected === 1).length
  if (ticked === 0) return 'none'
  return ticked === open.length ? 'all' : 'some'
}

export const selectedIds = (lines: readonly CartLineWire[]): number[] =>
  lines.filter((line) => line.is_selected === 1 && line.can_buy === 1).map((line) => line.id)

export const blockedIds = (lines: readonly CartLineWire[]): number[] => lines.filter((line) => line.can_buy === 0).map((line) => line.id)

export function withLine(cart: CartListWire, line: CartLineWire): CartListWire {
  return { ...cart, list: cart.list.map((old) => (old.id === line.id ? line : old)) }
}

export function withSelected(cart: CartListWire, ids: readonly number[], selected: 0 | 1): CartListWire {
  const chosen = new Set(ids)
  return {
    ...cart,
    list: cart.list.map((line) =>
      chosen.has(line.id) && line.can_buy === 1 && line.is_selected !== selected ? { ...line, is_selected: selected } : line,
    ),
  }
}

export function withoutLines(cart: CartListWire, ids: readonly number[]): CartListWire {
  const gone = new Set(ids)
  return {
    ...cart,
    list: cart.list.filter((line) => !gone.has(line.id)),
    groups: cart.groups
      .map((group) =>
        group.line_ids.some((id) => gone.has(id)) ? { ...group, line_ids: group.line_ids.filter((id) => !gone.has(id)) } : group,
      )
      .filter((group) => group.line_ids.length > 0),
  }
}
