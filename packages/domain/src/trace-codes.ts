import { folded } from './folding.ts'

/** 药品追溯码: 20 digits, of which the first 7 name the drug and its pack, and 13 the single box. */
export const TRACE_CODE_LENGTH = 20

/** Scanners and people put spaces and dashes between. */
export const traceCodeOf = (text: string): string => folded(text).replace(/[\s-]/g, '')

/** What is wrong with it; empty: nothing. */
export function traceCodeFault(code: string): string {
  if (/^\d{20}$/.test(code)) return ''
  return /\D/.test(code) ? '追溯码只能是数字' : `追溯码应为 ${TRACE_CODE_LENGTH} 位数字，这里有 ${code.length} 位`
}

/** Names the drug and its pack: boxes of two goods never share it. */
export const traceDrugOf = (code: string): string => code.slice(0, 7)
