/** 还有 3 天，2026-11-24 到期 */
export function dueWords(dueOn: string, daysLeft: number): string {
  if (daysLeft < 0) return `已逾期 ${-daysLeft} 天，应于 ${dueOn} 前上传`
  return daysLeft === 0 ? `今天到期（${dueOn}）` : `还有 ${daysLeft} 天，${dueOn} 到期`
}

/** Groups of four, for people who compare them: 2600 9000 … */
export const inFours = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ')

/** A whole number that somebody typed; null: it is none. */
export const countIn = (text: string): number | null => (/^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : null)
