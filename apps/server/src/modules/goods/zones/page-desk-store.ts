import { type RawBuilder, sql } from 'kysely'
import type { FrontBlockWire } from '#contract/front.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import type { PageKind } from './page-store.ts'

/** Composed pages as those who write them keep them: every saved state, which of them is shown, and which one takes its place when. */

export interface PageTexts {
  name: string
  intro: string
  image: string
  accent: string
  /** Null: since ever, without end. */
  startsAt: Date | null
  endsAt: Date | null
  blocks: FrontBlockWire[]
}

export interface KeptPage extends PageTexts {
  id: number
  code: string
  kind: PageKind
  status: 'draft' | 'published'
  version: number
  shownVersion: number
  dueVersion: number | null
  dueAt: Date | null
}

const TEXTS = sql`name, intro, image, accent, nullif(starts_at, '-infinity') as "startsAt", nullif(ends_at, 'infinity') as "endsAt", blocks`
const KEPT = sql`id, code, kind, status, version, shown_version as "shownVersion", due_version as "dueVersion", due_at as "dueAt", ${TEXTS}`

export async function lockPage(connection: Connection, id: number): Promise<KeptPage | null> {
  return (await sql<KeptPage>`select ${KEPT} from zone_page where id = ${id} for update`.execute(connection)).rows[0] ?? null
}

export interface DeskFilter {
  words: string
  kind: PageKind | ''
  state: '' | 'draft' | 'published' | 'waiting' | 'due'
  offset: number
  limit: number
}

export async function deskPages(
  connection: Connection,
  { words, kind, state, offset, limit }: DeskFilter,
): Promise<{ rows: KeptPage[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (words !== '') conditions.push(sql`(name || ' ' || code ilike ${`%${plainLike(words)}%`})`)
  if (kind !== '') conditions.push(sql`kind = ${kind}`)
  if (state === 'draft' || state === 'published') conditions.push(sql`status = ${state}`)
  if (state === 'waiting') conditions.push(sql`version > shown_version`)
  if (state === 'due') conditions.push(sql`due_at is not null`)
  const where = sql.join(conditions, sql` and `)
  const { rows } = await sql<KeptPage>`
    select ${KEPT} from zone_page where ${where} order by kind, sort, id offset ${offset} limit ${limit}`.execute(connection)
  const counted = await sql<{ total: number }>`select count(*)::int as total from zone_page where ${where}`.execute(connection)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Whose address this is already; null: nobody's. */
export async function pageOfCode(connection: Connection, code: string): Promise<number | null> {
  const row = await connection.selectFrom('zone_page').select('id').where('code', '=', code).executeTakeFirst()
  return row?.id ?? null
}

const columns = ({ name, intro, image, accent, startsAt, endsAt, blocks }: PageTexts) => ({
  name,
  intro,
  image,
  accent,
  starts_at: startsAt ?? '-infinity',
  ends_at: endsAt ?? 'infinity',
  blocks: JSON.stringify(blocks),
})

/** A draft that nobody has seen yet, the last of its kind. */
export async function insertPage(connection: Connection, kind: PageKind, code: string, texts: PageTexts): Promise<number> {
  const { id } = await connection
    .insertInto('zone_page')
    .values({ kind, code, status: 'draft', ...columns(texts), sort: sql<number>`(select coalesce(max(sort), 0) + 1 from zone_page)` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertPageVersion(
  connection: Connection,
  pageId: number,
  version: number,
  texts: PageTexts,
  by: string,
  now: Date,
): Promise<void> {
  await connection
    .insertInto('zone_page_version')
    .values({ page_id: pageId, version, ...columns(texts), saved_at: now, saved_by: by })
    .execute()
}

export interface PageMark {
  status: 'draft' | 'published'
  version: number
  shownVersion: number
  dueVersion: number | null
  dueAt: Date | null
}

/** Where it stands; with texts, what is shown as well (of a draft: what the list calls it). */
export async function markPage(
  connection: Connection,
  id: number,
  { status, version, shownVersion, dueVersion, dueAt }: PageMark,
  texts: PageTexts | null,
): Promise<void> {
  const marks = { status, version, shown_version: shownVersion, due_version: dueVersion, due_at: dueAt }
  await connection
    .updateTable('zone_page')
    .set({ ...marks, ...(texts && columns(texts)) })
    .where('id', '=', id)
    .execute()
}

export interface PageVersion extends PageTexts {
  version: number
  savedAt: Date
  savedBy: string
}
const VERSIONS = 50
const VERSION = sql`version, saved_at as "savedAt", saved_by as "savedBy", ${TEXTS}`

export async function pageVersions(connection: Connection, pageId: number): Promise<PageVersion[]> {
  const { rows } = await sql<PageVersion>`
    select ${VERSION} from zone_page_version where page_id = ${pageId} order by version desc limit ${VERSIONS}`.execute(connection)
  return rows
}

export async function pageVersion(connection: Connection, pageId: number, version: number): Promise<PageVersion | null> {
  const { rows } = await sql<PageVersion>`
    select ${VERSION} from zone_page_version where page_id = ${pageId} and version = ${version}`.execute(connection)
  return rows[0] ?? null
}

// ── What blocks are filled with ──

interface Choice {
  value: string
  text: string
}
const CHOICES = 500

export async function pageChoices(connection: Connection, now: Date) {
  const [categories, brands, promotions, coupons] = [
    (
      await sql<Choice>`
      select c.code as value, coalesce(p.name || ' / ', '') || c.name as text
        from category c left join category p on p.id = c.parent_id order by c.tree, p.sort, c.sort, c.id limit ${CHOICES}`.execute(
        connection,
      )
    ).rows,
    (
      await sql<Choice>`
      select id::text as value, coalesce(nullif(short_name, ''), name) as text from manufacturer where is_brand order by sort, id limit ${CHOICES}`.execute(
        connection,
      )
    ).rows,
    (
      await sql<Choice>`select id::text as value, name as text from promotion where ends_at > ${now} order by id desc limit ${CHOICES}`.execute(
        connection,
      )
    ).rows,
    (
      await sql<Choice>`
      select id::text as value, name as text from coupon_template where is_public order by id desc limit ${CHOICES}`.execute(connection)
    ).rows,
  ]
  return { categories, brands, promotions, coupons }
}

/** Those of the asked that there are. */
export async function knownOf(
  connection: Connection,
  asked: { brands: readonly number[]; promotions: readonly number[]; coupons: readonly number[]; goods: readonly number[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select 'brands:' || id as key from manufacturer where id = any(${asked.brands}::bigint[])
    union all select 'promotions:' || id from promotion where id = any(${asked.promotions}::bigint[])
    union all select 'coupons:' || id from coupon_template where id = any(${asked.coupons}::bigint[])
    union all select 'goods:' || id from goods where id = any(${asked.goods}::bigint[])`.execute(connection)
  return new Set(rows.map(({ key }) => key))
}
