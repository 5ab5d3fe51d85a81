import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reach } from './span.ts'

/** The rows of a table of figures that make up these days: its months where they are summed, its days otherwise. */
export function within({ from, to, months }: Reach): RawBuilder<SqlBool> {
  const days = (since: string, until: string) => sql<SqlBool>`(f.grain = 'd' and f.day >= ${since}::date and f.day < ${until}::date)`
  const end = sql<SqlBool>`(f.grain = 'd' and f.day >= ${months.until}::date and f.day <= ${to}::date)`
  if (months.from >= months.until) return sql<SqlBool>`(f.grain = 'd' and f.day >= ${from}::date and f.day <= ${to}::date)`
  const whole = sql<SqlBool>`(f.grain = 'm' and f.day >= ${months.from}::date and f.day < ${months.until}::date)`
  return sql<SqlBool>`(${days(from, months.from)} or ${whole} or ${end})`
}
