import { type Drawing, type Drawn, EDGE, floor, line, path, place, rect, SHADES } from './draw.ts'
import { words } from './label.ts'
import { STUFF } from './palette.ts'

const WHITE = '#fff'
/** The maker's mark in the corner of the label. */
const mark = (x: number, y: number, colour: string, light: string) =>
  rect(x, y, 9, 9, colour, 2) + line(`M${x + 4.5} ${y + 2}v5M${x + 2} ${y + 4.5}h5`, WHITE, 1.5) + rect(x + 13, y + 3, 22, 3, light, 1.5)

/** A lying box; four prints that makers use. */
function lyingBox({ hue, name, spec, lot }: Drawing, sign = ''): string {
  const { main, deep, light } = hue
  const print = [
    path('M14 106h114v18H14z', main) + path('M14 101h114v2.600H14z', light) + path('M128 106 148 93v17l-20 14z', '#000', ' opacity=".14"'),
    path('M128 52H94c14 18 14 50-8 72h42z', light) + path('M128 52h-24c13 20 13 48-8 72h32z', main),
    path('M14 111c30-14 66 12 114-10v23H14z', light) + path('M14 116c34-13 70 10 114-8v16H14z', main),
    path('M14 52h7v72h-7z', main) + path('M21 52h2.500v72H21z', light) + path('M14 113h114v11H14z', light),
  ][(lot >>> 4) % 4]
  const inset = (lot >>> 4) % 4 === 3 ? 30 : 22
  return (
    path('M14 52 34 40h114l-20 12z', light) +
    path('M14 52 34 40h114l-20 12z', 'url(#t)') +
    path('M128 52 148 40v70l-20 14z', deep) +
    rect(14, 52, 114, 72, WHITE, 0, EDGE) +
    print +
    mark(inset, 58, main, light) +
    words(name, spec, { x: inset, y: 69, width: (lot >>> 4) % 4 === 1 ? 78 : 92, height: 21, largest: 15 }, deep, STUFF.grey) +
    sign +
    rect(14, 52, 114, 72, 'url(#d)')
  )
}

/** An upright box. */
function standingBox({ hue, name, spec, lot }: Drawing, sign = ''): string {
  const { main, deep, light } = hue
  const print = [
    path('M24 106c24-14 58 12 92-12v45H24z', light) + path('M24 114c28-14 60 14 92-10v35H24z', main),
    path('M24 101h92v38H24z', main) + path('M24 95.500h92v2.500H24z', light) + path('M116 101 136 89v37l-20 13z', '#000', ' opacity=".14"'),
    path('M24 34h92v6H24z', main) + path('M116 139H56c28-6 48-22 60-42z', light) + path('M116 139H68c22-5 38-16 48-30z', main),
  ][(lot >>> 4) % 3]
  return (
    path('M24 34 44 23h92L116 34z', light) +
    path('M24 34 44 23h92L116 34z', 'url(#t)') +
    path('M116 34 136 23v103l-20 13z', deep) +
    rect(24, 34, 92, 105, WHITE, 0, EDGE) +
    print +
    mark(32, 45, main, light) +
    words(name, spec, { x: 32, y: 57, width: 78, height: 27, largest: 16 }, deep, STUFF.grey) +
    sign +
    rect(24, 34, 92, 105, 'url(#d)')
  )
}

const DEFS = SHADES.floor + SHADES.face + SHADES.top

/** Tablets and capsules: a lying box with a blister leaning on it. */
export function blister(drawing: Drawing): Drawn {
  const { main, light } = drawing.hue
  const cell = drawing.capsules
    ? rect(-5.5, -8, 11, 16, STUFF.foilDeep, 5.5) +
      path('M-4.500 0v-2.500a4.500 4.500 0 0 1 9 0V0z', main) +
      path('M-4.500 0v2.500a4.500 4.500 0 0 0 9 0V0z', light)
    : `<circle r="7.200" fill="${STUFF.foilDeep}"/><circle r="5.700" fill="#fff"/>${line('M-3.800 0h7.600', light, 1.3)}`
  const gloss = drawing.capsules ? rect(-3, -6, 2, 11, '#fff', 1, ' opacity=".45"') : '<circle r="5.700" fill="url(#d)"/>'
  const cells = [0, 1, 2, 3, 4]
    .map((column) => `<use href="#c" x="${62 + column * 18}" y="104"/><use href="#c" x="${62 + column * 18}" y="122"/>`)
    .join('')
  const strip =
    rect(48, 92, 100, 42, STUFF.foil, 5, EDGE) +
    rect(48, 92, 100, 42, 'url(#d)', 5) +
    rect(50.5, 94.5, 95, 37, 'none', 3.5, ' stroke="#fff" opacity=".8"') +
    `<g transform="translate(0 0)">${cells}</g>`
  return {
    shapes: `${place(0, -24, floor(82, 127, 70) + lyingBox(drawing)) + floor(102, 137, 54, 7)}<g transform="rotate(-7 98 113)">${strip}</g>`,
    defs: `${DEFS}<g id="c">${cell}${gloss}</g>`,
    frame: 'translate(17 0) scale(1.5)',
  }
}

/** Pills and what has no package of its own. */
export function pillBox(drawing: Drawing): Drawn {
  const { main, light } = drawing.hue
  const sign = `<circle cx="112" cy="96" r="8" fill="${light}"/><circle cx="112" cy="96" r="5" fill="${main}"/><circle cx="100" cy="101" r="4.500" fill="${light}"/><circle cx="100" cy="101" r="2.800" fill="${main}"/>`
  const plain = (drawing.lot >>> 4) % 4 === 1 ? '' : sign
  return { shapes: floor(82, 127, 70) + lyingBox(drawing, plain), defs: DEFS, frame: 'translate(8 -27) scale(1.65)' }
}

export function sachetBox(drawing: Drawing): Drawn {
  const { main } = drawing.hue
  const sachet =
    rect(-9, -13, 18, 26, '#fff', 1.5, EDGE) +
    line('M-9-8.500h18', main, 1, ' stroke-dasharray="2 1.500"') +
    `<circle cy="3" r="4" fill="${main}" opacity=".65"/>`
  return {
    shapes: floor(84, 141, 62) + standingBox(drawing, place(98, 119, sachet, 8)),
    defs: DEFS,
    frame: 'translate(23 -10) scale(1.48)',
  }
}

export function crossBox(drawing: Drawing): Drawn {
  const { main } = drawing.hue
  const cross = `<circle r="12" fill="#fff"/>${path('M-2.500-7h5v4.500H7v5H2.500V7h-5V2.500H-7v-5h4.500z', main)}`
  return { shapes: floor(84, 141, 62) + standingBox(drawing, place(98, 119, cross)), defs: DEFS, frame: 'translate(23 -10) scale(1.48)' }
}

/** Injections: a box, before it a vial with a crimped cap or an ampoule. */
export function vialBox(drawing: Drawing): Drawn {
  const { main, light } = drawing.hue
  const vial =
    rect(-9, -46, 18, 9, main, 2) +
    rect(-8, -38, 16, 5, STUFF.foilDeep, 1) +
    path('M-7-33H7c0 5 6 5 6 11V0a5 5 0 0 1-5 5H-8a5 5 0 0 1-5-5v-22c0-6 6-6 6-11z', '#f7fbfb', EDGE) +
    rect(-13, -17, 26, 15, light) +
    rect(-13, -17, 26, 3, main) +
    path('M-13-46h26V5h-26z', 'url(#r)', ' opacity=".6"')
  return {
    shapes:
      floor(82, 127, 70) +
      lyingBox(drawing) +
      floor(128, 140, 20, 5) +
      place(118, 134, vial) +
      place(143, 136, `<g transform="scale(.86)">${vial}</g>`),
    defs: DEFS + SHADES.round,
    frame: 'translate(14 -22) scale(1.56)',
  }
}

/** Oral liquids in small brown bottles. */
export function oralVialBox(drawing: Drawing): Drawn {
  const { main, light } = drawing.hue
  const bottle =
    rect(-6, -44, 12, 8, main, 1.5) +
    path('M-5-36H5c0 5 5 5 5 10V0a4 4 0 0 1-4 4H-6a4 4 0 0 1-4-4v-26c0-5 5-5 5-10z', STUFF.glass) +
    rect(-10, -22, 20, 16, '#fff') +
    rect(-10, -22, 20, 3, main) +
    rect(-6, -15, 12, 2, light) +
    path('M-10-44h20V4h-20z', 'url(#r)', ' opacity=".7"')
  return {
    shapes: floor(82, 127, 70) + lyingBox(drawing) + floor(130, 139, 24, 5) + place(116, 134, bottle) + place(139, 136, bottle),
    defs: DEFS + SHADES.round,
    frame: 'translate(14 -22) scale(1.56)',
  }
}
