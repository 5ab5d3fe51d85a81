import type { Call, DataOf } from '#contract/call.ts'
import { EXPORT_PAGE, type Exporter } from './exporting.ts'
import { COUNTED } from './few.ts'
import type { ListAnswer, ListAsk } from './listings.ts'
import { openSnapshot } from './snapshot.ts'
import type { Viewer } from './viewer.ts'
import type { Cell } from './workbook-writing.ts'

/** A row of a call that answers { list: [...] }. */
type RowOf<C> = DataOf<C> extends { list: (infer Row)[] } ? Row : never
type Value = string | number | boolean | null | undefined
type Named<Row> = Extract<keyof Row, string>

/** A field as it is, or as an amount, a day, a moment, a yes or no; or what is made of the row. */
type Field<Row> =
  | Named<Row>
  | { yuan: Named<Row> }
  | { day: Named<Row> }
  | { time: Named<Row> }
  | { flag: Named<Row> }
  | ((row: Row, viewer: Viewer) => Cell | null | undefined)
type Column<Row> = readonly [title: string, field: Field<Row>, width?: number]

export const yuanCell = (text: string | null | undefined): Cell => (text ? { yuan: text } : '')
export const dayCell = (text: string | null | undefined): Cell => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? { day: text } : (text ?? ''))
export const timeCell = (text: string | null | undefined): Cell => (text ? { at: text } : '')
const flagCell = (value: Value): Cell => (value ? '是' : '')

const WIDTHS = { yuan: 14, day: 12, time: 17, flag: 8, text: 18 }

function readerOf<Row>(field: Field<Row>): { width: number; read: (row: Row, viewer: Viewer) => Cell } {
  if (typeof field === 'function') return { width: WIDTHS.text, read: (row, viewer) => field(row, viewer) ?? '' }
  const from = (name: Named<Row>) => (row: Row) => row[name] as Value
  const made = <Kind extends keyof typeof WIDTHS>(kind: Kind, name: Named<Row>, cell: (value: never) => Cell) => ({
    width: WIDTHS[kind],
    read: (row: Row) => cell(from(name)(row) as never),
  })
  if (typeof field === 'string') return made('text', field, (value: Exclude<Value, boolean>) => value ?? '')
  if ('yuan' in field) return made('yuan', field.yuan, yuanCell)
  if ('day' in field) return made('day', field.day, dayCell)
  if ('time' in field) return made('time', field.time, timeCell)
  return made('flag', field.flag, flagCell)
}

type Reader = (place: object) => Promise<ListAnswer>

/** Numbered pages of a list that stands still. A total is no end where lists count no further. */
async function* numbered(read: Reader): AsyncGenerator<readonly unknown[]> {
  let seen = 0
  for (let page = 1; ; page += 1) {
    const { list, total = 0, per_page: perPage = EXPORT_PAGE } = await read({ page, per_page: EXPORT_PAGE })
    yield list
    seen += list.length
    if (list.length < perPage || (seen >= total && total < COUNTED)) return
  }
}

/** Each page from where the one before ended. */
async function* continued(read: Reader, cursor: 'before' | 'after'): AsyncGenerator<readonly unknown[]> {
  for (let place = {}; ; ) {
    const { list, next } = await read({ ...place, per_page: EXPORT_PAGE })
    yield list
    if (next === null || next === undefined) return
    place = { [cursor]: next }
  }
}

function cursorOf({ query }: Call): 'before' | 'after' | null {
  const { properties = {} } = (query ?? {}) as { properties?: object }
  return 'before' in properties ? 'before' : 'after' in properties ? 'after' : null
}

/** The rows that the list's own call answers, all of one moment. */
export function listExporter<const C extends Call>(call: C, title: string, columns: readonly Column<RowOf<C>>[]): Exporter {
  const readers = columns.map(([name, field, width]) => ({ title: name, ...readerOf<RowOf<C>>(field), ...(width && { width }) }))
  return {
    title,
    call,
    columns: readers.map(({ title: name, width }) => ({ title: name, width })),
    async *pages({ database, listings }, viewer, query, now) {
      const snapshot = await openSnapshot(database)
      try {
        const read: Reader = (place) => {
          const ask: ListAsk = { viewer, query: { ...(query as object), ...place }, now }
          return snapshot.during(() => listings.ask(call, ask))
        }
        const cursor = cursorOf(call)
        for await (const list of cursor === null ? numbered(read) : continued(read, cursor))
          if (list.length > 0) yield list.map((row) => readers.map((column) => column.read(row as RowOf<C>, viewer)))
      } finally {
        await snapshot.close()
      }
    },
  }
}
