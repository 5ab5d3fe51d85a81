import type { DemoGoods } from './goods-text.ts'
import { spread } from './spread.ts'

/** A share of a price, floored to whole 角 where that does not matter. */
export function share(price: number, percent: number): number {
  const raw = Math.floor((price * percent) / 100)
  return raw >= 300 ? Math.floor(raw / 10) * 10 : raw
}

/** Grades of buyers: A the large ones, B the regular ones; C pays the base price of most goods. */
export function rankPricesOf(goods: DemoGoods, code: string): { rank: string; price: number }[] {
  if (goods.flags.has('noprice') || spread(`${code}rank`, 5) < 2) return []
  return [
    { rank: 'A', price: share(goods.basePrice, 97) },
    { rank: 'B', price: share(goods.basePrice, 99) },
    { rank: 'C', price: goods.basePrice },
  ]
}

/** 'N or more' for most; 'up to N' is a lower price to try a goods with. */
export function ladderOf(goods: DemoGoods): { number: number; price: number }[] {
  const { midPack, casePack, basePrice } = goods
  if (goods.flags.has('firsts')) return [{ number: midPack, price: share(basePrice, 88) }]
  if (!goods.flags.has('tier')) return []
  const first = Math.max(midPack * 2, 2)
  const large = Math.max(first * 4, Math.floor(casePack / midPack) * midPack)
  return [
    { number: first, price: share(basePrice, 95) },
    { number: large, price: share(basePrice, 91) },
  ]
}
