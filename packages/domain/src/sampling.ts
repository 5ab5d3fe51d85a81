/** How much of a batch is looked at when it arrives (药品经营质量管理规范 附录《药品收货与验收》). */

/** Of each case that is opened: from its top, its middle and its bottom. */
const PACKS_A_CASE = 3

/** All of two cases, three up to fifty, and one more for each fifty that are begun after that. */
export function casesToOpen(cases: number): number {
  if (cases <= 2) return cases
  return cases <= 50 ? 3 : 3 + Math.ceil((cases - 50) / 50)
}

/** Smallest packs, at the least; what does not fill a case adds one. casePack: smallest packs of a whole case, 1: it has none. */
export function leastSample(number: number, casePack: number): number {
  if (casePack <= 1) return Math.min(number, 1)
  const cases = Math.floor(number / casePack)
  const loose = number % casePack > 0 ? 1 : 0
  return Math.min(number, casesToOpen(cases) * PACKS_A_CASE + loose)
}
