import type { FoundGroupWire, FoundKind } from '#contract/finding.ts'
import { isRecord, pageAt } from '../rights.ts'
import { AREA_TITLES, type Area, type Needs, type Zone } from '../zone.ts'

/** Where Ctrl+K can lead. */
export interface Goal {
  text: string
  /** All that it is found by, in small letters. */
  words: string
  area: Area
  to: string
  /** Of a record: what it is, and what tells it apart. */
  kind?: string
  note?: string
}

/** Pages and commands that the person may open; a command belongs to the area of its page. */
export function goalsOf(zones: readonly Zone[], may: (needs: Needs | undefined) => boolean): Goal[] {
  const pages = zones.flatMap((zone) => zone.pages).filter((page) => !isRecord(page) && may(page.needs))
  const areaOf = (to: string): Area => pages.find(({ path }) => to.split('?')[0] === path)?.area ?? 'desk'
  const goal = (text: string, words: string, area: Area, to: string): Goal => ({
    text,
    words: `${text} ${words} ${AREA_TITLES[area]} ${to}`.toLowerCase(),
    area,
    to,
  })
  return [
    ...pages.map(({ title, words = '', area, path }) => goal(title, words, area, path)),
    ...zones
      .flatMap(({ commands = [] }) => commands)
      .filter(({ needs }) => may(needs))
      .map(({ text, words = '', to }) => goal(text, words, areaOf(to), to)),
  ]
}

/** All words of the text must be found, in any order; what begins with it comes first. */
export function found(goals: readonly Goal[], text: string): Goal[] {
  const asked = text.trim().toLowerCase()
  const words = asked.split(/\s+/).filter(Boolean)
  const fits = goals.filter((goal) => words.every((word) => goal.words.includes(word)))
  return fits.sort((one, other) => Number(other.words.startsWith(asked)) - Number(one.words.startsWith(asked)))
}

type Row = FoundGroupWire['list'][number]
/** Where a record of the kind is shown, the best place first; lists find it by its key. */
const PLACES: Readonly<Record<FoundKind, (row: Row, key: string) => readonly string[]>> = {
  order: ({ id }) => [`orders/${id}`],
  company: ({ id }) => [`companies/${id}`],
  goods: ({ id }, key) => [`goods/list/${id}`, `goods/${id}`, `goods/list?keywords=${key}`, `goods/sale?keywords=${key}`],
  batch: (_, key) => [`warehouse/batches?keywords=${key}`, `quality/batches?keywords=${key}`],
  place: (_, key) => [`warehouse/batches?keywords=${key}`],
  payment: (_, key) => (key === '' ? ['finance/transfers'] : [`orders?no=${key}`]),
  refund: ({ id }, key) => [`service/after-sales/${id}`, `orders?no=${key}`],
  after_sale: ({ id }) => [`service/after-sales/${id}`],
  invoice: ({ id }, key) => [`finance/invoices?no=${key}`, `orders/${id}`],
  staff: (_, key) => [`system/staff?keywords=${key}`],
}

/** Records that were found, each with the first place that the console has and the person may open; none: it is left out. */
export function recordsOf(groups: readonly FoundGroupWire[], zones: readonly Zone[], may: (needs: Needs | undefined) => boolean): Goal[] {
  return groups.flatMap(({ kind, name, list }) =>
    list.flatMap((row) => {
      const places = PLACES[kind](row, encodeURIComponent(row.key)).map((to) => ({ to, page: pageAt(zones, to.split('?')[0] ?? '') }))
      const place = places.find(({ page }) => page !== undefined && may(page.needs))
      if (place?.page === undefined) return []
      return [{ text: row.text, words: '', area: place.page.area, to: place.to, kind: name, note: row.note }]
    }),
  )
}
