import { type RawBuilder, sql } from 'kysely'
import type { FoundKind } from '#contract/finding.ts'
import { placeCode, type ScannedLabel } from '#domain/labels.ts'
import { isNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { companySeen, orderSeen, warehouseSeen } from '../../../platform/narrowing.ts'

/** One record as the search shows it. key: by which the list of its kind finds it. */
export interface FoundRow {
  id: number
  text: string
  note: string
  key: string
}

/** What was typed. Plain signs alone are a number, a code or the letters of a name; everything else is a part of a name. */
export interface Asked {
  text: string
  isPlain: boolean
  /** Of ours, scanned: it means one thing alone. */
  label: ScannedLabel | null
}

const begins = (text: string): string => `${plainLike(text)}%`
const holds = (text: string): string => `%${plainLike(text)}%`

/** A part of a goods' name or of a company's letters, found by its pairs of signs (migration 0233). */
const holdsLetters = (text: string) => sql`pairs_of(initials) @> pairs_of(${text}) and initials like ${holds(text)}`
const holdsName = (text: string) => sql`pairs_of(lower(name)) @> pairs_of(lower(${text})) and ${isLike(sql`name`, holds(text))}`

/** Each is looked up in an index of its own. */
const QUERIES: Readonly<Record<FoundKind, (asked: Asked) => RawBuilder<FoundRow> | null>> = {
  order: ({ text, isPlain }) =>
    isPlain
      ? sql`select o.id, o.no as text, c.name as note, o.no as key from (
              select id, no, company_id from orders where no like ${begins(text.toUpperCase())} and ${orderSeen('orders.id', 'orders.company_id')} order by no desc limit 6) o
              join company c on c.id = o.company_id order by o.no desc`
      : null,
  company: ({ text, isPlain }) => {
    const seen = companySeen('company.id')
    const found = isPlain
      ? sql`select id from (
              (select id from company where credit_code like ${begins(text.toUpperCase())} and ${seen} order by credit_code using ~<~ limit 6)
              union (select id from company where code like ${begins(text)} and ${seen} order by code using ~<~ limit 6)
              union (select id from company where code like ${begins(text.toUpperCase())} and ${seen} order by code using ~<~ limit 6)
              union (select id from company where phone like ${begins(text)} and ${seen} order by phone using ~<~ limit 6)
              union (select id from company where ${holdsLetters(text.toLowerCase())} and ${seen} limit 6)) f`
      : sql`select id from company where ${isNamed('company', text)} and ${seen} limit 6`
    return sql`
      select c.id, c.name as text, concat_ws(' · ', c.type, nullif(c.province || c.city, ''), nullif(c.phone, '')) as note, c.name as key
        from company c where c.id in (${found}) order by c.id desc limit 6`
  },
  goods: ({ text, isPlain }) => {
    const found = isPlain
      ? sql`select id from (
              (select id from goods where upper(code) like ${begins(text.toUpperCase())} limit 6)
              union (select id from goods where mnemonic <> '' and lower(mnemonic) like ${begins(text.toLowerCase())} limit 6)
              union (select goods_id from goods_letters where initials like ${begins(text.toLowerCase())} limit 6)
              union (select id from goods where barcode <> '' and barcode like ${begins(text)} limit 6)) f`
      : sql`select id from goods where ${holdsName(text)} limit 6`
    return sql`
      select g.id, g.name as text, concat_ws(' · ', g.spec, m.name, g.code) as note, g.code as key
        from goods g left join manufacturer m on m.id = g.manufacturer_id where g.id in (${found}) order by g.id desc limit 6`
  },
  batch: ({ text, isPlain }) =>
    isPlain
      ? sql`select b.id, b.batch_no as text, concat_ws(' · ', g.name, g.spec, w.name) as note, b.batch_no as key from (
              select id, batch_no, goods_id, warehouse_id from stock_batch where upper(batch_no) like ${begins(text.toUpperCase())} and ${warehouseSeen('stock_batch.warehouse_id')}
               order by upper(batch_no) limit 6) b
              join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id order by b.batch_no, b.id`
      : null,
  place: ({ text, isPlain }) =>
    isPlain
      ? sql`select min(p.goods_id) as id, p.place as text, w.name as note, 'BQW' || p.warehouse_id || '-' || p.place as key
              from shelf_place p join warehouse w on w.id = p.warehouse_id
             where upper(p.place) like ${begins(text.toUpperCase())} and ${warehouseSeen('p.warehouse_id')}
             group by p.warehouse_id, p.place, w.name order by p.place, w.name limit 6`
      : null,
  payment: ({ text, isPlain }) =>
    isPlain
      ? sql`select p.id, p.no as text, c.name as note, coalesce(o.no, '') as key from (
              (select id, no, company_id, order_id from payment where no like ${begins(text)} and ${orderSeen('payment.order_id', 'payment.company_id')} limit 6)
              union (select id, no, company_id, order_id from payment where no like ${begins(text.toUpperCase())} and ${orderSeen('payment.order_id', 'payment.company_id')} limit 6)) p
              join company c on c.id = p.company_id left join orders o on o.id = p.order_id order by p.no desc limit 6`
      : null,
  refund: ({ text, isPlain }) =>
    isPlain
      ? sql`select coalesce(r.after_sale_id, r.order_id) as id, r.no as text, c.name as note, o.no as key from (
              select no, company_id, order_id, after_sale_id from refund where no like ${begins(text.toUpperCase())} and ${orderSeen('refund.order_id', 'refund.company_id')} limit 6) r
              join company c on c.id = r.company_id join orders o on o.id = r.order_id order by r.no desc`
      : null,
  after_sale: ({ text, isPlain }) =>
    isPlain
      ? sql`select s.id, s.no as text, c.name as note, s.no as key from (
              select id, no, company_id from after_sale where no like ${begins(text.toUpperCase())} and ${orderSeen('after_sale.order_id', 'after_sale.company_id')} limit 6) s
              join company c on c.id = s.company_id order by s.no desc`
      : null,
  invoice: ({ text, isPlain }) =>
    isPlain
      ? sql`select i.order_id as id, i.number as text, c.name as note, i.number as key from (
              select number, company_id, order_id from invoice where number like ${begins(text)} and ${orderSeen('invoice.order_id', 'invoice.company_id')} limit 6) i
              join company c on c.id = i.company_id order by i.number desc`
      : null,
  staff: ({ text }) => sql`
    select a.id, a.name as text, a.username as note, a.username as key from staff s join account a on a.id = s.account_id
     where a.name like ${holds(text)} or a.username like ${begins(text)} order by a.id limit 6`,
}

/** What a label stands for, by its kind. A place is one also while nothing lies there. */
function ofLabel(label: ScannedLabel): Partial<Record<FoundKind, RawBuilder<FoundRow>>> {
  if (label.kind === 'carton')
    return {
      order: sql`select o.id, o.no as text, concat_ws(' · ', ${`第 ${label.carton} 箱，共 ${label.of} 箱`}::text, c.name) as note, o.no as key
        from orders o join company c on c.id = o.company_id where o.no = ${label.orderNo} and ${orderSeen('o.id', 'o.company_id')}`,
    }
  if (label.kind === 'batch')
    return {
      batch: sql`select b.id, b.batch_no as text, concat_ws(' · ', g.name, g.spec, w.name) as note, b.batch_no as key
        from stock_batch b join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id
       where b.id = ${label.batchId} and ${warehouseSeen('b.warehouse_id')}`,
    }
  return {
    place: sql`select w.id, ${label.place}::text as text, w.name as note, ${placeCode(label.warehouseId, label.place)}::text as key
      from warehouse w where w.id = ${label.warehouseId} and ${warehouseSeen('w.id')}`,
  }
}

/** All kinds by one statement: on a busy machine each way to the database and back is what takes its time. */
export async function findKinds(
  connection: Connection,
  kinds: readonly FoundKind[],
  asked: Asked,
): Promise<(FoundRow & { kind: FoundKind })[]> {
  const parts = kinds.flatMap((kind) => {
    const query = asked.label === null ? QUERIES[kind](asked) : ofLabel(asked.label)[kind]
    return query == null ? [] : [sql`select ${kind}::text as kind, f.id, f.text, f.note, f.key from (${query}) f`]
  })
  if (parts.length === 0) return []
  return (await sql<FoundRow & { kind: FoundKind }>`${sql.join(parts, sql` union all `)}`.execute(connection)).rows
}
