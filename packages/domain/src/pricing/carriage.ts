import { type Fen, fen, subtract, yuan, ZERO } from '../money.ts'
import type { ShippingRegion } from './terms.ts'
import type { Item } from './unit.ts'

/**
 * Shipping of all that leaves one warehouse in one checkout, ephedrine goods included: they travel together, only their
 * paper is apart. It reads what the lines still cost after every reduction.
 */

export interface Carriage {
  warehouseId: number
  fee: Fen
  /** What is missing to free shipping; zero where nothing is charged. */
  missing: Fen
  freeFrom: Fen
  note: string
}

/** The first rule that names the province, else the first without provinces; null: nothing is charged. */
export function shippingRule(regions: readonly ShippingRegion[], province: string): ShippingRegion | null {
  const rule = regions.find((one) => one.provinces.includes(province)) ?? regions.find((one) => one.provinces.length === 0)
  return rule === undefined || rule.fee === 0 ? null : rule
}

/** Which place each item leaves from, and which items ship free by themselves. */
export interface Freight {
  places: readonly { warehouseId: number; warehouseName: string }[]
  /** By item. */
  placeOf: readonly number[]
  byItself: readonly boolean[]
}

/**
 * 优选 goods ship free by themselves, and goods of which one warehouse sends enough units over all their lines; a line of
 * an exchange purchase stands alone.
 */
export function layOut(items: readonly Item[]): Freight {
  const warehouses = new Map(items.map(({ line }) => [line.warehouseId, line.warehouseName]))
  const places = [...warehouses].map(([warehouseId, warehouseName]) => ({ warehouseId, warehouseName }))
  places.sort((a, b) => a.warehouseId - b.warehouseId)
  const units = new Map<string, number>()
  const keyOf = ({ line, goodsKey }: Item) => `${line.warehouseId} ${line.sale.kind === 'exchange' ? `line ${line.id}` : goodsKey}`
  for (const item of items) {
    if (item.line.freeFromNumber !== null) units.set(keyOf(item), (units.get(keyOf(item)) ?? 0) + item.line.number)
  }
  return {
    places,
    placeOf: items.map(({ line }) => places.findIndex((place) => place.warehouseId === line.warehouseId)),
    byItself: items.map((item) => {
      const { shipsFree, freeFromNumber } = item.line
      return shipsFree || (freeFromNumber !== null && (units.get(keyOf(item)) ?? 0) >= freeFromNumber)
    }),
  }
}

export interface Load {
  warehouseId: number
  warehouseName: string
  amount: number
  /** Everything of it ships free by itself. */
  byItself: boolean
  lines: number
}

/** What leaves each warehouse; `counts` says which items go at all (an exchange purchase that is locked does not). */
export function loadsOf(freight: Freight, left: readonly number[], counts: (index: number) => boolean): Load[] {
  const loads = freight.places.map((place): Load => ({ ...place, amount: 0, byItself: true, lines: 0 }))
  for (let index = 0; index < freight.placeOf.length; index += 1) {
    const load = loads[freight.placeOf[index] ?? 0]
    if (load === undefined || !counts(index)) continue
    load.amount += left[index] ?? 0
    load.byItself &&= freight.byItself[index] ?? false
    load.lines += 1
  }
  return loads.filter((load) => load.lines > 0)
}

export function feesOf(loads: readonly Load[], rule: ShippingRegion | null): number {
  if (rule === null) return 0
  let sum = 0
  for (const load of loads) if (!load.byItself && load.amount < rule.freeFrom) sum += rule.fee
  return sum
}

export function carriageOf(load: Load, rule: ShippingRegion | null): Carriage {
  const { warehouseId, warehouseName } = load
  const free = { warehouseId, fee: ZERO, missing: ZERO, freeFrom: ZERO }
  if (rule === null) return { ...free, note: '' }
  if (load.amount >= rule.freeFrom) return { ...free, note: `${warehouseName}已满 ¥${yuan(rule.freeFrom)}，免运费` }
  if (load.byItself) return { ...free, note: `${warehouseName}单品包邮` }
  const missing = subtract(rule.freeFrom, fen(load.amount))
  const note = `${warehouseName}满 ¥${yuan(rule.freeFrom)} 免运费，还差 ¥${yuan(missing)}`
  return { warehouseId, fee: rule.fee, missing, freeFrom: rule.freeFrom, note }
}
