import { type Drawing, type Drawn, EDGE, floor, line, path, place, rect, SHADES } from './draw.ts'
import { words } from './label.ts'
import { STUFF } from './palette.ts'

const DEFS = SHADES.floor + SHADES.face

/** What shows in the window, by the part of the plant that the name speaks of. */
function pieceOf({ name }: Drawing): string {
  if (/子|豆|仁|枣|杞|果|实|莲|麦|米/.test(name))
    return `<ellipse rx="6" ry="3.600" fill="${/枸杞|红|枣|山楂|五味/.test(name) ? '#c63d2f' : '#b98a4a'}"/>${line('M-4-1c2-1.500 5-1.500 7 0', '#fff', 0.9, ' opacity=".5"')}`
  if (/花|菊/.test(name))
    return `<g fill="#f2d36b"><ellipse rx="7" ry="2.600"/><ellipse rx="2.600" ry="7"/><circle r="2.400" fill="#c98a1e"/></g>`
  if (/叶|草|荷|艾|薄|苏/.test(name)) return `${path('M-8 0C-5-5 4-6 8-1 4 4-4 5-8 0z', '#8ba05a')}${line('M-6 0H6', '#5f7238', 0.8)}`
  return `<ellipse rx="8.500" ry="6" fill="#e9c98a"/><ellipse rx="8.300" ry="5.800" fill="none" stroke="${STUFF.kraftDeep}"/><ellipse rx="3.400" ry="2.300" fill="${STUFF.kraft}"/>`
}

/** Prepared pieces: a kraft pouch with a label and a window. */
export function pouch(drawing: Drawing): Drawn {
  const { hue, name, spec, lot } = drawing
  const spots = Array.from({ length: 17 }, (_, index) => {
    const turn = (lot + index * 67) % 180
    return `<use href="#c" transform="translate(${51 + (index % 6) * 12 - (index > 11 ? 2 : index > 5 ? 6 : 0)} ${99 + Math.floor(index / 6) * 15}) rotate(${turn})"/>`
  })
  return {
    shapes:
      floor(80, 147, 56) +
      path('M34 22h92v14c-1 4-1 6 0 10l5 90c0 7-4 11-11 11H40c-7 0-11-4-11-11l5-90c1-4 1-6 0-10z', STUFF.kraft, EDGE) +
      path('M34 22h92v13H34z', STUFF.kraftDeep, ' opacity=".6"') +
      line('M34 38.500h92', '#fff', 1.2, ' stroke-dasharray="3 2" opacity=".9"') +
      '<circle cx="80" cy="29" r="3" fill="#fff" opacity=".7"/>' +
      rect(44, 46, 72, 41, '#fff', 3) +
      rect(44, 46, 5, 41, hue.main, 2) +
      words(name, spec, { x: 82, y: 50, width: 60, height: 25, largest: 17, anchor: 'middle' }, hue.deep, STUFF.grey) +
      `<g clip-path="url(#w)">${rect(46, 93, 68, 45, STUFF.kraftDeep)}${spots.join('')}</g>` +
      rect(46, 93, 68, 45, 'none', 12, ' stroke="#fff" stroke-opacity=".45"') +
      rect(30, 22, 100, 125, 'url(#d)', 8, ' opacity=".7"'),
    defs: `${DEFS}<clipPath id="w"><rect x="46" y="93" width="68" height="45" rx="12"/></clipPath><g id="c">${pieceOf(drawing)}</g>`,
    frame: 'translate(28 -12) scale(1.4)',
  }
}

/** A table device with a display; a cuff where it measures blood pressure. */
export function monitor({ hue, name, spec }: Drawing): Drawn {
  const { main, deep, light } = hue
  const pressure = /血压/.test(name)
  const figures = (text: string, y: number, size: number) =>
    `<text x="92" y="${y}" font-size="${size}" font-weight="700" fill="${STUFF.ink}" text-anchor="end">${text}</text>`
  return {
    shapes:
      floor(80, 140, 66) +
      (pressure ? path('M100 52c24-18 44-2 40 22s-18 34-30 34z', deep) + path('M96 48c22-16 42-2 38 20s-18 32-30 32z', main) : '') +
      line(pressure ? 'M92 104c-4 22 26 22 24-2' : 'M104 116c30 16 44-6 34-24', deep, 4, ' stroke-linecap="round"') +
      (pressure ? '' : rect(128, 70, 18, 24, main, 6) + rect(132, 74, 10, 9, light, 3)) +
      rect(18, 34, 92, 102, '#fff', 14, EDGE) +
      rect(18, 34, 92, 102, 'url(#d)', 14) +
      rect(28, 43, 72, 44, STUFF.lcd, 6) +
      (pressure ? figures('118', 62, 19) + figures('76', 81, 17) : figures('5.6', 74, 26)) +
      line('M35 52h14M35 57h9M35 71h14', deep, 2, ' opacity=".45"') +
      words(name, spec, { x: 28, y: 91, width: 74, height: 17, largest: 12 }, deep, STUFF.grey) +
      `<circle cx="92" cy="125" r="6.500" fill="${main}"/>` +
      line('M92 121.500v3.500', '#fff', 1.5) +
      rect(28, 122, 40, 5, light, 2.5),
    defs: DEFS,
    frame: 'translate(18 -26) scale(1.52)',
  }
}

const plate = (name: string, { main, deep }: Drawing['hue'], y: number) =>
  rect(16, y, 128, 31, '#fff', 6, EDGE) +
  rect(16, y, 6, 31, main, 3) +
  words(name, '', { x: 82, y: y + 3, width: 114, height: 25, largest: 15, anchor: 'middle' }, deep, STUFF.grey)

export function thermometer({ hue, name }: Drawing): Drawn {
  const grip =
    'M46 20h58a14 14 0 0 1 14 14v14a14 14 0 0 1-14 14H92l4 64a9 9 0 0 1-9 10H70a9 9 0 0 1-9-9l-4-65H46a14 14 0 0 1-14-14V34a14 14 0 0 1 14-14z'
  const gun =
    path(grip, '#fff', EDGE) +
    path('M57 62h35l1 16H58z', hue.main) +
    path(grip, 'url(#d)') +
    rect(60, 28, 48, 26, STUFF.lcd, 5) +
    rect(27, 31, 9, 20, hue.deep, 3) +
    `<text x="104" y="47.500" font-size="17" font-weight="700" fill="${STUFF.ink}" text-anchor="end">36.6</text>`
  const stick =
    path('M14 62c20-6 30-9 40-10h84a12 12 0 0 1 0 30H54c-10-1-20-4-40-10a5 5 0 0 1 0-10z', '#fff', EDGE) +
    path('M14 62l10-3v16l-10-3a5 5 0 0 1 0-10z', STUFF.foilDeep) +
    path('M128 52h10a12 12 0 0 1 0 30h-10z', hue.main) +
    rect(66, 57, 48, 20, STUFF.lcd, 4) +
    path('M14 62c20-6 30-9 40-10h84a12 12 0 0 1 0 30H54c-10-1-20-4-40-10z', 'url(#d)') +
    `<text x="110" y="73" font-size="16" font-weight="700" fill="${STUFF.ink}" text-anchor="end">36.6</text>`
  const shape = /额温|耳温|红外/.test(name)
    ? `<g transform="rotate(12 80 80)">${gun}</g>`
    : place(0, -4, `<g transform="rotate(-14 80 66)">${stick}</g>`)
  return { shapes: floor(80, 140, 60, 7) + shape + plate(name, hue, 106), defs: DEFS, frame: 'translate(28 -6) scale(1.4)' }
}

export function syringe({ hue, name }: Drawing): Drawn {
  const { main, deep, light } = hue
  const body =
    rect(-2, 65, 30, 2, STUFF.foilDeep) +
    rect(26, 60, 10, 12, main, 2) +
    rect(36, 54, 78, 24, '#fff', 4, EDGE) +
    rect(38, 56, 44, 20, light, 2) +
    line('M48 54v7M56 54v5M64 54v7M72 54v5M80 54v7M88 54v5M96 54v7', deep, 1.2, ' opacity=".7"') +
    rect(36, 54, 78, 24, 'url(#u)', 4) +
    rect(82, 57, 5, 18, main) +
    rect(87, 62, 46, 8, '#fff', 0, EDGE) +
    rect(114, 46, 4, 40, main, 2) +
    rect(132, 50, 6, 32, main, 3)
  return {
    shapes: `${floor(80, 140, 64, 7)}<g transform="rotate(-34 80 66)">${body}</g>${plate(name, hue, 106)}`,
    defs: DEFS + SHADES.tube,
    frame: 'translate(20 -10) scale(1.5)',
  }
}
