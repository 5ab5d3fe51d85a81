import { AREAS, type Area, type ConsolePage, type Needs, type Zone } from './zone.ts'

/** Whether somebody who holds these words may open what needs those. The server refuses all the same. */
export function allows(held: readonly string[], needs: Needs | undefined): boolean {
  if (needs === undefined) return true
  return typeof needs === 'string' ? held.includes(needs) : needs.some((word) => held.includes(word))
}

export const wordsOf = (needs: Needs | undefined): readonly string[] =>
  needs === undefined ? [] : typeof needs === 'string' ? [needs] : needs

/** A record is reached from a list; it stands in no menu. */
export const isRecord = ({ path }: Pick<ConsolePage, 'path'>): boolean => path.includes(':')

export interface AreaPages {
  area: Area
  /** What the menu shows of it, in the zones' order; never empty. */
  pages: readonly ConsolePage[]
}

/** The navigation of somebody who holds these words: areas without a page for him are absent. */
export function navigation(zones: readonly Zone[], held: readonly string[]): AreaPages[] {
  const open = zones.flatMap(({ pages }) => pages).filter((page) => !isRecord(page) && allows(held, page.needs))
  return AREAS.flatMap((area) => {
    const pages = open.filter((page) => page.area === area)
    return pages.length > 0 ? [{ area, pages }] : []
  })
}

const PARAMETER = /^:/

/** The page of an address below /console, as the router would choose it: more fixed parts win. */
export function pageAt(zones: readonly Zone[], path: string): ConsolePage | undefined {
  const parts = path.split('/').filter(Boolean)
  const fits = ({ path: pattern }: ConsolePage) => {
    const wanted = pattern.split('/').filter(Boolean)
    return wanted.length === parts.length && wanted.every((one, at) => PARAMETER.test(one) || one === parts[at])
  }
  const fixed = ({ path: pattern }: ConsolePage) => pattern.split('/').filter((one) => !PARAMETER.test(one)).length
  return zones
    .flatMap(({ pages }) => pages)
    .filter(fits)
    .sort((one, other) => fixed(other) - fixed(one))[0]
}
