import type { PaperOptions, PaperSize } from './paper.ts'
import { SEAL_ACROSS } from './seal-drawing.ts'

/** Points of 1/72 inch throughout. */
export const INK = '#1c2422'
export const FAINT = '#5f6b67'

export interface Sheet {
  size: string | [number, number]
  margin: number
  /** Under the text, for the footer. */
  foot: number
  heading: number
  section: number
  facts: number
  table: number
  /** Around the words of a cell. */
  pad: number
  lineWidth: number
  line: string
  /** Behind a table's head; null: nothing, a needle printer knows no grey. */
  headFill: string | null
  faint: string
}

export const SHEETS: Readonly<Record<PaperSize, Sheet>> = {
  A4: {
    size: 'A4',
    margin: 44,
    foot: 30,
    heading: 18,
    section: 11.5,
    facts: 9.5,
    table: 8.6,
    pad: 4,
    lineWidth: 0.5,
    line: '#c9d1ce',
    headFill: '#f1f5f3',
    faint: FAINT,
  },
  // 241 × 140 mm; the tractor holes lie in its margins.
  form: {
    size: [683.15, 396.85],
    margin: 30,
    foot: 8,
    heading: 13,
    section: 9,
    facts: 7.6,
    table: 7.2,
    pad: 2,
    lineWidth: 0.8,
    line: '#000000',
    headFill: null,
    faint: INK,
  },
}

/** What a seal on each page takes of its foot. */
export const STRIP: Readonly<Record<PaperSize, number>> = { A4: SEAL_ACROSS - 6, form: 84 }

export const sheetOf = ({ size = 'A4' }: PaperOptions): Sheet => SHEETS[size]

/** What the text must leave free at the foot of each page. */
export const footOf = (options: PaperOptions): number => {
  const { size = 'A4', seal } = options
  return sheetOf(options).foot + (seal?.strip ? STRIP[size] : 0)
}
