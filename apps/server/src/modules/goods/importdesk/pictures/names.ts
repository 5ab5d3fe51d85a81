/** Which goods, and which of its pictures, a file's name may mean: CODE.jpg the first one, CODE-2.png the second. A code may end like that itself. */

export interface Meant {
  code: string
  place: number
}

const STEM = /^(.+?)[-_](\d{1,2})$/

function stemOf(path: string): string {
  const file = path.split('/').at(-1) ?? ''
  const dot = file.lastIndexOf('.')
  return (dot > 0 ? file.slice(0, dot) : file).trim()
}

/** The first picture of a goods before its second, in whatever folders they are: what comes behind the others finds those that it comes behind. */
export const byPlace = (one: string, other: string): number =>
  stemOf(one).localeCompare(stemOf(other), 'en', { numeric: true }) || one.localeCompare(other, 'en', { numeric: true })

/** The likelier first. */
export function meantBy(path: string): Meant[] {
  const stem = stemOf(path)
  if (stem === '') return []
  const [, code = '', place = ''] = STEM.exec(stem) ?? []
  const whole = { code: stem, place: 1 }
  return code !== '' && Number(place) >= 1 ? [whole, { code, place: Number(place) }] : [whole]
}
