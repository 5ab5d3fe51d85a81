import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { SECTIONS } from './sections.ts'

/** Articles as those who write them keep them: every saved state, and which of them is shown. */

export interface KeptArticle {
  id: number
  section: string
  code: string
  title: string
  summary: string
  body: string
  author: string
  status: 'draft' | 'published'
  version: number
  shownVersion: number
  updatedAt: Date
}

export interface ArticleTexts {
  title: string
  summary: string
  body: string
  author: string
}

/** Sections and the footer are made where they are missing, by whoever writes first: one at a time. */
export async function ensureSections(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sections of articles'))`.execute(connection)
  for (const { code, name, under, sort } of SECTIONS)
    await sql`
      insert into article_category (code, name, sort, parent_id)
      select ${code}, ${name}, ${sort}::int, (select id from article_category where code = ${under})
       where not exists (select from article_category where code = ${code})`.execute(connection)
}

export async function lockArticle(connection: Connection, id: number): Promise<KeptArticle | null> {
  const { rows } = await sql<KeptArticle>`
    select a.id, c.code as section, coalesce(a.slug, '') as code, a.title, a.summary, a.body, a.author, a.status, a.version,
           a.shown_version as "shownVersion", a.updated_at as "updatedAt"
      from article a join article_category c on c.id = a.category_id where a.id = ${id} for update of a`.execute(connection)
  return rows[0] ?? null
}

/** Whose address this is already; null: nobody's. */
export async function articleOfCode(connection: Connection, code: string): Promise<number | null> {
  const row = await connection.selectFrom('article').select('id').where('slug', '=', code).executeTakeFirst()
  return row?.id ?? null
}

/** A draft that nobody has seen yet. */
export async function insertArticle(
  connection: Connection,
  section: string,
  code: string,
  { title, summary, body, author }: ArticleTexts,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into article (category_id, slug, title, summary, body, author, status, version, updated_at, published_at)
    select id, nullif(${code}, ''), ${title}, ${summary}, ${body}, ${author}, 'draft', 1, ${now}::timestamptz, ${now}::timestamptz
      from article_category where code = ${section} returning id`.execute(connection)
  return rows[0]?.id ?? 0
}

/** The page of an agreement, whose text is kept elsewhere: shown from the day on which one is in force. */
export async function insertAgreementPage(connection: Connection, section: string, code: string, title: string, now: Date): Promise<void> {
  await ensureSections(connection)
  await sql`
    insert into article (category_id, slug, title, summary, body, status, published_at, updated_at)
    select id, ${code}, ${title}, '', '', 'published', ${now}::timestamptz, ${now}::timestamptz
      from article_category where code = ${section}`.execute(connection)
}

export async function insertVersion(
  connection: Connection,
  articleId: number,
  version: number,
  { title, summary, body, author }: ArticleTexts,
  by: string,
  now: Date,
): Promise<void> {
  await connection
    .insertInto('article_version')
    .values({ article_id: articleId, version, title, summary, body, author, saved_at: now, saved_by: by })
    .execute()
}

/** What stands beside the text is true at once; of a draft the text too. */
export async function updateArticle(
  connection: Connection,
  id: number,
  { section, code, version, texts }: { section: string; code: string; version: number; texts: ArticleTexts | null },
  now: Date,
): Promise<void> {
  await sql`
    update article set category_id = (select id from article_category where code = ${section}), slug = nullif(${code}, ''),
           version = ${version}, updated_at = case when status = 'draft' then ${now}::timestamptz else updated_at end,
           title = coalesce(${texts?.title ?? null}, title), summary = coalesce(${texts?.summary ?? null}, summary),
           body = coalesce(${texts?.body ?? null}, body), author = coalesce(${texts?.author ?? null}, author)
     where id = ${id}`.execute(connection)
}

/** Shows a saved state. The first time is its day; later ones are said as changes. */
export async function showArticle(connection: Connection, id: number, version: number, now: Date): Promise<void> {
  await sql`
    update article a set title = v.title, summary = v.summary, body = v.body, author = v.author, status = 'published', version = ${version},
           shown_version = ${version}, updated_at = ${now},
           published_at = case when a.shown_version = 0 and a.status = 'draft' then ${now}::timestamptz else a.published_at end
      from article_version v where v.article_id = a.id and v.version = ${version} and a.id = ${id}`.execute(connection)
}

export async function hideArticle(connection: Connection, id: number): Promise<void> {
  await connection.updateTable('article').set({ status: 'draft' }).where('id', '=', id).execute()
}

export interface VersionRow extends ArticleTexts {
  version: number
  savedAt: Date
  savedBy: string
}

const VERSIONS = 50
export async function versionsOf(connection: Connection, articleId: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version, title, summary, body, author, saved_at as "savedAt", saved_by as "savedBy"
      from article_version where article_id = ${articleId} order by version desc limit ${VERSIONS}`.execute(connection)
  return rows
}

export async function versionOf(connection: Connection, articleId: number, version: number): Promise<VersionRow | null> {
  const { rows } = await sql<VersionRow>`
    select version, title, summary, body, author, saved_at as "savedAt", saved_by as "savedBy"
      from article_version where article_id = ${articleId} and version = ${version}`.execute(connection)
  return rows[0] ?? null
}

/** A line of the footer under its section's column; one that leads there already stays. */
export async function putFooterLink(
  connection: Connection,
  { group, name, url }: { group: string; name: string; url: string },
): Promise<void> {
  await sql`
    with there as (select from site_link where placement = 'help' and parent_id is not null and split_part(url, '?', 1) = ${url}),
         known as (select id from site_link where placement = 'help' and parent_id is null and name = ${group} limit 1),
         made as (insert into site_link (placement, name, url, sort)
                  select 'help', ${group}, ${url}, (select coalesce(max(sort), 0) + 1 from site_link where placement = 'help' and parent_id is null)
                   where not exists (select from known) and not exists (select from there) returning id)
    insert into site_link (placement, parent_id, name, url, sort)
    select 'help', g.id, ${name}, ${url}, (select coalesce(max(sort), 0) + 1 from site_link where parent_id = g.id)
      from (select id from known union all select id from made) g where not exists (select from there)`.execute(connection)
}

/** With the column that then has no line left. */
export async function dropFooterLink(connection: Connection, url: string): Promise<void> {
  await sql`delete from site_link where placement = 'help' and parent_id is not null and split_part(url, '?', 1) = ${url}`.execute(
    connection,
  )
  await sql`
    delete from site_link g where g.placement = 'help' and g.parent_id is null
       and not exists (select from site_link l where l.parent_id = g.id)`.execute(connection)
}
