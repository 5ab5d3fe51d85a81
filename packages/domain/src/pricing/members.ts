import { bundleInScope, type QuickScope, quickScope } from './matching.ts'
import type { PricedGoods, Scope } from './terms.ts'
import type { Item } from './unit.ts'

/**
 * Which items are in a scope, for many scopes over the same items: goods are found by what scopes name (themselves, their
 * categories, manufacturers, zones), instead of asking every scope of every goods. Says the same as saleInScope.
 */
export class Members {
  readonly items: readonly Item[]
  private readonly goods = new Map<number, number[]>()
  private readonly categories = new Map<number, number[]>()
  private readonly manufacturers = new Map<number, number[]>()
  private readonly zones = new Map<string, number[]>()
  private readonly bundles: number[] = []
  private readonly marks: Uint8Array

  constructor(items: readonly Item[]) {
    this.items = items
    this.marks = new Uint8Array(items.length)
    for (let index = 0; index < items.length; index += 1) {
      const sale = items[index]?.line.sale
      if (sale?.kind === 'goods') this.enter(sale.goods, index)
      else if (sale?.kind === 'bundle') this.bundles.push(index)
    }
  }

  private enter(goods: PricedGoods, index: number): void {
    put(this.goods, goods.goodsId, index)
    for (const category of goods.categoryIds) put(this.categories, category, index)
    if (goods.manufacturerId !== null) put(this.manufacturers, goods.manufacturerId, index)
    for (const zone of goods.zones) put(this.zones, zone, index)
  }

  /** The places of the items in a scope that may take part, ascending. */
  of(scope: Scope, mayTakePart: (item: Item) => boolean): number[] {
    const terms = quickScope(scope)
    const { marks } = this
    marks.fill(0)
    if (scope.all) for (const list of this.goods.values()) mark(marks, list, 1)
    else this.markNamed(terms)
    for (const goodsId of terms.excluded) mark(marks, this.goods.get(goodsId), 0)
    for (const index of this.bundles) {
      const sale = this.items[index]?.line.sale
      if (sale?.kind === 'bundle' && bundleInScope(sale, scope, terms)) marks[index] = 1
    }
    const members: number[] = []
    for (let index = 0; index < marks.length; index += 1) {
      const item = this.items[index]
      if (marks[index] === 1 && item !== undefined && mayTakePart(item)) members.push(index)
    }
    return members
  }

  private markNamed(terms: QuickScope): void {
    if (terms.goods.size <= this.goods.size) for (const goodsId of terms.goods) mark(this.marks, this.goods.get(goodsId), 1)
    else for (const [goodsId, list] of this.goods) if (terms.goods.has(goodsId)) mark(this.marks, list, 1)
    for (const category of terms.categories) mark(this.marks, this.categories.get(category), 1)
    for (const manufacturer of terms.manufacturers) mark(this.marks, this.manufacturers.get(manufacturer), 1)
    for (const zone of terms.zones) mark(this.marks, this.zones.get(zone), 1)
  }
}

function put<Key>(map: Map<Key, number[]>, key: Key, index: number): void {
  const list = map.get(key)
  if (list) list.push(index)
  else map.set(key, [index])
}

function mark(marks: Uint8Array, list: readonly number[] | undefined, value: 0 | 1): void {
  if (list !== undefined) for (let place = 0; place < list.length; place += 1) marks[list[place] ?? 0] = value
}
