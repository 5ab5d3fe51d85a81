import type { CareRowWire } from '#contract/care.ts'

/** The batch that a scan means, or why it means none. */
export function scannedOne(found: readonly CareRowWire[], taken: readonly CareRowWire[], text: string): CareRowWire | string {
  const [one, another] = found
  if (one === undefined) return `在库没有“${text}”`
  if (another !== undefined) return `“${text}”不只一个批号，请扫批号签`
  return taken.some(({ id }) => id === one.id) ? `批号 ${one.batch_no} 扫过了` : one
}

/** How late it is, or how long it may wait. */
export const dueText = (daysLate: number): string => (daysLate === 0 ? '今天' : daysLate > 0 ? `迟 ${daysLate} 天` : `还有 ${-daysLate} 天`)
