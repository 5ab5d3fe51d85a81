import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { WantedState } from '#domain/wanted.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export interface WantedHead {
  id: number
  name: string
  spec: string
  manufacturer: string
  number: number
  unit: string
  expectedPrice: Fen | null
  note: string
  state: WantedState
  closeReason: string
  createdAt: Date
  updatedAt: Date
}
export interface WantedListRow extends WantedHead {
  companyId: number
  company: string
  lastAnswer: string | null
  offered: number
}

const HEAD = sql`
  r.id, r.name, r.spec, r.manufacturer, r.number, r.unit, r.expected_price as "expectedPrice", r.note, r.state,
  r.close_reason as "closeReason", r.created_at as "createdAt", r.updated_at as "updatedAt"`

export interface WantedFilter {
  /** null: staff see those of all companies. */
  companyId: number | null
  state: WantedState | null
  keywords: string
}

function conditions({ companyId, keywords }: WantedFilter) {
  const like = `%${keywords.replaceAll(/[\\%_]/g, '\\$&')}%`
  // Whatever holds the words holds their pairs of signs: by the index, then looked at once more.
  const words =
    keywords === ''
      ? sql`true`
      : sql`pairs_of(lower(r.name || ' ' || r.spec || ' ' || r.manufacturer)) @> pairs_of(lower(${keywords}))
            and (${isLike(sql`r.name`, like)} or ${isLike(sql`r.spec`, like)} or ${isLike(sql`r.manufacturer`, like)})`
  const company = companyId === null ? sql`true` : sql`r.company_id = ${companyId}`
  return sql`${companySeen('r.company_id')} and ${company} and ${words}`
}

/** Those that wait longest come first for staff; for a company what moved last. */
export async function wantedPage(connection: Connection, filter: WantedFilter, offset: number, limit: number): Promise<WantedListRow[]> {
  const order = filter.companyId === null ? sql`r.state = 'open' desc, r.updated_at, r.id` : sql`r.updated_at desc, r.id desc`
  const { rows } = await sql<WantedListRow>`
    select ${HEAD}, r.company_id as "companyId", c.name as company,
           (select e.text from wanted_entry e where e.request_id = r.id and e.is_staff order by e.id desc limit 1) as "lastAnswer",
           (select count(distinct g) from wanted_entry e, unnest(e.goods_ids) g where e.request_id = r.id) as offered
      from wanted_request r join company c on c.id = r.company_id
     where ${conditions(filter)} and (${filter.state}::text is null or r.state = ${filter.state})
     order by ${order} offset ${offset} limit ${limit}`.execute(connection)
  return rows
}

export async function wantedCounts(connection: Connection, filter: WantedFilter): Promise<Map<WantedState, number>> {
  const { rows } = await sql<{ state: WantedState; count: number }>`
    select r.state, count(*) as count from wanted_request r where ${conditions(filter)} group by r.state`.execute(connection)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

export async function wantedOne(connection: Connection, companyId: number, id: number): Promise<WantedHead | null> {
  const { rows } = await sql<WantedHead>`
    select ${HEAD} from wanted_request r where r.company_id = ${companyId} and r.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface EntryRow {
  id: number
  at: Date
  isStaff: boolean
  author: string
  text: string
  goodsIds: number[]
}

/** The last ones; nobody reads further back. */
const ENTRIES_MAX = 200

export async function entriesOf(connection: Connection, requestId: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select id, created_at as at, is_staff as "isStaff", author, text, goods_ids as "goodsIds"
      from wanted_entry where request_id = ${requestId} order by id desc limit ${ENTRIES_MAX}`.execute(connection)
  return rows.reverse()
}
