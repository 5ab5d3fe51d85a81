import { askShipmentPapers, reviseShipmentPapers } from '../apps/server/src/modules/buying/shipments/papers.ts'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import { transact } from '../apps/server/src/platform/transact.ts'
import type { Buyer } from './buyers.ts'
import { atConcurrency } from './http.ts'
import { linesOf, makeShipments, type Shipped } from './shipments.ts'

/** Shipments of the company that has most of them, and of each other one; over a year. */
const OF_THE_LARGEST = 300
const OF_EACH = 21
const CORRECTED = 60
const DAY_MS = 86_400_000

/** What no job has made here: a row for the file, of a true size and without bytes, which no list reads. */
const MARK_MADE = `
  with f as (insert into stored_file (company_id, purpose, subject, name, mime, size, sha256)
             select company_id, 'document', 'document:' || id, title || '.pdf', 'application/pdf', 90000 + id % 40000, sha256(no::bytea)
               from document where state = 'waiting' returning id, subject, sha256)
  update document d set file_id = f.id, sha256 = f.sha256, made_at = d.asked_at + interval '1 minute', state = 'valid'
    from f where f.subject = 'document:' || d.id and d.state = 'waiting'`

async function markMade({ pool }: DatabaseHandle): Promise<void> {
  await pool.query(MARK_MADE)
  await pool.query(
    `update document o set state = 'replaced' from document n where n.replaces = o.id and n.state = 'valid' and o.state = 'valid'`,
  )
  await pool.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs having count(*) > 0')
}

/** Papers of other kinds, by insert: as long as those that they stand for. rows: subject, company_id, title, at, snapshot. */
const others = (kind: string, prefix: string, rows: string) => `
  insert into document (id, no, check_code, kind, subject, company_id, title, day, snapshot, asked_at, asked_by)
  overriding system value
  select n.id, '${prefix}' || to_char(r.at, 'YYMMDD') || n.id, 'BENCHCHK', '${kind}', r.subject, r.company_id, r.title, r.at::date, r.snapshot, r.at, '系统'
    from (${rows}) r cross join lateral (select nextval(pg_get_serial_sequence('document', 'id')) as id where r.subject is not null) n`

const RECEIVED = `
  insert into receiving (order_id, company_id, idempotency_key, received_by, inspected_by, arrived_on, summary, differs, created_at)
  select id, company_id, 'bench-' || id, '王收货', '赵验收', received_at::date, case when id % 10 = 0 then '合格 90，破损 10' else '合格 100' end,
         id % 10 = 0, received_at
    from orders where status = 'received' and id % 5 < 3`
const COUNTED = `
  insert into receiving_line (receiving_id, order_line_batch_id, number, claimed, accepted, short, damaged, wrong, refused)
  select r.id, b.id, b.number, 0, b.number, 0, 0, 0, 0 from receiving r join order_line l on l.order_id = r.order_id
    join order_line_batch b on b.order_line_id = l.id`
const STATEMENTS = `
  insert into statement (company_id, month, opening, received, bought, given, other, closing, made_at)
  select c.company_id, '2026-0' || m, 0, 100, 100, 0, 0, 0, make_timestamptz(2026, m + 1, 1, 1, 0, 0) from unnest($1::bigint[]) as c(company_id), generate_series(5, 7) m`
const REPORTS = `
  with b as (select row_number() over () as n, goods_id, batch_no from (
               select distinct l.goods_id, b.batch_no from order_line l join order_line_batch b on b.order_line_id = l.id order by 1 limit 400) x),
       f as (insert into stored_file (purpose, subject, name, mime, size, sha256)
             select 'report', 'bench:' || n, 'G' || goods_id || '_' || batch_no || '.pdf', 'application/pdf', 300000, sha256(('report' || n)::bytea) from b
             returning id, subject, name, sha256),
       d as (select id, row_number() over (order by id) as n from document where kind = 'inspection')
  insert into batch_document (goods_id, batch_no, kind, file_id, sha256, file_name, signed, report_no, state, way, uploaded_at, uploaded_by, decided_at, decided_by, document_id)
  select b.goods_id, b.batch_no, 'report', f.id, f.sha256, f.name, false, 'JY' || b.n, 'released', 'upload', now(), '质量部', now(), '质量部', d.id
    from b join f on f.subject = 'bench:' || b.n join d on d.n = b.n`

/** Asks for the papers of shipments as the deed does, as they stood then. */
const askAll = (database: DatabaseHandle, shipped: readonly Shipped[], at: (index: number) => Date) =>
  atConcurrency(shipped, 6, ({ id }, index) => transact(database.db, (trx) => askShipmentPapers(trx, id, '压测', at(index)))).then(
    () => undefined,
  )

/** Ten thousand papers of a hundred companies. The shop must not run yet: it would draw them. Answers how many there are. */
export async function storePapers(database: DatabaseHandle, buyers: readonly Buyer[]): Promise<number> {
  const { pool } = database
  const wishes = buyers
    .flatMap(({ companyId }, at) => {
      const count = at === 0 ? OF_THE_LARGEST : OF_EACH
      return Array.from({ length: count }, (_, n) => ({ companyId, lines: linesOf(at * 31 + n), daysAgo: Math.floor((n * 365) / count) }))
    })
    // The oldest first, so that ids grow with time as in life.
    .sort((a, b) => b.daysAgo - a.daysAgo)
  const shipped = await makeShipments(database, wishes)
  const now = Date.now()
  await askAll(database, shipped, (index) => new Date(now - (wishes[index]?.daysAgo ?? 0) * DAY_MS))
  await markMade(database)
  for (const { id } of shipped.filter((_, at) => at % Math.floor(shipped.length / CORRECTED) === 0))
    await transact(database.db, (trx) => reviseShipmentPapers(trx, id, '运单号更正', '压测', new Date()))
  await pool.query(RECEIVED)
  await pool.query(COUNTED)
  const companies = buyers.map(({ companyId }) => companyId)
  await pool.query(STATEMENTS, [companies])
  await pool.query(
    others(
      'receiving_record',
      'YS',
      `select 'receiving:' || r.id as subject, r.company_id, '收货验收记录 订单 ' || o.no as title, r.created_at as at,
              (select d.snapshot from document d join shipment s on d.subject = 'shipment:' || s.id
                where s.order_id = o.id and d.kind = 'outbound' and d.version = 1) as snapshot
         from receiving r join orders o on o.id = r.order_id`,
    ),
  )
  await pool.query(
    others(
      'statement',
      'DZ',
      `select 'statement:' || id as subject, company_id, '往来对账单 ' || month as title, made_at as at,
              jsonb_build_object('month', month) as snapshot from statement`,
    ),
  )
  const each = (kind: string, prefix: string, count: number, title: string) =>
    pool.query(
      others(
        kind,
        prefix,
        `select 'bench:${kind}:' || c || ':' || k as subject, c as company_id, '${title} ' || k as title, now() - k * interval '20 days' as at,
                '{"paperId": 0, "buyer": "压测药房"}'::jsonb as snapshot from unnest($1::bigint[]) c, generate_series(1, ${count}) k`,
      ),
      [companies],
    )
  await each('licence_copy', 'ZZ', 5, '资质副本')
  await each('agreement', 'XY', 2, '购销与质量保证协议')
  await pool.query(
    others(
      'inspection',
      'JY',
      `select 'bench:report:' || k as subject, null::bigint as company_id, '检验报告 ' || k as title, now() - k * interval '1 hour' as at,
              '{}'::jsonb as snapshot from generate_series(1, 400) k`,
    ),
  )
  await markMade(database)
  await pool.query(REPORTS)
  // Half of them have been taken.
  await pool.query(
    `insert into document_download (document_id, company_id, account_id, way, at)
     select d.id, d.company_id, m.account_id, 'file', d.made_at from document d join account_company m on m.company_id = d.company_id where d.id % 2 = 0`,
  )
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ count: number }>('select count(*)::integer as count from document')
  return rows[0]?.count ?? 0
}
