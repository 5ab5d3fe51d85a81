import type { Hue } from './palette.ts'

/** What a drawing is made with; coordinates are those of a square of 160. */
export interface Drawing {
  hue: Hue
  name: string
  spec: string
  /** Belongs to the goods: picks among variants. */
  lot: number
  capsules: boolean
}

/** Shapes, the gradients they use, and how they stand on the floor of 280 × 220. */
export interface Drawn {
  shapes: string
  defs: string
  /** translate and scale */
  frame: string
}

const stop = (offset: number, colour: string, opacity: number) =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`
const BLACK = '#000'
const WHITE = '#fff'

/** Light and shade: floor, face, top, round (left to right), tube (top to bottom). */
export const SHADES = {
  floor: `<radialGradient id="f">${stop(0, '#0b1f17', 0.28)}${stop(1, '#0b1f17', 0)}</radialGradient>`,
  face: `<linearGradient id="d" x2="1" y2="1">${stop(0, WHITE, 0.16)}${stop(0.5, WHITE, 0)}${stop(1, BLACK, 0.1)}</linearGradient>`,
  top: `<linearGradient id="t" x2="0" y2="1">${stop(0, WHITE, 0.35)}${stop(1, BLACK, 0.06)}</linearGradient>`,
  round: `<linearGradient id="r">${stop(0, BLACK, 0.15)}${stop(0.18, WHITE, 0.34)}${stop(0.45, WHITE, 0)}${stop(1, BLACK, 0.2)}</linearGradient>`,
  tube: `<linearGradient id="u" x2="0" y2="1">${stop(0, BLACK, 0.1)}${stop(0.22, WHITE, 0.5)}${stop(0.55, WHITE, 0)}${stop(1, BLACK, 0.2)}</linearGradient>`,
} as const

export const floor = (x: number, y: number, rx: number, ry = 8) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#f)"/>`
export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more}/>`
export const line = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${more}/>`
export const rect = (x: number, y: number, width: number, height: number, fill: string, rx = 0, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${rx ? ` rx="${rx}"` : ''}${more}/>`
export const EDGE = ' stroke="#0b1f17" stroke-opacity=".1" stroke-width=".6"'
export const place = (x: number, y: number, shapes: string, turn = 0) =>
  `<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ''}">${shapes}</g>`
