/** 还有 3 天 · 今天到期 · 逾期 2 天 */
export function daysText(days: number): string {
  if (days < 0) return `逾期 ${-days} 天`
  return days === 0 ? '今天到期' : `还有 ${days} 天`
}
