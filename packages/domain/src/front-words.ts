/** Entries of the shop's front in one line of words: by these two people's entries are compared. */

export interface AdvertSaid {
  title: string
  subtitle: string
  image: string
  url: string
  style: string
  is_on: number
  starts_at: string
  ends_at: string
}

/** In Beijing time; an open end is left out. */
function period(from: string, until: string): string {
  const at = (instant: string) => new Date(new Date(instant).getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  if (from === '' && until === '') return '长期'
  return `${from === '' ? '' : at(from)} 至 ${until === '' ? '' : at(until)}`.trim()
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('；')

export const advertWords = ({ title, subtitle, image, url, style, is_on, starts_at, ends_at }: AdvertSaid): string =>
  joined([title, subtitle, url, image, style, is_on === 1 ? '' : '停用', period(starts_at, ends_at)])

export const wordWords = ({ name, url, starts_at, ends_at }: { name: string; url: string; starts_at: string; ends_at: string }): string =>
  joined([name, url, period(starts_at, ends_at)])

interface LinkSaid {
  name: string
  url: string
  badge: string
}
const oneLink = ({ name, url, badge }: LinkSaid): string => joined([`${name} ${url}`.trim(), badge])

export const linkWords = ({ children, ...link }: LinkSaid & { children: readonly LinkSaid[] }): string =>
  children.length === 0 ? oneLink(link) : `${oneLink(link)}（${children.map(oneLink).join('、')}）`

/** The order of a list, by its names. */
export const orderWords = (names: readonly string[]): string => names.join(' → ')
