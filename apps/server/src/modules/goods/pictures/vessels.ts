import { type Drawing, type Drawn, EDGE, floor, line, path, place, rect, SHADES } from './draw.ts'
import { words } from './label.ts'
import { STUFF } from './palette.ts'

const BODY = 'M66 44h28c0 8 22 8 22 22v72a9 9 0 0 1-9 9H53a9 9 0 0 1-9-9V66c0-14 22-14 22-22z'
const DEFS = SHADES.floor + SHADES.round
const STANDING = 'translate(28 -7) scale(1.4)'

const ribs = (x: number, y: number, height: number, count: number, colour: string) =>
  line(Array.from({ length: count }, (_, index) => `M${x + index * 5} ${y}v${height}`).join(''), colour, 1.2, ' opacity=".5"')

/** A round bottle with its label; its cap is drawn over it. */
function bottle({ hue, name, spec }: Drawing, glass: string, cap: string): Drawn {
  const { main, deep, light } = hue
  return {
    shapes:
      floor(80, 146, 52) +
      path(BODY, glass, EDGE) +
      cap +
      rect(44, 72, 72, 58, '#fff') +
      rect(44, 72, 72, 6, main) +
      path('M44 130v-10c20-8 50 6 72-6v16z', light) +
      path('M44 130v-5c24-7 48 7 72-3v8z', main) +
      words(name, spec, { x: 80, y: 80, width: 62, height: 29, largest: 14.5, anchor: 'middle' }, deep, STUFF.grey) +
      path(BODY, 'url(#r)', ' opacity=".8"'),
    defs: DEFS,
    frame: STANDING,
  }
}

const screwCap = ({ main, deep }: Drawing['hue']) =>
  rect(59, 14, 42, 26, main, 4) + ribs(65, 18, 18, 7, deep) + rect(61, 39, 38, 5, deep, 1.5) + rect(59, 14, 42, 26, 'url(#r)', 4)

export const amberBottle = (drawing: Drawing): Drawn => bottle(drawing, STUFF.glass, screwCap(drawing.hue))
export const whiteBottle = (drawing: Drawing): Drawn => bottle(drawing, '#fff', screwCap(drawing.hue))

export function spray(drawing: Drawing): Drawn {
  const { main, deep } = drawing.hue
  const head =
    rect(66, 30, 28, 14, deep, 2) +
    path('M70 12h22a6 6 0 0 1 6 6v12H66V16a4 4 0 0 1 4-4z', main) +
    rect(60, 17, 8, 5, deep, 1.5) +
    rect(66, 12, 32, 32, 'url(#r)', 3) +
    line('M54 16l-9-4M54 19.500H43M54 23l-9 4', STUFF.foilDeep, 1.4, ' stroke-linecap="round"')
  return bottle(drawing, '#fff', head)
}

/** Eye drops: the box and the little bottle before it. */
export function dropper({ hue, name, spec }: Drawing): Drawn {
  const { main, deep, light } = hue
  const small =
    path('M-5-58H5l3 20H-8z', main) +
    rect(-10, -40, 20, 6, deep, 1.5) +
    path('M-9-34H9c6 3 9 6 9 12V2a6 6 0 0 1-6 6h-24a6 6 0 0 1-6-6v-24c0-6 3-9 9-12z', '#fff', EDGE) +
    rect(-18, -20, 36, 20, light) +
    rect(-18, -20, 36, 4, main) +
    path('M0-13c4 5 5 7 5 9a5 5 0 0 1-10 0c0-2 1-4 5-9z', main) +
    path('M-18-58h36V8h-36z', 'url(#r)', ' opacity=".5"')
  return {
    shapes:
      floor(76, 143, 64) +
      path('M22 40 38 30h70L92 40z', light) +
      path('M92 40 108 30v98l-16 13z', deep) +
      rect(22, 40, 70, 101, '#fff', 0, EDGE) +
      path('M22 108c24-12 46 10 70-8v41H22z', light) +
      path('M22 116c24-12 46 10 70-6v31H22z', main) +
      rect(30, 50, 9, 9, main, 2) +
      line('M34.5 52v5M32 54.500h5', '#fff', 1.5) +
      words(name, spec, { x: 30, y: 62, width: 56, height: 29, largest: 14 }, deep, STUFF.grey) +
      rect(22, 40, 70, 101, 'url(#d)') +
      floor(118, 147, 26, 5) +
      place(118, 138, small),
    defs: DEFS + SHADES.face,
    frame: 'translate(26 -16) scale(1.46)',
  }
}

export function tube({ hue, name, spec }: Drawing): Drawn {
  const { main, deep, light } = hue
  const body = 'M16 54 118 60c5 .5 8 4 8 9v30c0 5-3 8.5-8 9L16 114z'
  return {
    shapes:
      floor(80, 128, 66) +
      '<g transform="rotate(-12 80 84)">' +
      rect(8, 54, 8, 60, STUFF.foil, 1.5) +
      line('M10 56v56M12.5 56v56', STUFF.foilDeep, 0.8) +
      path(body, '#fff', EDGE) +
      path('M16 54 34 55c8 18 8 40 0 58l-18 1z', main) +
      path('M34 55h5c8 18 8 40 0 58h-5c8-18 8-40 0-58z', light) +
      path('M40 106.5 118 102c5-.5 7-2 8-4v2c0 5-3 8-8 8.500L39 113z', main) +
      path(body, 'url(#u)', ' opacity=".8"') +
      rect(126, 66, 24, 36, main, 4) +
      line('M130 68v32M134 68v32M138 68v32M142 68v32M146 68v32', deep, 1.2, ' opacity=".5"') +
      rect(126, 66, 24, 36, 'url(#u)', 4) +
      words(name, spec, { x: 49, y: 65, width: 72, height: 27, largest: 14 }, deep, STUFF.grey) +
      '</g>',
    defs: SHADES.floor + SHADES.tube,
    frame: 'translate(8 -30) scale(1.66)',
  }
}
