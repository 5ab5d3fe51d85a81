/** Glyphs of the demo brands, 40 × 40, drawn for this shop: a path and its colour. */
const GLYPHS: Readonly<Record<string, readonly [color: string, path: string]>> = {
  leaf: ['#2F6FB8', 'M9 24c0-9 8-14 22-14-1 13-7 20-16 20-4 0-6-2-6-6z'],
  star: ['#8A4E9E', 'M20 8l4 8 8 4-8 4-4 8-4-8-8-4 8-4z'],
  hill: ['#1E8A93', 'M8 28l8-11 5 6 4-5 7 10zM25 13a3 3 0 1 0 .1 0z'],
  bars: ['#4D5BB8', 'M11 10h7v20h-7zM22 17h7v13h-7z'],
  pie: ['#12875C', 'M19 9v12h12a12 12 0 1 1-12-12zM22 8a10 10 0 0 1 10 10H22z'],
  cloud: ['#2F73C4', 'M13 29a6 6 0 0 1 0-12 8 8 0 0 1 15-1 6.500 6.500 0 0 1 0 13z'],
  temple: ['#C98012', 'M20 8l12 7v3H8v-3zM10 20h4v8h-4zM18 20h4v8h-4zM26 20h4v8h-4zM8 29h24v3H8z'],
  jar: ['#6F7D1F', 'M12 9h16v4H12zM10 15h20c0 11-3 17-10 17S10 26 10 15z'],
  triangle: ['#4A53B5', 'M20 9l12 21H8z'],
  waves: ['#C63F38', 'M8 15c4-4 8 4 12 0s8 4 12 0v4c-4 4-8-4-12 0s-8-4-12 0zM8 24c4-4 8 4 12 0s8 4 12 0v4c-4 4-8-4-12 0s-8-4-12 0z'],
  drop: ['#0F8AA0', 'M20 7c6 7 10 12 10 17a10 10 0 0 1-20 0c0-5 4-10 10-17z'],
  tree: ['#17794A', 'M20 7l8 9h-4l6 8h-8v8h-4v-8h-8l6-8h-4z'],
  umbrella: ['#B04A86', 'M20 8c8 0 13 6 13 12H7c0-6 5-12 13-12zM18.500 21h3v8a4 4 0 0 1-8 0h3a1 1 0 0 0 2 0z'],
  grain: ['#A8741A', 'M20 8c4 4 4 8 0 12-4-4-4-8 0-12zM10 18c6 0 9 3 9 8-6 0-9-3-9-8zM30 18c-6 0-9 3-9 8 6 0 9-3 9-8zM18.500 26h3v7h-3z'],
  hex: ['#3E6076', 'M20 7l11 6.500v13L20 33 9 26.500v-13zM18 15v3.500h-3.500v3H18V25h4v-3.500h3.500v-3H22V15z'],
  flower: ['#C2527A', 'M20 16a5 5 0 1 1 4 4 5 5 0 1 1-4 4 5 5 0 1 1-4-4 5 5 0 1 1 4-4zM20 17.500a2.500 2.500 0 1 0 .1 0z'],
}

/** As an address that an img takes; '' where the brand has no glyph. */
export function brandLogo(key: string): string {
  const glyph = GLYPHS[key]
  if (!glyph) return ''
  const [color, path] = glyph
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><path fill='${color}' fill-rule='evenodd' d='${path}'/></svg>`
  return `data:image/svg+xml,${svg.replaceAll('#', '%23').replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll(' ', '%20')}`
}
