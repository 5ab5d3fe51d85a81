/** Which goods, and which of its pictures, a file's name may mean: CODE.jpg the first one, CODE-2.png the second. A code may end like that itself. */

export interface Meant {
  code: string
  place: number
}

const STEM = /^(.+?)[-_](\d{1,2})$/

/** The likelier first. */
export function meantBy(path: string): Meant[] {
  const file = path.split('/').at(-1) ?? ''
  const dot = file.lastIndexOf('.')
  const stem = (dot > 0 ? file.slice(0, dot) : file).trim()
  if (stem === '') return []
  const [, code = '', place = ''] = STEM.exec(stem) ?? []
  const whole = { code: stem, place: 1 }
  return code !== '' && Number(place) >= 1 ? [whole, { code, place: Number(place) }] : [whole]
}
