import { addDays, beijingDate } from '#domain/dates.ts'
import type { DemoGoods } from './goods-text.ts'
import { spread } from './spread.ts'

export const WAREHOUSES = [
  { code: 'GY', name: '贵阳仓', province: '贵州省' },
  { code: 'CD', name: '成都仓', province: '四川省' },
] as const
export type WarehouseCode = (typeof WAREHOUSES)[number]['code']

export interface DemoBatch {
  code: string
  warehouse: WarehouseCode
  batchNo: string
  production: string
  expiry: string
  available: number
  /** Sold by a near-expiry offer of its own. */
  nearOffer: boolean
}

/** Usual shapes of batch numbers: six to eight digits, or with a letter. */
function batchNo(words: string, production: string): string {
  const [year = '', month = '', day = ''] = production.split('-')
  const serial = String(1 + spread(words, 30)).padStart(2, '0')
  return (
    [
      `${year.slice(2)}${month}${serial}`,
      `${year}${month}${day}`,
      `${year.slice(2)}${month}${day}${serial.slice(1)}`,
      `A${year.slice(2)}${month}${serial}`,
    ][spread(`${words}shape`, 4)] ?? ''
  )
}

function amountOf(goods: DemoGoods, words: string): number {
  const { flags, basePrice } = goods
  if (flags.has('low')) return 12 + spread(words, 60)
  if (flags.has('plenty')) return 4000 + spread(words, 5000)
  const scale = basePrice > 50_000 ? 12 : basePrice > 10_000 ? 60 : basePrice > 3_000 ? 400 : 1800
  return Math.ceil(scale / 3) + spread(words, scale)
}

/**
 * The batches of one goods: two in the first warehouse, one or two in the other for most; one warehouse only for the
 * scarce. Among all goods there are sold-out ones, near ones, and batches that have expired and were left over.
 */
export function batchesOf(goods: DemoGoods, code: string, now: Date): DemoBatch[] {
  const today = beijingDate(now)
  const { flags } = goods
  const make = (warehouse: WarehouseCode, part: string, daysLeft: number, available: number, nearOffer = false): DemoBatch => {
    const expiry = addDays(today, daysLeft)
    const production = addDays(expiry, -730)
    return { code, warehouse, batchNo: batchNo(`${code}${warehouse}${part}`, production), production, expiry, available, nearOffer }
  }
  const far = (part: string) => 260 + spread(`${code}${part}`, 420)
  if (flags.has('out')) return [make('GY', 'a', far('a'), 0)]
  if (flags.has('one')) return [make('GY', 'a', far('a'), 1)]
  const first = spread(`${code}only`, 9) === 0 && !flags.has('hot') ? 'CD' : 'GY'
  const second = first === 'GY' ? 'CD' : 'GY'
  const batches = [make(first, 'b', far('b') + 60, amountOf(goods, `${code}b`))]
  if (!flags.has('low')) batches.unshift(make(first, 'a', far('b') - 90, Math.ceil(amountOf(goods, `${code}a`) / 3)))
  if (flags.has('near')) batches.unshift(make(first, 'n', 45 + spread(code, 90), 60 + spread(`${code}n`, 200), true))
  else if (spread(`${code}soon`, 19) === 0) batches.unshift(make(first, 's', 70 + spread(code, 100), 20 + spread(`${code}s`, 80)))
  if (spread(`${code}left`, 27) === 0) batches.push(make(first, 'x', -8 - spread(code, 40), 3 + spread(`${code}x`, 20)))
  if (!flags.has('low') && spread(`${code}both`, 5) < 3) batches.push(make(second, 'c', far('c'), amountOf(goods, `${code}c`)))
  return distinct(batches)
}

/** One warehouse keeps a batch number of a goods once. */
function distinct(batches: readonly DemoBatch[]): DemoBatch[] {
  const seen = new Set<string>()
  return batches.map((batch) => {
    let { batchNo: number } = batch
    while (seen.has(`${batch.warehouse}${number}`)) number = `${number}B`
    seen.add(`${batch.warehouse}${number}`)
    return { ...batch, batchNo: number }
  })
}
