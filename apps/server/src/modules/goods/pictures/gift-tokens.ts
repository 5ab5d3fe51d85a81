import { type Drawing, type Drawn, EDGE, floor, line, path, rect, SHADES } from './draw.ts'
import { STUFF } from './palette.ts'

/** What is not a thing: coupons, vouchers, points, luck, and a present for all that has no picture of its own. */
const WHITE = '#fff'
const GOLD = { main: '#e0a32e', deep: '#a8731a', light: '#fbe7b8' }
const DEFS = SHADES.floor + SHADES.face + SHADES.top
const FRAME = 'translate(28 -4) scale(1.4)'
const circle = (x: number, y: number, r: number, fill: string, more = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more}/>`
const drawn = (shapes: string): Drawn => ({ shapes, defs: DEFS, frame: FRAME })
const sign = (text: string, x: number, y: number, size: number, fill: string) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="700" fill="${fill}" text-anchor="middle">${text}</text>`

const TICKET = 'M20 46h120v20a12 12 0 0 0 0 24v20H20V90a12 12 0 0 0 0-24z'

/** 优惠券 */
export function ticket({ hue: { main, deep, light } }: Drawing): Drawn {
  const one =
    path(TICKET, WHITE, EDGE) + path('M20 46h38v64H20V90a12 12 0 0 0 0-24z', main) + line('M58 52v52', light, 2, ' stroke-dasharray="4 4"')
  return drawn(
    floor(80, 132, 62) +
      `<g transform="rotate(10 80 78)" opacity=".55">${path(TICKET, light, EDGE)}</g>` +
      `<g transform="rotate(-6 80 78)">${one}${sign('券', 45, 84, 17, WHITE)}${sign('优惠券', 99, 76, 18, deep)}` +
      `${rect(72, 86, 54, 5, light, 2.5)}${rect(72, 95, 36, 5, light, 2.5)}</g>`,
  )
}

/** 现金券 */
export function voucher({ hue: { main, deep, light } }: Drawing): Drawn {
  const note = (turn: number, fill: string, inside: string) =>
    `<g transform="rotate(${turn} 80 84)">${rect(24, 50, 112, 64, fill, 8, EDGE)}${inside}</g>`
  return drawn(
    floor(80, 134, 62) +
      note(12, light, '') +
      note(3, main, '') +
      note(
        -6,
        WHITE,
        rect(30, 56, 100, 52, 'none', 5, ` stroke="${main}" stroke-width="1.600"`) +
          circle(56, 82, 16, main) +
          sign('¥', 56, 90, 22, WHITE) +
          sign('现金券', 99, 82, 16, deep) +
          rect(80, 90, 38, 5, light, 2.5),
      ),
  )
}

/** 积分 */
export function coins(): Drawn {
  const coin = (x: number, y: number) =>
    `<ellipse cx="${x}" cy="${y + 7}" rx="30" ry="11" fill="${GOLD.deep}"/><ellipse cx="${x}" cy="${y}" rx="30" ry="11" fill="${GOLD.main}"/>` +
    `<ellipse cx="${x}" cy="${y}" rx="22" ry="7.500" fill="none" stroke="${GOLD.light}" stroke-width="2"/>`
  return drawn(
    floor(82, 140, 62) +
      [128, 113, 98].map((y) => coin(52, y)).join('') +
      [128, 113].map((y) => coin(112, y)).join('') +
      circle(96, 62, 34, GOLD.deep) +
      circle(94, 60, 33, GOLD.main) +
      circle(94, 60, 25, 'none', ` stroke="${GOLD.light}" stroke-width="2.500"`) +
      path('M94 42l5.500 11.500 12.500 1.700-9 8.800 2.200 12.500L94 70.500 82.800 76.500 85 64l-9-8.800 12.500-1.700z', GOLD.light),
  )
}

/** 谢谢参与: a clover. */
export function clover(): Drawn {
  const leaf = (turn: number, fill: string) =>
    `<g transform="rotate(${turn} 80 70)">${path('M80 68C62 56 58 36 70 30c6-3 10 2 10 6 0-4 4-9 10-6 12 6 8 26-10 38z', fill)}</g>`
  return drawn(
    floor(80, 142, 46) +
      line('M80 72c2 26 10 44 22 60', '#4f8a5b', 5, ' stroke-linecap="round"') +
      leaf(0, '#7fbf8a') +
      leaf(90, '#6bb07a') +
      leaf(180, '#7fbf8a') +
      leaf(270, '#6bb07a') +
      circle(80, 70, 5, '#d8f0e6'),
  )
}

export function present({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(80, 142, 58) +
      rect(32, 72, 96, 68, main, 6) +
      rect(26, 52, 108, 26, light, 6, EDGE) +
      rect(70, 52, 20, 88, deep) +
      path('M80 52C60 50 46 40 52 28s24-2 28 24zM80 52c20-2 34-12 28-24S84 26 80 52z', deep) +
      path('M78 48C66 46 58 40 60 34s12 2 18 14zM82 48c12-2 20-8 18-14s-12 2-18 14z', STUFF.kraft, ' opacity=".55"') +
      rect(32, 72, 96, 68, 'url(#d)', 6),
  )
}
