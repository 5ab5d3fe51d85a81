import type { GoodsDeskRow } from '#contract/goods-desk.ts'

/** Cells of the list that were typed and not saved, by goods. */
export interface Draft {
  row: GoodsDeskRow
  base_price?: string
  min_number?: string
  mid_pack?: string
}
export type Cell = 'base_price' | 'min_number' | 'mid_pack'
export const CELLS: Readonly<Record<Cell, string>> = { base_price: '基准价', min_number: '起订', mid_pack: '中包装' }
export type Drafts = ReadonlyMap<number, Draft>

/** 9.5 and 9.50 say the same. */
const isSame = (cell: Cell, typed: string, was: string): boolean =>
  cell === 'base_price' && typed !== '' && was !== '' ? Number(typed) === Number(was) : typed === was

export const standsIn = (row: GoodsDeskRow, cell: Cell): string => (cell === 'base_price' ? (row.base_price ?? '') : String(row[cell]))

/** With what was typed into one cell; a cell that says what stands there is none. */
export function typedInto(drafts: Drafts, row: GoodsDeskRow, cell: Cell, typed: string): Map<number, Draft> {
  const next = new Map(drafts)
  const draft: Draft = { ...(drafts.get(row.id) ?? { row }), row }
  if (isSame(cell, typed.trim(), standsIn(row, cell))) delete draft[cell]
  else draft[cell] = typed.trim()
  if (cellsOf(draft).length === 0) next.delete(row.id)
  else next.set(row.id, draft)
  return next
}

export const cellsOf = (draft: Draft): Cell[] => (Object.keys(CELLS) as Cell[]).filter((cell) => draft[cell] !== undefined)
export const countOf = (drafts: Drafts): number => [...drafts.values()].reduce((sum, draft) => sum + cellsOf(draft).length, 0)

/** 银黄颗粒 基准价 14.90 → 14.20 */
export const saidOf = (draft: Draft): string =>
  `${draft.row.name} ${cellsOf(draft)
    .map((cell) => `${CELLS[cell]} ${standsIn(draft.row, cell) || '无'} → ${draft[cell] || '无'}`)
    .join('，')}`

/** Goods whose rows were read anew: what was typed is held against what stands there now. */
export function withRows(drafts: Drafts, rows: readonly GoodsDeskRow[]): Drafts {
  const newer = rows.filter((row) => drafts.has(row.id) && drafts.get(row.id)?.row !== row)
  if (newer.length === 0) return drafts
  let next: Map<number, Draft> = new Map(drafts)
  for (const row of newer) {
    const draft = drafts.get(row.id)
    if (draft === undefined) continue
    for (const cell of cellsOf(draft)) next = typedInto(next, row, cell, draft[cell] ?? '')
  }
  return next
}

const WHOLE = /^[1-9]\d{0,6}$/

/** Why a cell cannot be saved as it is typed; '' it can. */
export const faultOf = (cell: Cell, typed: string): string =>
  cell === 'base_price'
    ? typed === '' || /^\d{1,7}(\.\d{1,2})?$/.test(typed)
      ? ''
      : '金额最多两位小数'
    : WHOLE.test(typed)
      ? ''
      : '要是大于 0 的整数'
