import { codesOf } from './goods.ts'
import type { DemoGoods } from './goods-text.ts'

/** A goods of the demo texts with the code that it carries in the shop. */
export interface Known {
  code: string
  goods: DemoGoods
}

export function knownGoods(goods: readonly DemoGoods[]): Known[] {
  const codes = codesOf(goods)
  return goods.map((one, at) => ({ goods: one, code: codes[at] ?? '' }))
}

export function findKnown(goods: readonly Known[], name: string, spec: string): Known {
  const found = goods.find((one) => one.goods.name === name && one.goods.spec === spec)
  if (!found) throw new Error(`no demo goods ${name} ${spec}`)
  return found
}
