import type { RawBuilder } from 'kysely'

/** Something that is always true of a shop's data; `find` answers the rows (id, what) of which it is not. */
export interface Check {
  name: string
  title: string
  find: (now: Date) => RawBuilder<unknown>
}
