import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from './database.ts'
import { fewOf } from './few.ts'
import { isLike, plainLike } from './like.ts'

const holds = (name: RawBuilder<unknown>, words: string) => isLike(name, `%${plainLike(words)}%`)

/** table: of companies. Its name holds these words, whatever the case of their letters; found by pairs of signs (migration 0261). */
export const isNamed = (table: string, words: string): RawBuilder<SqlBool> => {
  const name = sql.ref(`${table}.name`)
  return sql<SqlBool>`(pairs_of(lower(${name})) @> pairs_of(lower(${words})) and ${holds(name, words)})`
}

/** Their numbers. */
export const companiesNamed = (words: string): RawBuilder<unknown> => sql`select id from company where ${isNamed('company', words)}`

/** The few that are meant; null: too many to name them, which is when a list asks each row's company. */
export const fewNamed = (connection: Connection, words: string): Promise<number[] | null> => fewOf(connection, companiesNamed(words))

/** The same, read from end to end: where they are known to be very many. */
export const companiesHolding = (words: string): RawBuilder<unknown> =>
  sql`select named.id from company named where ${holds(sql`named.name`, words)}`

/** column: SQL of a company's id. */
export const companyIsNamed = (column: string, words: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from company named where named.id = ${sql.raw(column)} and ${holds(sql`named.name`, words)})`

/** The same of each row by itself, where they are few: no plan begins with all companies. */
export const companyAsked = (column: string, words: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce((select ${holds(sql`named.name`, words)} from company named where named.id = ${sql.raw(column)}), false)`
