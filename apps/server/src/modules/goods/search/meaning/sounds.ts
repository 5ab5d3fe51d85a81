/**
 * Names as they sound, and names with one slip: what is looked at where nothing is called as it was typed. 布洛分 sounds like 布洛芬, 板兰根
 * like 板蓝根; whoever speaks a southern dialect types lan for nan and zi for zhi.
 */

/**
 * Letters in which sounds that are taken for one another are the same: z/zh, c/ch, s/sh, n/l, an/ang, en/eng, in/ing, and ü typed as v.
 * Where a syllable ends need not be known for it.
 */
export function soundOf(letters: string): string {
  return letters
    .replaceAll('v', 'u')
    .replace(/([zcs])h/g, '$1')
    .replaceAll('l', 'n')
    .replaceAll('ng', 'n')
}

/** Whether one letter or character too many, too few, another, or two changed over make one of the other. */
export function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  let shortEnd = short.length
  let longEnd = long.length
  while (shortEnd > from && longEnd > from && short[shortEnd - 1] === long[longEnd - 1]) {
    shortEnd--
    longEnd--
  }
  const [left, right] = [shortEnd - from, longEnd - from]
  if (right <= 1) return true
  return left === 2 && right === 2 && short[from] === long[from + 1] && short[from + 1] === long[from]
}
