import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'

/** The list of those who write articles. */

export interface DeskRow {
  id: number
  code: string
  title: string
  section: string
  sectionName: string
  status: 'draft' | 'published'
  version: number
  shownVersion: number
  savedBy: string
  updatedAt: Date
}

export interface DeskFilter {
  words: string
  section: string
  state: '' | 'draft' | 'published' | 'waiting' | 'legal'
  legalCodes: readonly string[]
  offset: number
  limit: number
}

const likeOf = (words: string): string => `%${plainLike(words)}%`

function conditionsOf({ words, section, state, legalCodes }: DeskFilter): RawBuilder<unknown> {
  // Agreements are written by version, in a list of their own.
  const conditions: RawBuilder<unknown>[] = [sql`not exists (select from agreement g where g.code = a.slug)`]
  if (words !== '') conditions.push(sql`(a.title || ' ' || a.summary ilike ${likeOf(words)} or a.slug = ${words})`)
  if (section !== '') conditions.push(sql`c.code = ${section}`)
  if (state === 'draft' || state === 'published') conditions.push(sql`a.status = ${state}`)
  if (state === 'waiting') conditions.push(sql`a.version > a.shown_version`)
  if (state === 'legal') conditions.push(sql`a.slug = any(${legalCodes}::text[])`)
  return sql.join(conditions, sql` and `)
}

const COLUMNS = sql`a.id, coalesce(a.slug, '') as code, coalesce(v.title, a.title) as title, c.code as section, c.name as "sectionName", a.status, a.version,
  a.shown_version as "shownVersion", coalesce(v.saved_by, '') as "savedBy", greatest(a.updated_at, v.saved_at) as "updatedAt"`

export async function deskArticles(connection: Connection, filter: DeskFilter): Promise<{ rows: DeskRow[]; total: number }> {
  const where = conditionsOf(filter)
  const { rows } = await sql<DeskRow>`
    select ${COLUMNS} from article a join article_category c on c.id = a.category_id
      left join article_version v on v.article_id = a.id and v.version = a.version
     where ${where} order by a.updated_at desc, a.id desc offset ${filter.offset} limit ${filter.limit}`.execute(connection)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from article a join article_category c on c.id = a.category_id where ${where}`.execute(connection)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function deskArticle(connection: Connection, id: number): Promise<DeskRow | null> {
  const { rows } = await sql<DeskRow>`
    select ${COLUMNS} from article a join article_category c on c.id = a.category_id
      left join article_version v on v.article_id = a.id and v.version = a.version where a.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Is it the page of an agreement, whose text is kept by version elsewhere? */
export async function isAgreementPage(connection: Connection, code: string): Promise<boolean> {
  const row = await connection.selectFrom('agreement').select('id').where('code', '=', code).executeTakeFirst()
  return row !== undefined
}

/** Which of these addresses have an article, and whether it is shown. */
export async function statesOfCodes(connection: Connection, codes: readonly string[]): Promise<Map<string, 'draft' | 'published'>> {
  const { rows } = await sql<{ code: string; status: 'draft' | 'published' }>`
    select slug as code, status from article where slug = any(${codes}::text[])`.execute(connection)
  return new Map(rows.map(({ code, status }) => [code, status]))
}
