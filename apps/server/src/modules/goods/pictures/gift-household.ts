import { type Drawing, type Drawn, EDGE, floor, line, path, rect, SHADES } from './draw.ts'
import { STUFF } from './palette.ts'

/** Things of daily use that points are taken for; none carries words. Coordinates are those of a square of 160. */
const WHITE = '#fff'
const DEFS = SHADES.floor + SHADES.face + SHADES.round + SHADES.top
const STANDING = 'translate(28 -8) scale(1.4)'
const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${more}/>`
const drawn = (shapes: string): Drawn => ({ shapes, defs: DEFS, frame: STANDING })

/** Kitchen towels: a roll with a loose sheet. */
export function roll({ hue: { main, light } }: Drawing): Drawn {
  const dots = [58, 78, 98, 118].map(
    (y, at) => ellipse(58 + (at % 2) * 16, y, 3.5, 3.5, light) + ellipse(90 - (at % 2) * 14, y + 6, 3, 3, light),
  )
  return drawn(
    floor(86, 142, 58) +
      path('M104 44h34v84c-8 6-18-5-28 2l-6-4z', WHITE, EDGE) +
      line('M110 68h24M110 96h24', main, 1.4, ' stroke-dasharray="3 3" opacity=".6"') +
      path('M44 40h66v94a33 9 0 0 1-66 0z', WHITE, EDGE) +
      dots.join('') +
      path('M44 40h66v94a33 9 0 0 1-66 0z', 'url(#r)', ' opacity=".55"') +
      ellipse(77, 40, 33, 10, WHITE, EDGE) +
      ellipse(77, 40, 22, 6.5, 'none', ` stroke="${STUFF.foil}"`) +
      ellipse(77, 40, 11, 3.6, STUFF.kraftDeep),
  )
}

/** Tissues: a box with one pulled out. */
export function tissues({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(80, 138, 66) +
      path('M62 60c-6-18 4-34 14-24 6-14 18-6 18 6 12-6 14 8 4 18z', WHITE, EDGE) +
      path('M18 70 40 54h102l-20 16z', light) +
      path('M18 70 40 54h102l-20 16z', 'url(#t)') +
      ellipse(80, 62, 30, 4.5, deep, ' opacity=".5"') +
      path('M62 62c2-10 8-14 14-12 8 0 16 4 18 12z', WHITE) +
      path('M122 70l20-16v62l-20 18z', deep) +
      rect(18, 70, 104, 64, main) +
      path('M18 112c26-16 62 12 104-10v32H18z', light, ' opacity=".75"') +
      rect(18, 70, 104, 64, 'url(#d)'),
  )
}

export function cup({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(80, 145, 44) +
      path('M58 44h44l4 90c0 8-52 8-52 0z', main) +
      path('M56 96c16-10 34 8 49-4l1 42c0 8-52 8-52 0z', light, ' opacity=".85"') +
      path('M58 44h44l4 90c0 8-52 8-52 0z', 'url(#r)', ' opacity=".8"') +
      rect(56, 22, 48, 18, deep, 6) +
      rect(60, 40, 40, 6, STUFF.foilDeep) +
      rect(56, 22, 48, 18, 'url(#r)', 6, ' opacity=".8"'),
  )
}

export function umbrella({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(84, 145, 40, 6) +
      line('M80 30v92a11 11 0 0 0 22 0', STUFF.grey, 5, ' stroke-linecap="round"') +
      path('M16 82c4-34 30-56 64-56s60 22 64 56c-8-10-24-10-32 0-8-10-24-10-32 0-8-10-24-10-32 0-8-10-24-10-32 0z', main) +
      path(
        'M48 82c2-26 14-46 32-56-26 4-44 24-46 49 6 0 10 2 14 7zM112 82c-2-26-14-46-32-56 26 4 44 24 46 49-6 0-10 2-14 7z',
        light,
        ' opacity=".8"',
      ) +
      line('M80 18v10', deep, 4, ' stroke-linecap="round"'),
  )
}

export function bag({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(80, 144, 52) +
      line('M60 56c0-40 40-40 40 0', deep, 5, ' stroke-linecap="round"') +
      path('M36 54h88l8 82c0 5-3 8-8 8H36c-5 0-8-3-8-8z', main) +
      path('M30 112c30-18 66 14 100-6l2 30c0 5-3 8-8 8H36c-5 0-8-3-8-8z', light, ' opacity=".8"') +
      path('M36 54h88l8 82c0 5-3 8-8 8H36c-5 0-8-3-8-8z', 'url(#d)') +
      ellipse(60, 64, 3.5, 3.5, WHITE) +
      ellipse(100, 64, 3.5, 3.5, WHITE),
  )
}

/** Something to keep things in. */
export function crate({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(80, 142, 64) +
      path('M18 64h124l-8 70c-1 5-4 8-9 8H35c-5 0-8-3-9-8z', light) +
      path('M18 64h124l-8 70c-1 5-4 8-9 8H35c-5 0-8-3-9-8z', 'url(#d)') +
      rect(12, 48, 136, 18, main, 6) +
      rect(12, 48, 136, 18, 'url(#t)', 6) +
      rect(64, 60, 32, 14, deep, 4) +
      line('M40 84v40M60 84v42M100 84v42M120 84v40', WHITE, 3, ' stroke-linecap="round" opacity=".7"'),
  )
}

/** Soap and the like: a bottle with a pump. */
export function pump({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(80, 145, 44) +
      rect(76, 18, 8, 26, deep) +
      path('M56 18h34a6 6 0 0 1 6 6v4H68c-6 0-12 4-12 4z', deep) +
      rect(66, 42, 28, 12, main, 3) +
      path('M62 54h36c10 4 14 12 14 24v58c0 6-4 9-9 9H57c-5 0-9-3-9-9V78c0-12 4-20 14-24z', WHITE, EDGE) +
      rect(48, 84, 64, 44, light) +
      rect(48, 84, 64, 6, main) +
      path('M80 96c8 9 10 13 10 17a10 10 0 0 1-20 0c0-4 2-8 10-17z', main) +
      path('M62 54h36c10 4 14 12 14 24v58c0 6-4 9-9 9H57c-5 0-9-3-9-9V78c0-12 4-20 14-24z', 'url(#r)', ' opacity=".7"'),
  )
}

/** A case for the pills of a week. */
export function pillCase({ hue: { main, deep, light } }: Drawing): Drawn {
  const cells = [0, 1, 2, 3, 4, 5, 6].map((day) => {
    const x = 24 + (day % 4) * 29
    const y = 58 + Math.floor(day / 4) * 36
    const open = day === 2
    return (
      rect(x, y, 25, 31, open ? light : WHITE, 6, open ? '' : ' opacity=".92"') +
      (open ? ellipse(x + 9, y + 18, 5, 3.4, deep) + ellipse(x + 17, y + 13, 4, 4, main) : ellipse(x + 12.5, y + 15.5, 3, 3, main))
    )
  })
  return drawn(floor(82, 142, 64) + rect(16, 48, 130, 88, main, 14) + cells.join('') + rect(16, 48, 130, 88, 'url(#d)', 14))
}

export function scale({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(80, 140, 66) +
      rect(18, 104, 124, 32, deep, 12) +
      path('M32 44h96c8 0 10 4 12 10l8 54c1 8-3 12-11 12H23c-8 0-12-4-11-12l8-54c2-6 4-10 12-10z', main) +
      path('M32 44h96c8 0 10 4 12 10l8 54c1 8-3 12-11 12H23c-8 0-12-4-11-12l8-54c2-6 4-10 12-10z', 'url(#d)') +
      rect(56, 54, 48, 20, STUFF.lcd, 5) +
      `<text x="98" y="70" font-size="15" font-weight="700" fill="${STUFF.ink}" text-anchor="end">62.5</text>` +
      ellipse(56, 98, 12, 9, light, ' opacity=".7"') +
      ellipse(104, 98, 12, 9, light, ' opacity=".7"'),
  )
}

export function lamp({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(76, 144, 50) +
      path('M96 66l38 70H58z', light, ' opacity=".35"') +
      ellipse(62, 138, 34, 8, deep) +
      line('M62 136 44 84l40-36', STUFF.grey, 5, ' stroke-linecap="round" stroke-linejoin="round"') +
      ellipse(44, 84, 5, 5, deep) +
      path('M76 54c2-20 26-28 40-14l6 8-36 26c-8-4-11-12-10-20z', main) +
      path('M76 54c2-20 26-28 40-14l6 8-36 26c-8-4-11-12-10-20z', 'url(#d)'),
  )
}

/** Work clothes. */
export function coat({ hue: { main, deep, light } }: Drawing): Drawn {
  return drawn(
    floor(80, 145, 52) +
      path('M62 22 30 38 16 92l20 8 8-30v74h72V70l8 30 20-8-14-54-32-16-18 22z', WHITE, EDGE) +
      path('M62 22l18 44 18-44-6-2H68z', light) +
      line('M80 66v78', deep, 1.4, ' opacity=".5"') +
      line('M62 22l18 44 18-44', main, 3) +
      rect(92, 80, 16, 14, 'none', 2, ` stroke="${main}" stroke-width="1.600"`) +
      path('M97.500 83h5v3.500h3.500v4h-3.500V94h-5v-3.500H94v-4h3.500z', main) +
      line('M76 88h.1M76 106h.1M76 124h.1', deep, 4, ' stroke-linecap="round"'),
  )
}

/** Rolls of shelf labels. */
export function labels({ hue: { main, deep, light } }: Drawing): Drawn {
  const one = (x: number, y: number, colour: string) =>
    ellipse(x, y, 34, 34, WHITE, EDGE) +
    ellipse(x, y, 27, 27, 'none', ` stroke="${colour}" stroke-width="2" opacity=".5"`) +
    ellipse(x, y, 20, 20, 'none', ` stroke="${colour}" stroke-width="2" opacity=".5"`) +
    ellipse(x, y, 12, 12, STUFF.kraft)
  const tag = (x: number) =>
    rect(x, 118, 30, 20, light, 2) + rect(x, 118, 30, 5, main) + line(`M${x + 5} 129h20M${x + 5} 133h12`, deep, 1.4)
  return drawn(
    floor(80, 145, 64) + one(60, 74, main) + one(104, 88, deep) + path('M28 104h98v38H28z', WHITE, EDGE) + [32, 65, 98].map(tag).join(''),
  )
}

/** Soft things, folded. */
export function folded({ hue: { main, deep, light } }: Drawing): Drawn {
  const layer = (y: number, colour: string) =>
    path(`M26 ${y}h96c16 0 16 26 0 26H26c-8 0-8-26 0-26z`, colour) + ellipse(122, y + 13, 7, 9, WHITE, ' opacity=".45"')
  return drawn(
    floor(80, 142, 64) +
      layer(114, deep) +
      layer(88, main) +
      layer(62, light) +
      line('M26 70h90M26 96h90M26 122h90', WHITE, 1.4, ' opacity=".5"'),
  )
}
