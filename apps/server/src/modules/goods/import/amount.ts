import { fenFromYuan } from '#domain/money.ts'
import type { RowReader } from './columns.ts'

/** An amount of 元 as a file writes it; null where it is empty or none, which is then said. */
export function readAmount<Field extends string>(row: RowReader<Field>, field: Field, most: number): number | null {
  const written = row.text(field)
  if (written === '') return null
  const [whole = '', decimals = ''] = written.split('.')
  const needed = decimals.length <= 2 ? decimals : decimals.slice(0, 2) + decimals.slice(2).replaceAll('0', '')
  if (needed.length > 2 && fenFromYuan(`${whole}.${needed.slice(0, 2)}`) !== null) {
    row.error(field, written, '金额最多两位小数')
    return null
  }
  // 10.500 is 10.50.
  const amount = fenFromYuan(decimals.length > 2 ? `${whole}.${needed}` : written)
  if (amount !== null && amount >= 0 && amount <= most) return amount
  row.error(field, written, amount !== null && amount > most ? '金额过大' : '不是有效的金额')
  return null
}
