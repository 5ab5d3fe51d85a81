import { type RawBuilder, type SqlBool, sql } from 'kysely'

const escaped = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** table: of companies. Its name holds these words, whatever the case of their letters; found by pairs of signs (migration 0261). */
export const isNamed = (table: string, words: string): RawBuilder<SqlBool> => {
  const name = sql.ref(`${table}.name`)
  return sql<SqlBool>`(pairs_of(lower(${name})) @> pairs_of(lower(${words})) and ${name} ilike ${`%${escaped(words)}%`})`
}

/** Their numbers. */
export const companiesNamed = (words: string): RawBuilder<unknown> => sql`select id from company where ${isNamed('company', words)}`
