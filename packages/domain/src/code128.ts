/** Code 128 (ISO/IEC 15417), subsets B and C: printable ASCII, runs of digits two by two. */

/** Widths of bars and gaps by turns, for each of the values 0 to 105; the end has seven. */
const WIDTHS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'.split(
    ' ',
  )
const END = '2331112'
const [TO_C, TO_B, START_B, START_C] = [99, 100, 104, 105]
const CHECK = 103
/** In digits: fewer are no shorter in subset C. */
const RUN_WITHIN = 6
const RUN_AT_EDGE = 4

const digitsAt = (text: string, at: number): number => /^\d*/.exec(text.slice(at))?.[0].length ?? 0

/** The values of the signs, with the start and without the check. */
export function code128Values(text: string): number[] {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new RangeError('Code 128: only printable ASCII')
  const values: number[] = []
  let isC = false
  for (let at = 0; at < text.length; ) {
    const run = digitsAt(text, at)
    const isEdge = at === 0 || at + run === text.length
    const takesC: boolean = isC ? run >= 2 : run >= (isEdge ? RUN_AT_EDGE : RUN_WITHIN) && run % 2 === 0
    if (values.length === 0) values.push(takesC ? START_C : START_B)
    else if (takesC !== isC) values.push(takesC ? TO_C : TO_B)
    isC = takesC
    values.push(isC ? Number(text.slice(at, at + 2)) : text.charCodeAt(at) - 32)
    at += isC ? 2 : 1
  }
  return values
}

/** Widths of bars and gaps by turns, in modules, the first a bar; the quiet zones of ten modules are whoever draws it's to leave. */
export function code128(text: string): number[] {
  const values = code128Values(text)
  const check = values.reduce((sum, value, at) => sum + value * Math.max(1, at), 0) % CHECK
  return [...[...values, check].map((value) => WIDTHS[value] ?? ''), END].flatMap((widths) => [...widths].map(Number))
}
