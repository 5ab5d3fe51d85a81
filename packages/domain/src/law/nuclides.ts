import type { NuclideRow } from './word-files.ts'

/**
 * Nuclides in a name, however written: 碘[131I], ¹³¹I, I-131, 碘131, 锝[99mTc], 99Tcm. Brackets are ( ) by now, letters small.
 * Numbers of other meanings stay out: CA125, 125Ala, a batch, a catheter of 18F.
 */
export interface FoundNuclide {
  row: NuclideRow
  mass: string
  text: string
}

const TOKEN = /\d{1,3}m?|[a-z]+|[^a-z\d]/g

interface Token {
  text: string
  at: number
}

/** @param spaced normalised, with its separators: 14c-尿素 */
export function findNuclides(rows: readonly NuclideRow[], spaced: string): FoundNuclide[] {
  if (rows.length === 0 || !/\d/.test(spaced)) return []
  const joined = spaced.replaceAll(' ', '')
  const tokens: Token[] = []
  for (const match of joined.matchAll(TOKEN)) tokens.push({ text: match[0], at: match.index })
  const found: FoundNuclide[] = []
  for (const [at, token] of tokens.entries()) {
    if (!/^\d/.test(token.text) || /^\d/.test(tokens[at - 1]?.text ?? '') || tokens[at - 1]?.text === '.') continue
    const row = nuclideAt(rows, tokens, at)
    if (row !== null) found.push(row)
    if (found.length > 3) break
  }
  return found
}

function nuclideAt(rows: readonly NuclideRow[], tokens: readonly Token[], at: number): FoundNuclide | null {
  const said = (tokens[at] as Token).text
  const word = (step: number): string => tokens[at + step]?.text ?? ''
  // 碘(131i), 碘131, 碘-131: the element before the number, over a bracket or a dash.
  const near = /^[(-]$/.test(word(-1)) ? word(-2) : word(-1)
  const after = word(1)
  for (const row of rows) {
    const letters = row.symbol
    const chineseBefore = near === row.chinese
    const chineseAfter = after === row.chinese || (after === ')' && word(2) === row.chinese)
    // 99mtc, 99tcm, 99tc; tc-99m, i131.
    // 18-F脱氧葡萄糖
    const dashed = after === '-' && word(2) === letters && !/^[a-z\d-]/.test(word(3))
    const symbolAfter = after === letters || after === `m${letters}` || after === `${letters}m`
    const symbolBefore = word(-1) === letters || (word(-1) === '-' && word(-2) === letters)
    const m = said.endsWith('m') || (symbolAfter && after !== letters)
    const mass = m ? `${said.replace('m', '')}m` : said
    const beside = chineseBefore || chineseAfter
    if (!beside && !symbolAfter && !symbolBefore && !dashed) continue
    if (
      row.common &&
      !beside &&
      !dashed &&
      !(symbolAfter && (word(-1) === '(' ? word(2) === ')' : word(2) === '-' && !/^\d/.test(word(3))))
    )
      continue
    if (!row.masses.has(mass)) continue
    const glued = /^[a-z]+$/.test(word(-1)) && !symbolBefore
    if (glued && !beside) continue
    return { row, mass, text: `${row.chinese}[${mass}${letters}]` }
  }
  return null
}
