/** first version, deepened below */
const HIDDEN = /[\p{Cf}\p{Cc}\p{Mn}\u115F\u1160\u3164\uFFA0]/gu
export function normaliseName(text: string): string {
  return text.slice(0, 1000).normalize('NFKC').replace(HIDDEN, '').replace(/\s+/g, '').toLowerCase()
}
