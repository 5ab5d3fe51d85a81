import type { MenuEntryWire } from '#contract/content.ts'

interface Node {
  id: number
  name: string
  children?: readonly Node[]
}

/** One level of the category tree as it is offered; count null: the answer does not say. */
export interface CategoryRow {
  /** The category whose children these are; null = the top. */
  under: { id: number; name: string } | null
  values: { value: string; name: string; count: number | null; chosen: boolean }[]
}

const holds = (node: Node, chosen: ReadonlySet<number>): boolean =>
  chosen.has(node.id) || (node.children?.some((child) => holds(child, chosen)) ?? false)
const everyId = (node: Node): number[] => [node.id, ...(node.children?.flatMap(everyId) ?? [])]

function pathTo(nodes: readonly Node[], id: number): Node[] | null {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = pathTo(node.children ?? [], id)
    if (below) return [node, ...below]
  }
  return null
}

/** The tree that the chosen categories lie in: 药品 unless they are all of 优选, 中药 or 器械. */
export function treeOf(trees: readonly (readonly MenuEntryWire[])[], chosen: readonly number[]): readonly Node[] {
  const [first = []] = trees
  if (chosen.length === 0) return first
  return trees.find((tree) => chosen.every((id) => pathTo(tree, id) !== null)) ?? first
}

/**
 * The levels to offer: the top, and below the one branch that is chosen its children. Categories without goods are left
 * out, unless the facet was cut off (`complete` false), where no count is no sign of emptiness.
 */
export function categoryRows(
  tree: readonly Node[],
  chosen: readonly number[],
  counts: ReadonlyMap<number, number>,
  complete: boolean,
): CategoryRow[] {
  const set = new Set(chosen)
  const rows: CategoryRow[] = []
  let under: Node | null = null
  let level: readonly Node[] = tree
  for (;;) {
    const values = level
      .filter((node) => counts.has(node.id) || holds(node, set) || (!complete && rows.length > 0))
      .map((node) => ({ value: String(node.id), name: node.name, count: counts.get(node.id) ?? null, chosen: holds(node, set) }))
    if (values.length > 0) rows.push({ under: under && { id: under.id, name: under.name }, values })
    const open: Node[] = level.filter((node) => holds(node, set))
    const [only] = open
    if (only === undefined || open.length > 1 || !only.children?.length) return rows
    under = only
    level = only.children
  }
}

/** Chooses a category, or takes it back and with it what lies under it; the way up stays chosen. */
export function toggledCategory(tree: readonly Node[], chosen: readonly number[], id: number): number[] {
  const path = pathTo(tree, id)
  if (path === null) return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
  const node = path.at(-1) as Node
  const inside = new Set(everyId(node))
  const above = new Set(path.slice(0, -1).map((one) => one.id))
  const others = chosen.filter((one) => !inside.has(one) && !above.has(one))
  if (!holds(node, new Set(chosen))) return [...others, id]
  const parent = path.at(-2)
  const siblings = parent && others.some((one) => everyId(parent).includes(one))
  return parent && !siblings ? [...others, parent.id] : others
}

export function categoryName(trees: readonly (readonly MenuEntryWire[])[], id: number): string | undefined {
  for (const tree of trees) {
    const found = pathTo(tree, id)?.at(-1)
    if (found) return found.name
  }
  return undefined
}

/** From the top of the tree to this category, for the way above the page. */
export function categoryPath(trees: readonly (readonly MenuEntryWire[])[], id: number): { id: number; name: string }[] {
  for (const tree of trees) {
    const path = pathTo(tree, id)
    if (path) return path.map(({ id: at, name }) => ({ id: at, name }))
  }
  return []
}
