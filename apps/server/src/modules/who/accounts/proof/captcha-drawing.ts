import { randomInt } from 'node:crypto'

/** Strokes on a grid of 4 by 6, 'x,y' points: signs that cannot be taken for one another. */
const STROKES: Readonly<Record<string, readonly string[]>> = {
  2: ['0,1 1,0 3,0 4,1 4,2 0,6 4,6'],
  3: ['0,0 4,0 2,2.5 4,3.5 4,5 3,6 1,6 0,5'],
  4: ['3,6 3,0 0,4 4,4'],
  5: ['4,0 0,0 0,2.5 3,2.5 4,3.5 4,5 3,6 0,6'],
  6: ['4,0 2,0 0,3 0,5 1,6 3,6 4,5 4,4 3,3 0,3.5'],
  7: ['0,0 4,0 1.5,6', '1,3 3.5,3'],
  9: ['4,2.5 1,3 0,2 0,1 1,0 3,0 4,1 4,3 2,6 0,6'],
  A: ['0,6 2,0 4,6', '0.7,4 3.3,4'],
  C: ['4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5'],
  E: ['4,0 0,0 0,6 4,6', '0,3 3,3'],
  F: ['4,0 0,0 0,6', '0,3 3,3'],
  H: ['0,0 0,6', '4,0 4,6', '0,3 4,3'],
  J: ['3.5,0 3.5,5 2.5,6 1,6 0,5'],
  K: ['0,0 0,6', '4,0 0,3.5', '1.5,2.3 4,6'],
  L: ['0,0 0,6 4,6'],
  M: ['0,6 0,0 2,3 4,0 4,6'],
  N: ['0,6 0,0 4,6 4,0'],
  P: ['0,6 0,0 3,0 4,1 4,2 3,3 0,3'],
  R: ['0,6 0,0 3,0 4,1 4,2 3,3 0,3', '2,3 4,6'],
  T: ['0,0 4,0', '2,0 2,6'],
  W: ['0,0 1,6 2,2.5 3,6 4,0'],
  X: ['0,0 4,6', '4,0 0,6'],
  Y: ['0,0 2,3 4,0', '2,3 2,6'],
}
export const CAPTCHA_SIGNS: readonly string[] = Object.keys(STROKES)

const WIDTH = 132
const HEIGHT = 44
const NOISE = 3

const between = (low: number, high: number) => low + (randomInt(10_001) / 10_000) * (high - low)
const rounded = (value: number) => Math.round(value * 10) / 10

/** A sign bent, turned and shaken into its place; each of its pieces is a path of its own, so that none tells where it began. */
function piecesOf(sign: string, at: number): string[] {
  const angle = between(-0.38, 0.38)
  const [scaleX, scaleY, skew] = [between(4.2, 5.4), between(3.9, 4.8), between(-0.2, 0.2)]
  const [left, top] = [14 + at * 30 + between(-2, 4), 9 + between(-3, 3)]
  const place = (point: string): [number, number] => {
    const [x = 0, y = 0] = point.split(',').map(Number)
    const [dx, dy] = [(x - 2) * scaleX + (y - 3) * scaleX * skew + between(-0.7, 0.7), (y - 3) * scaleY + between(-0.7, 0.7)]
    return [left + 10 + dx * Math.cos(angle) - dy * Math.sin(angle), top + 13 + dx * Math.sin(angle) + dy * Math.cos(angle)]
  }
  return (STROKES[sign] ?? []).flatMap((stroke) => {
    const points = stroke.split(' ').map(place)
    return points.slice(1).flatMap((to, index) => {
      const from = points[index]
      return from ? [pathOf(from, to)] : []
    })
  })
}

function pathOf([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): string {
  const [midX, midY] = [(x1 + x2) / 2 + between(-1.5, 1.5), (y1 + y2) / 2 + between(-1.5, 1.5)]
  return `M${rounded(x1)} ${rounded(y1)}Q${rounded(midX)} ${rounded(midY)} ${rounded(x2)} ${rounded(y2)}`
}

function shuffled<T>(items: readonly T[]): T[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const [a, b] = [order[last], order[other]]
    if (a !== undefined && b !== undefined) {
      order[last] = b
      order[other] = a
    }
  }
  return order
}

/** A small picture of signs for people: strokes in no order, bent, with others between them; no text that a program could read. */
export function drawCaptcha(answer: string): string {
  const pieces = [...answer].flatMap((sign, at) => piecesOf(sign, at))
  const noise = Array.from({ length: NOISE }, () => {
    const from: [number, number] = [between(2, WIDTH - 30), between(4, HEIGHT - 4)]
    return pathOf(from, [from[0] + between(10, 34), between(4, HEIGHT - 4)])
  })
  const paths = shuffled([
    ...pieces.map((d) => `<path d="${d}" stroke-width="2.6"/>`),
    ...noise.map((d) => `<path d="${d}" stroke-width="1.3"/>`),
  ])
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#f2f6f4"/><g fill="none" stroke="#1d5a45" stroke-linecap="round">${paths.join('')}</g></svg>`
}
