/** How long a paper is still good, or has not been. */
export function daysText(days: number): string {
  if (days < 0) return `已过期 ${-days} 天`
  return days === 0 ? '今天到期' : `还有 ${days} 天`
}
