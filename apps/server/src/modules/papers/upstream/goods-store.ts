import { type RawBuilder, sql } from 'kysely'
import type { UpstreamState } from '#contract/upstream.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { stateIs, stateSql, type UpstreamFilter } from './supplier-store.ts'

export async function insertFirstGoods(connection: Connection, goodsId: number, now: Date): Promise<void> {
  await sql`insert into goods_first_trade (goods_id, created_at) values (${goodsId}, ${now}) on conflict do nothing`.execute(connection)
}

export interface FirstGoodsFields {
  supplier_id: number | null
  standard: string
  reason: string
}
export interface FirstGoodsRow extends FirstGoodsFields {
  version: number
  passedUntil: TradeDate | null
}

/** Each deed about a goods' first trade goes on after the one before it. */
export async function lockFirstGoods(connection: Connection, goodsId: number): Promise<FirstGoodsRow | null> {
  const { rows } = await sql<FirstGoodsRow>`
    select supplier_id, standard, reason, version, passed_until::text as "passedUntil" from goods_first_trade where goods_id = ${goodsId}
       for no key update`.execute(connection)
  return rows[0] ?? null
}

export async function writeFirstGoods(connection: Connection, goodsId: number, fields: FirstGoodsFields): Promise<void> {
  await sql`
    update goods_first_trade set supplier_id = ${fields.supplier_id}::bigint, standard = ${fields.standard}, reason = ${fields.reason}, version = version + 1
     where goods_id = ${goodsId}`.execute(connection)
}

export async function passGoods(connection: Connection, goodsId: number, until: TradeDate, now: Date): Promise<void> {
  await sql`
    update goods_first_trade set passed_at = coalesce(passed_at, ${now}), passed_until = ${until}::date, version = version + 1
     where goods_id = ${goodsId}`.execute(connection)
}

/** What was approved is not this goods any more; false: nothing stood. */
export async function endFirstGoods(connection: Connection, goodsId: number): Promise<boolean> {
  const { rows } = await sql`
    update goods_first_trade set passed_at = null, passed_until = null, version = version + 1
     where goods_id = ${goodsId} and passed_at is not null returning goods_id`.execute(connection)
  return rows.length > 0
}

/** One of these goods whose application is under way; null: none. */
export async function openTradeOf(connection: Connection, goodsIds: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select g.name from upstream_approval u join goods g on g.id = u.goods_id
     where u.goods_id = any(${[...goodsIds]}::bigint[]) and u.state in ('applied', 'checked') limit 1`.execute(connection)
  return rows[0]?.name ?? null
}

/** Those of these goods whose application is under way. */
export async function tradesUnderWay(connection: Connection, goodsIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct goods_id as id from upstream_approval where goods_id = any(${[...goodsIds]}::bigint[]) and state in ('applied', 'checked')`.execute(
    connection,
  )
  return rows.map(({ id }) => id)
}

export interface FirstGoodsListed extends FirstGoodsFields {
  id: number
  code: string
  name: string
  spec: string
  manufacturer: string
  approvalNo: string
  dosageForm: string
  drugClass: string
  scope: string
  holder: string
  storage: string
  supplier: string
  state: UpstreamState
  until: TradeDate | null
  openState: '' | 'applied' | 'checked'
  appliedBy: string
  appliedAt: Date | null
  version: number
}

const FROM = sql`
  goods_first_trade f join goods g on g.id = f.goods_id join business_scope b on b.code = g.scope_code left join manufacturer m on m.id = g.manufacturer_id left join supplier s on s.id = f.supplier_id
  left join lateral (
    select u.state, u.applied_by, u.applied_at from upstream_approval u where u.goods_id = f.goods_id order by u.id desc limit 1) a on true`
const listed = (today: TradeDate) => sql`
  g.id, g.code, g.name, g.spec, coalesce(m.name, '') as manufacturer, coalesce(g.approval_no, '') as "approvalNo",
  coalesce(g.dosage_form, '') as "dosageForm", g.drug_class as "drugClass", b.name as scope, g.holder, g.storage, f.supplier_id, coalesce(s.name, '') as supplier, f.standard, f.reason, f.version,
  ${stateSql(sql`f.passed_until`, today)} as state, f.passed_until::text as until,
  case when a.state in ('applied', 'checked') then a.state else '' end as "openState",
  case when a.state in ('applied', 'checked') then a.applied_by else '' end as "appliedBy",
  case when a.state in ('applied', 'checked') then a.applied_at end as "appliedAt"`

function conditions({ keywords, state, soonBy, today }: UpstreamFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (keywords !== '') {
    const like = `%${plainLike(keywords)}%`
    parts.push(
      sql`(g.name like ${like} or g.code = ${keywords.toUpperCase()} or g.approval_no like ${like} or m.name like ${like} or s.name like ${like})`,
    )
  }
  if (state !== null) parts.push(stateIs(state, sql`f.passed_until`, today))
  if (soonBy !== null) parts.push(sql`f.passed_until between ${today}::date and ${soonBy}::date`)
  return sql.join(parts, sql` and `)
}

export async function firstGoodsPage(
  connection: Connection,
  filter: UpstreamFilter,
  offset: number,
  limit: number,
): Promise<FirstGoodsListed[]> {
  const { rows } = await sql<FirstGoodsListed>`
    select ${listed(filter.today)} from ${FROM} where ${conditions(filter)}
     order by a.state in ('applied', 'checked') desc nulls last, g.id desc limit ${limit} offset ${offset}`.execute(connection)
  return rows
}

export async function firstGoodsCount(connection: Connection, filter: UpstreamFilter): Promise<{ total: number; takenOver: number }> {
  const { rows } = await sql<{ total: number; takenOver: number }>`
    select (select count(*)::integer from ${FROM} where ${conditions(filter)}) as total,
           (select count(*)::integer from goods g where not exists (select from goods_first_trade f where f.goods_id = g.id)) as "takenOver"`.execute(
    connection,
  )
  return rows[0] ?? { total: 0, takenOver: 0 }
}

/** For a file: from one id to the next. */
export async function firstGoodsAfter(
  connection: Connection,
  filter: UpstreamFilter,
  after: number | null,
  limit: number,
): Promise<FirstGoodsListed[]> {
  const { rows } = await sql<FirstGoodsListed>`
    select ${listed(filter.today)} from ${FROM} where ${conditions(filter)} and g.id > ${after ?? 0} order by g.id limit ${limit}`.execute(
    connection,
  )
  return rows
}

export async function findFirstGoods(connection: Connection, goodsId: number, today: TradeDate): Promise<FirstGoodsListed | null> {
  const { rows } = await sql<FirstGoodsListed>`select ${listed(today)} from ${FROM} where f.goods_id = ${goodsId}`.execute(connection)
  return rows[0] ?? null
}
