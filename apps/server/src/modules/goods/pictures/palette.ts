/** Colours of the drawn packages; those that pages draw with too stand as --pk-* in packages/ui/src/tokens.css, for a picture in an <img> reads no page's CSS. */
export interface Hue {
  /** the brand colour of the package */
  main: string
  deep: string
  light: string
}

const HUES: readonly Hue[] = [
  { main: '#12936a', deep: '#0a6a4c', light: '#d8f0e6' },
  { main: '#1597a5', deep: '#0c6a75', light: '#d7f0f2' },
  { main: '#2f74d0', deep: '#1d4f97', light: '#dde9fa' },
  { main: '#5562c9', deep: '#38429a', light: '#e4e6f9' },
  { main: '#94509f', deep: '#6b3574', light: '#f1e3f4' },
  { main: '#cf4a46', deep: '#98302d', light: '#fae2e0' },
  { main: '#dd9124', deep: '#97600f', light: '#fcedd3' },
  { main: '#7c8a3a', deep: '#556022', light: '#eef1da' },
]

export const STUFF = {
  foil: '#d5dcd9',
  foilDeep: '#b4bfba',
  kraft: '#e3cda4',
  kraftDeep: '#c6a870',
  glass: '#8a4b16',
  glassDeep: '#5f310b',
  lcd: '#cfe3d8',
  ink: '#1e2723',
  grey: '#66716c',
} as const

/** A package of no goods in particular. */
export const NEUTRAL: Hue = { main: '#98a39e', deep: '#66716c', light: '#ecf0ee' }

/** A whole number that belongs to the goods and never changes (FNV-1a over its id). */
export function lotOf(id: number): number {
  let hash = 0x811c9dc5
  for (const char of `goods-${id}`) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0
  return (hash ^ (hash >>> 15)) >>> 0
}

export const hueOf = (lot: number): Hue => HUES[lot % HUES.length] ?? NEUTRAL
