import type { CategoryWire } from '#contract/categories.ts'

export interface CategoryNode {
  key: string
  title: string
  row: CategoryWire
  children: CategoryNode[]
}

/** Below one another; those of one tree where it is named. */
export function treeOf(list: readonly CategoryWire[], tree: string | null = null, parent: number | null = null): CategoryNode[] {
  return list
    .filter((row) => row.parent_id === parent && (tree === null || row.tree === tree))
    .map((row) => ({ key: String(row.id), title: row.name, row, children: treeOf(list, tree, row.id) }))
}

/** 西药 / 抗感染 */
export function pathOf(list: readonly CategoryWire[], id: number): string {
  const row = list.find((one) => one.id === id)
  if (row === undefined) return ''
  return row.parent_id === null ? row.name : `${pathOf(list, row.parent_id)} / ${row.name}`
}

/** For a field to choose from, in the order of the tree. */
export const choicesOf = (list: readonly CategoryWire[], without: number | null = null): { value: number; label: string }[] =>
  flat(treeOf(list))
    .filter(({ row }) => without === null || !idsBelow(list, without).includes(row.id))
    .map(({ row }) => ({ value: row.id, label: pathOf(list, row.id) }))

const flat = (nodes: readonly CategoryNode[]): CategoryNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

/** It and everything below it. */
export const idsBelow = (list: readonly CategoryWire[], id: number): number[] => [
  id,
  ...list.filter((one) => one.parent_id === id).flatMap((one) => idsBelow(list, one.id)),
]

/** One place up or down among its sisters; null: there is none. before null: the end. */
export function stepOf(list: readonly CategoryWire[], id: number, by: -1 | 1): { parent_id: number | null; before: number | null } | null {
  const row = list.find((one) => one.id === id)
  if (row === undefined) return null
  const sisters = list.filter((one) => one.parent_id === row.parent_id && (row.parent_id !== null || one.tree === row.tree))
  const at = sisters.findIndex((one) => one.id === id)
  const beside = sisters[at + by]
  if (beside === undefined) return null
  return { parent_id: row.parent_id, before: by === -1 ? beside.id : (sisters[at + 2]?.id ?? null) }
}

/** Where something that is dropped lands: on another as its last child, or between two. */
export function dropOf(
  list: readonly CategoryWire[],
  id: number,
  onto: number,
  gap: -1 | 1 | 0,
): { parent_id: number | null; before: number | null } | null {
  const target = list.find((one) => one.id === onto)
  if (target === undefined || idsBelow(list, id).includes(onto)) return null
  if (gap === 0) return { parent_id: onto, before: null }
  if (gap === -1) return { parent_id: target.parent_id, before: onto }
  const sisters = list.filter((one) => one.parent_id === target.parent_id && one.id !== id)
  return { parent_id: target.parent_id, before: sisters[sisters.findIndex((one) => one.id === onto) + 1]?.id ?? null }
}
