import { type RawBuilder, sql } from 'kysely'
import type { OpenAbout } from '#contract/open-told.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** What other systems are told of (open-told.ts), each about as one statement; label: how people find it in the log of what was sent. */

type Other = Exclude<OpenAbout, 'order' | 'return'>
type Ids = readonly number[]

/** RFC 3339 in UTC, as all moments of the open API. */
const moment = (of: string): RawBuilder<string> =>
  sql`to_char(${sql.raw(of)} at time zone 'UTC', ${sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')})`
const COMPANY = sql`json_build_object('code', coalesce(c.code, ''), 'name', c.name)`
const ORDER_URL = sql`'/open/v1/orders/' || o.no`

const STATEMENTS: Readonly<Record<Other, (ids: Ids) => RawBuilder<{ id: number; label: string; data: object }>>> = {
  shipment: (ids) => sql`
    select s.id, o.no as label,
           json_build_object('order_no', o.no, 'carrier', s.carrier, 'waybill', s.waybill, 'packages', s.packages, 'cold_chain', s.cold_chain,
                             'shipped_at', ${moment('s.shipped_at')}, 'delivered_at', ${moment('s.delivered_at')}, 'url', ${ORDER_URL}) as data
      from shipment s join orders o on o.id = s.order_id where s.id = any(${ids}::bigint[])`,
  payment: (ids) => sql`
    select p.id, p.no as label,
           json_build_object('no', p.no, 'purpose', p.purpose, 'order_no', coalesce(o.no, ''), 'channel', p.channel, 'amount', p.amount,
                             'paid_at', ${moment('p.paid_at')}, 'company', ${COMPANY}) as data
      from payment p join company c on c.id = p.company_id left join orders o on o.id = p.order_id where p.id = any(${ids}::bigint[])`,
  company: (ids) => sql`
    select c.id, coalesce(c.code, c.name) as label,
           json_build_object('code', coalesce(c.code, ''), 'name', c.name, 'credit_code', coalesce(c.credit_code, ''), 'type', c.type,
                             'state', (array['draft', 'waiting', 'passed', 'rejected', 'frozen'])[c.review_state + 1],
                             'contract_signed', c.contract_signed, 'rank', c.rank, 'manager', c.manager_name, 'province', c.province, 'city', c.city,
                             'district', c.district, 'credit_limit', c.credit_limit, 'credit_days', c.credit_days) as data
      from company c where c.id = any(${ids}::bigint[])`,
  goods: (ids) => sql`
    select g.id, g.code as label,
           json_build_object('code', g.code, 'name', g.name, 'spec', g.spec, 'manufacturer', coalesce(m.name, ''), 'approval_no', g.approval_no,
                             'on_shelf', g.on_shelf, 'base_price', g.base_price) as data
      from goods g left join manufacturer m on m.id = g.manufacturer_id where g.id = any(${ids}::bigint[])`,
  batch: (ids) => sql`
    select b.id, g.code || ' ' || b.batch_no as label,
           json_build_object('goods_code', g.code, 'batch_no', b.batch_no, 'warehouse_code', w.code, 'expiry_date', b.expiry_date,
                             'held', b.locked_at is not null, 'reason', coalesce(b.locked_reason, '')) as data
      from stock_batch b join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id where b.id = any(${ids}::bigint[])`,
  recall: (ids) => sql`
    select r.id, r.no as label,
           json_build_object('no', r.no, 'goods_code', g.code, 'batch_no', r.batch_no, 'level', r.level, 'started_at', ${moment('r.started_at')}) as data
      from recall r join goods g on g.id = r.goods_id where r.id = any(${ids}::bigint[])`,
  invoice: (ids) => sql`
    select i.id, i.number as label,
           json_build_object('number', i.number, 'colour', i.colour, 'of', coalesce(b.number, ''), 'order_no', o.no, 'total', i.total, 'tax', i.tax,
                             'issued_at', ${moment('i.issued_at')}, 'company', ${COMPANY}) as data
      from invoice i join orders o on o.id = i.order_id join company c on c.id = i.company_id left join invoice b on b.id = i.of_id
     where i.id = any(${ids}::bigint[])`,
  credit_bill: (ids) => sql`
    select b.id, o.no as label,
           json_build_object('order_no', o.no, 'amount', b.amount, 'due_on', b.due_on, 'company', ${COMPANY}) as data
      from credit_bill b join orders o on o.id = b.order_id join company c on c.id = b.company_id where b.id = any(${ids}::bigint[])`,
  repayment: (ids) => sql`
    select r.id, r.no as label,
           json_build_object('no', r.no, 'amount', r.amount, 'paid_at', ${moment('r.paid_at')}, 'company', ${COMPANY}) as data
      from credit_repayment r join company c on c.id = r.company_id where r.id = any(${ids}::bigint[])`,
  wanted: (ids) => sql`
    select w.id, w.name as label,
           json_build_object('id', w.id, 'name', w.name, 'spec', w.spec, 'manufacturer', w.manufacturer, 'number', w.number, 'unit', w.unit,
                             'company', ${COMPANY}) as data
      from wanted_request w join company c on c.id = w.company_id where w.id = any(${ids}::bigint[])`,
  certificate: (ids) => sql`
    select q.id, q.name || ' ' || coalesce(c.code, c.name) as label,
           json_build_object('kind', q.kind, 'name', q.name, 'number', q.number, 'expires_on', q.expires_on, 'company', ${COMPANY}) as data
      from qualification q join company c on c.id = q.company_id where q.id = any(${ids}::bigint[])`,
  receipt: (ids) => sql`
    select r.order_id as id, o.no as label, json_build_object('order_no', o.no, 'due_on', r.due_on, 'company', ${COMPANY}) as data
      from ephedrine_receipt r join orders o on o.id = r.order_id join company c on c.id = r.company_id where r.order_id = any(${ids}::bigint[])`,
  document: (ids) => sql`
    select d.id, d.no as label,
           json_build_object('no', d.no, 'kind', d.kind, 'title', d.title, 'company', case when c.id is not null then ${COMPANY} end) as data
      from document d left join company c on c.id = d.company_id where d.id = any(${ids}::bigint[])`,
  complaint: (ids) => sql`
    select f.id, f.topic as label,
           json_build_object('id', f.id, 'topic', f.topic, 'order_no', coalesce(o.no, ''), 'created_at', ${moment('f.created_at')},
                             'company', ${COMPANY}) as data
      from feedback f join company c on c.id = f.company_id left join orders o on o.id = f.order_id where f.id = any(${ids}::bigint[])`,
}

export async function toldRows(connection: Connection, about: Other, ids: Ids): Promise<{ id: number; label: string; data: object }[]> {
  return (await STATEMENTS[about](ids).execute(connection)).rows
}

/** Up to which day it was told what the day brings; nobody else tells of days until this transaction ends. Where nothing was told yet: of the day before today. */
export async function lockDays(connection: Connection, today: TradeDate): Promise<TradeDate> {
  await sql`insert into open_daily (told_through) values (${today}::date - 1) on conflict do nothing`.execute(connection)
  const { rows } = await sql<{ day: TradeDate }>`select told_through as day from open_daily for update`.execute(connection)
  return rows[0]?.day ?? today
}

/** Licences in force that end in 30 or 7 days or ended the day before, and receipts that are due no more: of each day after `last`, up to today. */
export async function tellOfDays(connection: Connection, last: TradeDate, today: TradeDate): Promise<void> {
  await sql`
    with days as (select d::date as day from generate_series(${last}::date + 1, ${today}::date, '1 day') d),
         wanted as (select distinct unnest(types) as word from webhook_endpoint where state <> 'stopped')
    insert into open_event (type, about, about_id)
    select word, about, id
      from (select case when q.expires_on = d.day - 1 then 'certificate.expired' else 'certificate.expiring' end as word, 'certificate' as about, q.id
              from days d join qualification q on q.expires_on in (d.day + 30, d.day + 7, d.day - 1)
            union all
            select 'receipt.overdue', 'receipt', r.order_id
              from days d join ephedrine_receipt r on r.due_on = d.day - 1 and r.state in ('awaiting', 'rejected')) brought
     where word in (select word from wanted) order by id`.execute(connection)
  await sql`update open_daily set told_through = greatest(told_through, ${today}::date)`.execute(connection)
}
