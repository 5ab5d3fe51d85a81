import { sql } from 'kysely'
import type { PaperKind } from '#domain/paper-kinds.ts'
import type { Connection } from '../../../platform/database.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export interface ReaderRow {
  companyId: number
  name: string
  seenAt: Date | null
  downloadedAt: Date | null
  downloads: number
}

/** Passed buyers, with what each has done with a paper of this id; its copies are those made while it stood. */
export async function readersOf(
  connection: Connection,
  paper: { id: number; series: number },
  filter: { unseen: boolean; after: number },
  limit: number,
): Promise<ReaderRow[]> {
  const copies = sql`document d join document_download l on l.document_id = d.id and l.company_id = c.id
         where d.kind = 'licence_copy' and d.subject = ${`trade_paper:${paper.series}:`} || c.id::text
           and (d.snapshot ->> 'paperId')::bigint = ${paper.id}`
  // From one company to the next, so that a page ends when it is full.
  const unseen = filter.unseen
    ? sql`and not exists (select from trade_paper_seen o where o.company_id = c.id and o.paper_id = ${paper.id}) and not exists (select from ${copies})`
    : sql``
  const { rows } = await sql<ReaderRow>`
    select c.id as "companyId", c.name, s.at as "seenAt", l.last as "downloadedAt", coalesce(l.count, 0)::integer as downloads
      from (select * from company c where c.review_state = 2 and c.id > ${filter.after} and ${companySeen('c.id')} ${unseen} order by c.id limit ${limit}) c
      left join trade_paper_seen s on s.company_id = c.id and s.paper_id = ${paper.id}
      left join lateral (select max(l.at) as last, count(*) as count from ${copies}) l on true
     order by c.id`.execute(connection)
  return rows
}

/** When the company last took each of its packs, by their lists' ids. */
export async function packsTaken(connection: Connection, companyId: number, documentIds: readonly number[]): Promise<Map<number, Date>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; at: Date }>`
    select document_id as id, max(at) as at from document_download
     where document_id = any(${documentIds}::bigint[]) and company_id = ${companyId} group by document_id`.execute(connection)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

export interface GoodsRow {
  id: number
  code: string
  name: string
  spec: string
  manufacturer: string
  approvalNo: string
}

/** Goods of which first-trade files are there, by name, code or approval number; those that the company bought last first. */
export async function goodsWithPapers(
  connection: Connection,
  filter: { keywords: string; goodsId: number | null; companyId: number },
  limit: number,
): Promise<GoodsRow[]> {
  const { rows } = await sql<GoodsRow>`
    select g.id, g.code, g.name, g.spec, m.name as manufacturer, coalesce(g.approval_no, '') as "approvalNo"
      from goods g join manufacturer m on m.id = g.manufacturer_id
     where exists (select from trade_paper p where p.goods_id = g.id and p.state = 'in_force')
       and (${filter.goodsId}::bigint is null or g.id = ${filter.goodsId})
       and (${filter.keywords} = '' or strpos(g.name, ${filter.keywords}) > 0 or g.code = ${filter.keywords} or g.approval_no = ${filter.keywords}
            or strpos(m.name, ${filter.keywords}) > 0)
     order by (select max(o.id) from orders o join order_line l on l.order_id = o.id where o.company_id = ${filter.companyId} and l.goods_id = g.id) desc nulls last,
              g.id
     limit ${limit}`.execute(connection)
  return rows
}

export async function goodsOf(connection: Connection, id: number): Promise<GoodsRow | null> {
  const { rows } = await sql<GoodsRow>`
    select g.id, g.code, g.name, g.spec, m.name as manufacturer, coalesce(g.approval_no, '') as "approvalNo"
      from goods g join manufacturer m on m.id = g.manufacturer_id where g.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface OwnFile {
  kind: PaperKind
  name: string
  number: string
  expiresOn: string | null
  fileId: number | null
  mime: string | null
}

/** The company's own papers in force with the files that were handed in for them. */
export async function ownFiles(connection: Connection, companyId: number): Promise<OwnFile[]> {
  const { rows } = await sql<OwnFile>`
    select q.kind, q.name, q.number, q.expires_on::text as "expiresOn", f.id as "fileId", f.mime
      from qualification q
      left join stored_file f on f.subject = 'certificate:' || q.certificate_id and f.company_id = q.company_id
     where q.company_id = ${companyId} and q.status = 2 order by q.id, f.position, f.id`.execute(connection)
  return rows
}
