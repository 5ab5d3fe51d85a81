import type { Tone } from './banner-tones.ts'
import { line, path, place, rect } from './draw.ts'

/**
 * What stands on the right of a banner, on a ground that is 250 wide and 200 high with its floor at 200. No words: the page
 * writes its own over the calm left side, and a phone may cut the left away.
 */

const WHITE = '#fff'
const circle = (x: number, y: number, r: number, fill: string, more = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more}/>`
const turned = (times: number, shape: string) =>
  Array.from({ length: times }, (_, at) => `<g transform="rotate(${(360 / times) * at})">${shape}</g>`).join('')
const CROSS = 'M-9-27H9V-9H27V9H9V27H-9V9H-27V-9H-9z'

function flake(x: number, y: number, size: number, colour: string): string {
  const arm = line('M0 0V-20M0-12l-6-6M0-12l6-6', colour, 2.6, ' stroke-linecap="round"')
  return `<g transform="translate(${x} ${y}) scale(${size})">${turned(6, arm)}</g>`
}

/** Hills in snow, and a warm cup. */
function winter({ main, deep, line: soft }: Tone): string {
  return (
    path('M-60 234C0 130 60 120 120 160 170 120 250 110 330 234z', soft) +
    path('M10 234C80 150 170 150 250 234z', WHITE, ' opacity=".55"') +
    path('M88 108h84v44c0 27-14 42-42 42s-42-15-42-42z', main) +
    line('M172 120c26-4 30 34 0 36', main, 9) +
    path('M88 108h84v12H88z', deep, ' opacity=".25"') +
    `<g transform="translate(130 152) scale(.62)">${path(CROSS, WHITE)}</g>` +
    line('M112 92c-10-14 10-20 0-36M132 92c-10-14 10-20 0-36M152 92c-10-14 10-20 0-36', main, 4, ' stroke-linecap="round" opacity=".45"') +
    flake(40, 40, 1, main) +
    flake(212, 66, 0.8, main) +
    flake(10, 104, 0.6, main) +
    flake(236, 14, 0.5, deep)
  )
}

/** A branch over a mortar. */
function herb({ main, deep, line: soft }: Tone): string {
  const leaf = (x: number, y: number, turn: number, size = 1) =>
    place(
      x,
      y,
      `<g transform="scale(${size})">${path('M0 0C-18-14-18-42 0-58 18-42 18-14 0 0z', '#7d9a4e')}${line('M0-4V-50', '#566f2f', 2)}</g>`,
      turn,
    )
  return (
    line('M10 176C60 120 60 60 120 20', '#566f2f', 4, ' stroke-linecap="round"') +
    leaf(36, 140, -70) +
    leaf(50, 116, 40) +
    leaf(62, 84, -60, 0.9) +
    leaf(80, 58, 46, 0.9) +
    leaf(104, 34, -40, 0.7) +
    leaf(120, 22, 30, 0.7) +
    path('M118 112h112l-12 62c-2 14-12 22-26 22h-36c-14 0-24-8-26-22z', main) +
    path('M108 100h132c6 0 6 18 0 18H108c-6 0-6-18 0-18z', deep) +
    path('M186 100l34-76c6-12 20-4 15 8l-31 68z', soft, ` stroke="${main}" stroke-width="3"`) +
    line('M132 138c6 26 14 38 30 42', WHITE, 4, ' stroke-linecap="round" opacity=".35"')
  )
}

/** A monitor with a pulse, and a thermometer. */
function device({ main, deep, tint }: Tone): string {
  return (
    rect(30, 40, 150, 116, WHITE, 14, ` stroke="${main}" stroke-width="6"`) +
    rect(44, 54, 122, 76, tint, 6) +
    line('M48 96h26l10-24 16 46 14-34 8 12h40', main, 5, ' stroke-linecap="round" stroke-linejoin="round"') +
    circle(58, 143, 5, main) +
    circle(76, 143, 5, deep, ' opacity=".4"') +
    path('M88 156h34l8 36H80z', deep, ' opacity=".75"') +
    rect(64, 190, 82, 8, deep, 4) +
    place(
      214,
      108,
      rect(-9, -84, 18, 116, WHITE, 9, ` stroke="${main}" stroke-width="5"`) + circle(0, 42, 18, main) + rect(-3, -40, 6, 80, main, 3),
      14,
    )
  )
}

/** A fair's hall: arches, flags, a gangway. */
function hall({ main, deep, line: soft }: Tone): string {
  const arch = (x: number, height: number, fill: string) =>
    path(`M${x} 200V${200 - height}c0-44 62-44 62 0V200z`, fill) +
    path(`M${x + 13} 200v-${height - 12}c0-26 36-26 36 0v${height - 12}z`, WHITE, ' opacity=".75"')
  const flag = (x: number, y: number, fill: string) => line(`M${x} ${y}v-34`, deep, 2.5) + path(`M${x} ${y - 34}l24 7-24 8z`, fill)
  return (
    path('M-30 200L124 96 280 200z', soft, ' opacity=".6"') +
    arch(0, 92, soft) +
    arch(188, 92, soft) +
    arch(94, 128, main) +
    path('M86 200h78l22 0H64z', deep) +
    flag(31, 76, main) +
    flag(125, 40, deep) +
    flag(219, 76, main) +
    line('M31 62C70 84 90 60 125 26 160 60 184 84 219 62', main, 1.6, ' stroke-dasharray="2 6" stroke-linecap="round"')
  )
}

/** Cartons in a stack, and a blister before them. */
function cases({ main, deep, tint }: Tone): string {
  const carton = (x: number, y: number, size: number) =>
    rect(x, y, size, size * 0.72, '#e3cda4', 4) +
    rect(x, y, size, size * 0.16, '#c6a870', 4) +
    rect(x + size * 0.42, y, size * 0.16, size * 0.72, tint, 0, ' opacity=".8"')
  const pill = (at: number) => circle(14 + (at % 4) * 24, 14 + Math.floor(at / 4) * 24, 8, main, ' opacity=".85"')
  return (
    carton(24, 122, 108) +
    carton(136, 122, 108) +
    carton(84, 44, 108) +
    `<g transform="translate(128 142) rotate(-8)">${rect(0, 0, 100, 52, '#f3f6f5', 6, ` stroke="${deep}" stroke-opacity=".25"`)}${Array.from({ length: 8 }, (_, at) => pill(at)).join('')}</g>` +
    `<g transform="translate(212 66) scale(.5)">${circle(0, 0, 44, main)}${path(CROSS, WHITE)}</g>`
  )
}

/** A shield with a ribbon: authorised. */
function shield({ main, deep, line: soft }: Tone): string {
  return (
    circle(125, 100, 112, soft, ' opacity=".5"') +
    path('M80 132l-26 64 30-8 16 22 22-62zM170 132l26 64-30-8-16 22-22-62z', deep, ' opacity=".55"') +
    path('M125 8c24 16 46 20 72 20 0 74-20 122-72 148C73 150 53 102 53 28c26 0 48-4 72-20z', main) +
    path('M125 8c24 16 46 20 72 20 0 74-20 122-72 148z', deep, ' opacity=".2"') +
    line('M94 92l24 25 42-50', WHITE, 13, ' stroke-linecap="round" stroke-linejoin="round"')
  )
}

/** A tied box and tickets. */
function gift({ main, deep, line: soft }: Tone): string {
  const ticket = (x: number, y: number, turn: number) =>
    place(
      x,
      y,
      path('M0 0h92v16a9 9 0 0 0 0 18v16H0V34a9 9 0 0 0 0-18z', WHITE, ` stroke="${main}" stroke-width="3"`) +
        line('M30 6v38', main, 2, ' stroke-dasharray="4 4"') +
        rect(42, 16, 36, 6, soft, 3) +
        rect(42, 28, 24, 6, soft, 3),
      turn,
    )
  return (
    ticket(4, 50, -14) +
    ticket(148, 26, 12) +
    rect(62, 104, 126, 92, main, 8) +
    rect(54, 84, 142, 30, deep, 6) +
    rect(114, 84, 22, 112, soft) +
    path(
      'M125 84c-50-4-56-46-28-46 18 0 26 22 28 46zM125 84c50-4 56-46 28-46-18 0-26 22-28 46z',
      'none',
      ` stroke="${deep}" stroke-width="9"`,
    )
  )
}

/** A sheet of the calendar and a clock. */
function calendar({ main, deep, line: soft }: Tone): string {
  const days = Array.from({ length: 12 }, (_, at) =>
    rect(34 + (at % 4) * 34, 88 + Math.floor(at / 4) * 32, 20, 20, at === 6 ? main : soft, 5),
  )
  return (
    rect(14, 34, 156, 156, WHITE, 12, ` stroke="${main}" stroke-width="5"`) +
    path('M14 46c0-8 4-12 12-12h132c8 0 12 4 12 12v24H14z', main) +
    line('M54 22v26M130 22v26', deep, 8, ' stroke-linecap="round"') +
    days.join('') +
    circle(190, 150, 46, WHITE, ` stroke="${deep}" stroke-width="6"`) +
    line('M190 122v28l20 14', deep, 6, ' stroke-linecap="round" stroke-linejoin="round"')
  )
}

/** Houses under one roof: brands. */
function brands({ main, deep, line: soft }: Tone): string {
  const tile = (x: number, y: number, fill: string, glyph: string) =>
    place(x, y, rect(0, 0, 70, 70, WHITE, 16, ` stroke="${soft}" stroke-width="3"`) + path(glyph, fill))
  return (
    path('M125-4l136 60H-11z', main) +
    path('M125-4l136 60H125z', deep, ' opacity=".25"') +
    tile(10, 76, main, 'M35 16l6 13 14 2-10 10 2 14-12-7-12 7 2-14-10-10 14-2z') +
    tile(90, 76, deep, 'M35 14c14 16 20 24 20 32a20 20 0 0 1-40 0c0-8 6-16 20-32z') +
    tile(170, 76, main, 'M28 14h14v14h14v14H42v14H28V42H14V28h14z') +
    rect(-6, 158, 262, 12, deep, 6) +
    rect(10, 176, 230, 8, soft, 4)
  )
}

export const MOTIFS = { winter, herb, device, hall, cases, shield, gift, calendar, brands } as const
export type MotifName = keyof typeof MOTIFS
