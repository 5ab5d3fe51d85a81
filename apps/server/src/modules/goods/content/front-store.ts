import { sql } from 'kysely'
import type { FrontAdvertWire, FrontLinkWire, FrontWordWire } from '#contract/front.ts'
import type { Connection } from '../../../platform/database.ts'

/** Adverts, links and hot words as those who make them keep them: lists that are saved whole. */

const since = (instant: string) => (instant === '' ? '-infinity' : instant)
const until = (instant: string) => (instant === '' ? 'infinity' : instant)
const PERIOD = sql`nullif(starts_at, '-infinity') as starts_at, nullif(ends_at, 'infinity') as ends_at`
interface Period {
  starts_at: Date | null
  ends_at: Date | null
}
const said = <Row extends Period>(row: Row) => ({
  ...row,
  starts_at: row.starts_at?.toISOString() ?? '',
  ends_at: row.ends_at?.toISOString() ?? '',
})

export async function listVersion(connection: Connection, name: string): Promise<number> {
  const row = await connection.selectFrom('front_list').select('version').where('name', '=', name).executeTakeFirst()
  return row?.version ?? 0
}

/** Nobody else saves the list until the transaction ends. */
export async function lockList(connection: Connection, name: string): Promise<number> {
  await sql`insert into front_list (name, version) values (${name}, 0) on conflict do nothing`.execute(connection)
  const { version } = await connection
    .selectFrom('front_list')
    .select('version')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

export async function moveListOn(connection: Connection, name: string): Promise<void> {
  await sql`
    insert into front_list as l (name, version) values (${name}, 1) on conflict (name) do update set version = l.version + 1`.execute(
    connection,
  )
}

// ── Adverts ──

export async function advertsIn(connection: Connection, slot: string): Promise<FrontAdvertWire[]> {
  const { rows } = await sql<Omit<FrontAdvertWire, 'is_on' | keyof Period> & { is_on: number } & Period>`
    select id, title, subtitle, image, url, style, is_on::int as is_on, ${PERIOD} from advert where slot = ${slot} order by sort, id`.execute(
    connection,
  )
  return rows.map(said)
}

export async function putAdverts(connection: Connection, slot: string, list: readonly FrontAdvertWire[]): Promise<void> {
  const kept = list.map(({ id }) => id)
  await sql`delete from advert where slot = ${slot} and id <> all(${kept}::bigint[])`.execute(connection)
  for (const [sort, { id, starts_at, ends_at, is_on, ...texts }] of list.entries()) {
    const values = { ...texts, slot, is_on: is_on === 1, starts_at: since(starts_at), ends_at: until(ends_at), sort }
    if (id === 0) await connection.insertInto('advert').values(values).execute()
    else await connection.updateTable('advert').set(values).where('id', '=', id).execute()
  }
}

/** How many adverts each slot has, and how many of them run. */
export async function advertCounts(connection: Connection, now: Date): Promise<Map<string, { running: number; total: number }>> {
  const { rows } = await sql<{ slot: string; running: number; total: number }>`
    select slot, count(*)::int as total, (count(*) filter (where is_on and starts_at <= ${now} and ends_at > ${now}))::int as running
      from advert group by slot`.execute(connection)
  return new Map(rows.map(({ slot, ...counts }) => [slot, counts]))
}

// ── Links ──

export async function linksIn(connection: Connection, place: string): Promise<FrontLinkWire[]> {
  const { rows } = await sql<{ id: number; parent: number | null; name: string; url: string; badge: string }>`
    select id, parent_id as parent, name, url, badge from site_link where placement = ${place} order by sort, id`.execute(connection)
  const under = Map.groupBy(rows, ({ parent }) => parent)
  const wire = ({ parent: _, ...link }: (typeof rows)[number]) => link
  return (under.get(null) ?? []).map((row) => ({ ...wire(row), children: (under.get(row.id) ?? []).map(wire) }))
}

async function putLink(
  connection: Connection,
  place: string,
  { id, name, url, badge }: Omit<FrontLinkWire, 'children'>,
  sort: number,
  parentId: number | null,
): Promise<number> {
  const values = { placement: place, parent_id: parentId, name, url, badge, is_open: url !== '', sort }
  if (id === 0) return (await connection.insertInto('site_link').values(values).returning('id').executeTakeFirstOrThrow()).id
  await connection.updateTable('site_link').set(values).where('id', '=', id).execute()
  return id
}

export async function putLinks(connection: Connection, place: string, list: readonly FrontLinkWire[]): Promise<void> {
  const kept = list.flatMap(({ id, children }) => [id, ...children.map((child) => child.id)])
  // One that stays below a head that goes is hung up elsewhere first.
  for (const [sort, { children, ...head }] of list.entries()) {
    const id = await putLink(connection, place, head, sort, null)
    for (const [at, child] of children.entries()) kept.push(await putLink(connection, place, child, at, id))
    kept.push(id)
  }
  await sql`delete from site_link where placement = ${place} and id <> all(${kept}::bigint[]) and parent_id is not null`.execute(connection)
  await sql`delete from site_link where placement = ${place} and id <> all(${kept}::bigint[])`.execute(connection)
}

// ── Hot words ──

export async function wordsIn(connection: Connection): Promise<FrontWordWire[]> {
  const { rows } = await sql<Omit<FrontWordWire, keyof Period> & Period>`
    select id, name, url, ${PERIOD} from hot_word order by sort, id`.execute(connection)
  return rows.map(said)
}

export async function putWords(connection: Connection, list: readonly FrontWordWire[]): Promise<void> {
  const kept = list.map(({ id }) => id)
  await sql`delete from hot_word where id <> all(${kept}::bigint[])`.execute(connection)
  for (const [sort, { id, name, url, starts_at, ends_at }] of list.entries()) {
    const values = { name, url, starts_at: since(starts_at), ends_at: until(ends_at), sort }
    if (id === 0) await connection.insertInto('hot_word').values(values).execute()
    else await connection.updateTable('hot_word').set(values).where('id', '=', id).execute()
  }
}
