import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isLikeNumber } from '#domain/identifiers.ts'
import type { ReportKind } from '#domain/reports.ts'
import type { Connection } from '../../../platform/database.ts'

/** Queries of the buyers' report pages: what they bought, what else there is, and what stands of each batch. */

export interface BatchRow {
  goodsId: number
  code: string
  name: string
  spec: string
  unit: string
  manufacturer: string
  batchNo: string
  expiryDate: string | null
  bought: number
  orderId: number | null
  orderNo: string
  boughtAt: Date | null
  isHere: boolean
  asked: boolean
}

export interface BoughtFilter {
  companyId: number
  keyword: string
  /** Goods that the search by name found. */
  goodsIds: readonly number[]
  /** Batches of a trace code. */
  traced: readonly { goodsId: number; batchNo: string }[]
  /** Moments; null: no limit. */
  from: Date | null
  until: Date | null
  orderId: number | null
  state: 'ready' | 'missing' | null
}

/** A report stands for buyers once its paper is made. */
const STANDS = sql`r.state = 'released' and exists (select from document d where d.id = r.document_id and d.state = 'valid')`
const here = (goods: string, batch: string) =>
  sql<boolean>`exists (select from batch_document r where r.goods_id = ${sql.ref(goods)} and r.batch_no = ${sql.ref(batch)}
                       and r.kind in ('report', 'import_paper') and ${STANDS})`
const asked = (companyId: number, goods: string, batch: string) =>
  sql<boolean>`exists (select from document_request q where q.company_id = ${companyId} and q.goods_id = ${sql.ref(goods)}
                       and q.batch_no = ${sql.ref(batch)} and q.state = 'open')`
const SHIPPED = sql`o.status in ('shipped', 'received', 'completed')`

/** % _ and \ mean themselves in what a person types. */
const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Capital and small are told apart by ASCII alone: in the database's own language that is ten times the work, for Chinese names. */
const contains = (column: string, like: string) => sql<SqlBool>`${sql.ref(column)} collate "C" ilike ${like}`

/** Names are put beside the batches for words that may stand in them: that is most of the page's work. */
function wordsOf({ companyId, keyword, goodsIds, traced }: BoughtFilter) {
  if (keyword === '') return sql``
  const like = likePattern(keyword)
  const named = isLikeNumber(keyword)
    ? sql`where (strpos(upper(m.batch_no collate "C"), upper(${keyword} collate "C")) > 0 or m.goods_id = any(array(
        select id from goods where upper(code) = upper(${keyword}) union all select id from goods where barcode = ${keyword} and barcode <> ''))`
    : sql`join goods g on g.id = m.goods_id left join manufacturer mf on mf.id = g.manufacturer_id
    where (${contains('g.name', like)} or ${contains('g.generic_name', like)} or ${contains('mf.name', like)} or ${contains('m.batch_no', like)}
    or upper(g.code) = upper(${keyword}) or g.barcode = ${keyword} or ${contains('g.mnemonic', like)}`
  return sql`${named} or m.goods_id = any(${goodsIds}::bigint[])
    or (m.goods_id, m.batch_no) in (
      select l.goods_id, b.batch_no from orders o join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id
       where o.company_id = ${companyId} and o.no = upper(${keyword})
      union all
      select * from unnest(${traced.map((one) => one.goodsId)}::bigint[], ${traced.map((one) => one.batchNo)}::text[])))`
}

/** Batches of a company: all it was ever sent, as they are kept (company_batch); of some of its orders, added up of these. */
function mineOf({ companyId, from, until, orderId }: BoughtFilter) {
  if (from === null && until === null && orderId === null) return sql`select * from company_batch where company_id = ${companyId}`
  return sql`
    select l.goods_id, b.batch_no, sum(b.number)::integer as bought, max(b.expiry_date) as expiry_date, max(o.id) as order_id,
           max(o.created_at) as bought_at, bool_or(k.ready) as ready
      from orders o join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id
      join company_batch k on k.company_id = o.company_id and k.goods_id = l.goods_id and k.batch_no = b.batch_no
     where o.company_id = ${companyId} and ${SHIPPED} and (${orderId}::bigint is null or o.id = ${orderId})
       and (${from}::timestamptz is null or o.created_at >= ${from}) and (${until}::timestamptz is null or o.created_at < ${until})
     group by l.goods_id, b.batch_no`
}

const stateIs = (state: BoughtFilter['state']) => (state === null ? sql`` : sql`and p.ready = ${sql.lit(state === 'ready')}`)

/** What is shown of the batches of a page. */
const pageOf = (companyId: number, page: RawBuilder<unknown>) => sql`
  select s.goods_id as "goodsId", g.code, g.name, g.spec, g.unit, coalesce(mf.name, '') as manufacturer, s.batch_no as "batchNo",
         s.expiry_date::text as "expiryDate", s.bought, s.order_id as "orderId", o.no as "orderNo", s.bought_at as "boughtAt", s.ready as "isHere",
         ${asked(companyId, 's.goods_id', 's.batch_no')} as asked
    from (${page}) s join goods g on g.id = s.goods_id left join manufacturer mf on mf.id = g.manufacturer_id join orders o on o.id = s.order_id
   order by s.bought_at desc, s.goods_id, s.batch_no`
/** The first pages are written out: with a limit that it does not know the database plans the page anew every time. */
const newest = (offset: number, limit: number) =>
  sql`order by p.bought_at desc, p.goods_id, p.batch_no ${offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit} offset ${offset}`}`

export interface BoughtPage {
  rows: BatchRow[]
  all: number
  missing: number
}

/** All that a company was ever sent: a page of an index, and two figures that are counted in it. */
async function wholePage(connection: Connection, { companyId, state }: BoughtFilter, offset: number, limit: number): Promise<BoughtPage> {
  const page = sql`select * from company_batch p where p.company_id = ${companyId} ${stateIs(state)} ${newest(offset, limit)}`
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<BatchRow>`${pageOf(companyId, page)}`.execute(connection),
    sql<{ all: number; missing: number }>`
      select count(*)::integer as "all", (count(*) filter (where not ready))::integer as missing from company_batch
       where company_id = ${companyId}`.execute(connection),
  ])
  return { rows, all: counts[0]?.all ?? 0, missing: counts[0]?.missing ?? 0 }
}

/** The batches that were shipped to a company, the latest first. */
export async function boughtPage(connection: Connection, filter: BoughtFilter, offset: number, limit: number): Promise<BoughtPage> {
  const { companyId, keyword, from, until, orderId, state } = filter
  if (keyword === '' && from === null && until === null && orderId === null) return wholePage(connection, filter, offset, limit)
  const page = sql`select p.* from shown p where true ${stateIs(state)} ${newest(offset, limit)}`
  const { rows } = await sql<BatchRow & { all: number; missing: number }>`
    with shown as materialized (
      select m.goods_id, m.batch_no, m.bought, m.expiry_date, m.order_id, m.bought_at, m.ready from (${mineOf(filter)}) m ${wordsOf(filter)}
    ), counted as materialized (
      select count(*)::integer as "all", (count(*) filter (where not ready))::integer as missing from shown
    )
    select found.*, counted.* from (${pageOf(companyId, page)}) found cross join counted`.execute(connection)
  const [first] = rows
  if (first !== undefined) return { rows, all: first.all, missing: first.missing }
  // Nothing on this page says nothing of the others.
  if (state === null && offset === 0) return { rows, all: 0, missing: 0 }
  const whole = await boughtPage(connection, { ...filter, state: null }, 0, 1)
  return { rows, all: whole.all, missing: whole.missing }
}

/** Goods with a batch of this number, as it is written. */
export async function goodsOfBatch(connection: Connection, batchNo: string, limit: number): Promise<number[]> {
  const forms = [...new Set([batchNo, batchNo.toUpperCase(), batchNo.toLowerCase()])]
  const { rows } = await sql<{ id: number }>`
    select goods_id as id from stock_batch where batch_no = any(${forms}::text[])
    union select goods_id from batch_document where state = 'released' and batch_no = any(${forms}::text[]) limit ${limit}`.execute(
    connection,
  )
  return rows.map((row) => row.id)
}

export interface OtherFilter {
  companyId: number
  /** All batches of these. */
  goodsIds: readonly number[]
  /** Of these only the batch of that number. */
  ofBatch: readonly number[]
  batchNo: string
}

/** Batches that are in stock or have a report and that this company did not get; those with a report first. */
export async function otherBatches(connection: Connection, filter: OtherFilter, limit: number): Promise<BatchRow[]> {
  const { companyId, goodsIds, ofBatch, batchNo } = filter
  const wanted = (row: string) => sql`(${sql.ref(`${row}.goods_id`)} = any(${goodsIds}::bigint[])
    or (${sql.ref(`${row}.goods_id`)} = any(${ofBatch}::bigint[]) and upper(${sql.ref(`${row}.batch_no`)}) = upper(${batchNo})))`
  const { rows } = await sql<BatchRow>`
    with found as (
      select b.goods_id, b.batch_no, max(b.expiry_date) as expiry from (
        select b.goods_id, b.batch_no, b.expiry_date from stock_batch b where ${wanted('b')} and b.available + b.reserved > 0
        union all
        select r.goods_id, r.batch_no, (select max(s.expiry_date) from stock_batch s where s.goods_id = r.goods_id and s.batch_no = r.batch_no)
          from batch_document r where ${wanted('r')} and ${STANDS}
      ) b
       where not exists (select from company_batch c where c.company_id = ${companyId} and c.goods_id = b.goods_id and c.batch_no = b.batch_no)
       group by b.goods_id, b.batch_no
    )
    select f.goods_id as "goodsId", g.code, g.name, g.spec, g.unit, coalesce(m.name, '') as manufacturer, f.batch_no as "batchNo",
           f.expiry::text as "expiryDate", 0 as bought, null::bigint as "orderId", '' as "orderNo", null::timestamptz as "boughtAt",
           ${here('f.goods_id', 'f.batch_no')} as "isHere", ${asked(companyId, 'f.goods_id', 'f.batch_no')} as asked
      from found f join goods g on g.id = f.goods_id left join manufacturer m on m.id = g.manufacturer_id
     order by "isHere" desc, g.name, f.expiry desc nulls last, f.batch_no limit ${limit}`.execute(connection)
  return rows
}

export interface StandingReport {
  id: number
  goodsId: number
  batchNo: string
  kind: ReportKind
  reportNo: string
  reportDate: string | null
  signed: boolean
  releasedAt: Date
  documentId: number
  documentNo: string
  checkCode: string
  /** The maker's file. */
  fileId: number
  /** Our cover sheet or stamped copy. */
  paperId: number
  name: string
}

const REPORT = sql`
  select r.id, r.goods_id as "goodsId", r.batch_no as "batchNo", r.kind, r.report_no as "reportNo", r.report_date::text as "reportDate", r.signed,
         r.decided_at as "releasedAt", d.id as "documentId", d.no as "documentNo", d.check_code as "checkCode", r.file_id as "fileId",
         d.file_id as "paperId", g.name
    from batch_document r join document d on d.id = r.document_id and d.state = 'valid' join goods g on g.id = r.goods_id`

/** What stands of these batches, in one query. */
export async function reportsOfBatches(
  connection: Connection,
  batches: readonly { goodsId: number; batchNo: string }[],
): Promise<StandingReport[]> {
  if (batches.length === 0) return []
  const { rows } = await sql<StandingReport>`
    ${REPORT} where r.state = 'released' and (r.goods_id, r.batch_no) in (
      select * from unnest(${batches.map((one) => one.goodsId)}::bigint[], ${batches.map((one) => one.batchNo)}::text[]))
     order by r.goods_id, r.batch_no, array_position(array['report', 'import_paper', 'lot_release'], r.kind)`.execute(connection)
  return rows
}

export async function standingReports(connection: Connection, ids: readonly number[]): Promise<StandingReport[]> {
  const { rows } = await sql<StandingReport>`
    ${REPORT} where r.state = 'released' and r.id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], r.id)`.execute(
    connection,
  )
  return rows
}

/** Of these goods, those of which this company was sent something. */
export async function boughtGoods(connection: Connection, companyId: number, goodsIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct l.goods_id as id from orders o join order_line l on l.order_id = o.id
     where o.company_id = ${companyId} and ${SHIPPED} and l.goods_id = any(${goodsIds}::bigint[])`.execute(connection)
  return new Set(rows.map((row) => row.id))
}

/** A batch as it is written here; null: neither sold to this company nor in stock. */
export async function batchOf(
  connection: Connection,
  companyId: number,
  goodsId: number,
  batchNo: string,
): Promise<{ batchNo: string; isHere: boolean } | null> {
  const { rows } = await sql<{ batchNo: string; isHere: boolean }>`
    select b.batch_no as "batchNo", ${here('b.goods_id', 'b.batch_no')} as "isHere" from (
      select l.goods_id, ob.batch_no from orders o join order_line l on l.order_id = o.id join order_line_batch ob on ob.order_line_id = l.id
       where o.company_id = ${companyId} and ${SHIPPED} and l.goods_id = ${goodsId} and plain_batch(ob.batch_no) = plain_batch(${batchNo})
      union all
      select goods_id, batch_no from stock_batch where goods_id = ${goodsId} and plain_batch(batch_no) = plain_batch(${batchNo})
    ) b limit 1`.execute(connection)
  return rows[0] ?? null
}

/** The batches that a goods is sold from. */
export async function batchesInStock(
  connection: Connection,
  companyId: number,
  goodsId: number,
): Promise<{ batchNo: string; asked: boolean }[]> {
  const { rows } = await sql<{ batchNo: string; asked: boolean }>`
    select b.batch_no as "batchNo", ${asked(companyId, 'b.goods_id', 'b.batch_no')} as asked from (
      select goods_id, batch_no, min(expiry_date) as expiry from stock_batch where goods_id = ${goodsId} and available > 0 group by 1, 2) b
     order by b.expiry limit 100`.execute(connection)
  return rows
}
