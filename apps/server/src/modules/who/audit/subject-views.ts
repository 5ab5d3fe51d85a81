import { type RawBuilder, sql } from 'kysely'
import type { AuditKind } from '#domain/audit-names.ts'
import type { Connection } from '../../../platform/database.ts'

/** A record as people know it. page: of the record whose page shows it, mostly its own; null: none does. */
export interface NamedSubject {
  kind: string
  id: number
  text: string
  page: number | null
}

const byName = (table: string, text: string, page = 'r.id', joined = '') =>
  sql`select r.id, ${sql.raw(text)} as text, ${sql.raw(page)} as page from ${sql.raw(table)} r ${sql.raw(joined)}`
const COMPANY = 'join company c on c.id = r.company_id'
const ORDER = byName('orders', 'r.no')
const AFTER_SALE = byName('after_sale', 'r.no')
const PROOF = byName('transfer_proof', 'c.name', 'r.id', COMPANY)

/** The number or the name by which people know a record of each kind; kinds that are known by their word alone are left out. */
const NAMES: Partial<Record<AuditKind, RawBuilder<unknown>>> = {
  account: byName('account', "coalesce(nullif(r.name, ''), r.username, r.phone, '')", 'case when r.is_staff then r.id end'),
  address: byName('address', 'c.name', 'r.company_id', COMPANY),
  after_sale: AFTER_SALE,
  article: byName('article', 'r.title'),
  availability: byName('availability', 'r.name'),
  bank_import: byName('bank_import', 'r.file_name'),
  bank_line: byName('bank_line', 'r.payer_name'),
  category: byName('category', 'r.name'),
  certificate: byName('certificate', 'c.name', 'r.company_id', COMPANY),
  channel_difference: byName('channel_difference', 'r.number'),
  chat: byName('chat_conversation', 'c.name', 'r.id', COMPANY),
  company: byName('company', 'r.name'),
  document: byName('document', "coalesce(nullif(r.no, ''), r.title)"),
  feedback: byName('feedback', 'c.name', 'r.id', COMPANY),
  file: byName('stored_file', 'r.name'),
  goods: byName('goods', "concat_ws(' ', r.name, r.spec)"),
  intake: byName('stock_intake', 'r.no'),
  invitation: byName('company_invitation', 'r.name'),
  invoice_request: byName('invoice_request', 'o.no', 'r.order_id', 'join orders o on o.id = r.order_id'),
  list_view: byName('list_view', 'r.name'),
  manufacturer: byName('manufacturer', 'r.name'),
  coupon: byName('coupon_plan', 'r.name'),
  segment: byName('segment', 'r.name'),
  broadcast: byName('broadcast', 'r.title'),
  offer: byName('promotion_plan', 'r.name'),
  deal: byName('deal_plan', 'r.name'),
  open_key: byName('open_key', 'r.name'),
  webhook: byName('webhook_endpoint', 'r.name'),
  order: ORDER,
  picking: ORDER,
  points_order: byName('points_order', 'r.no'),
  proof: PROOF,
  recall: byName('recall', 'r.no'),
  recharge: byName('recharge', 'r.no'),
  repayment: byName('credit_repayment', 'r.no'),
  report: byName('batch_document', "coalesce(nullif(r.report_no, ''), nullif(r.batch_no, ''), r.file_name)"),
  report_request: byName('document_request', 'r.batch_no'),
  return: AFTER_SALE,
  seal: byName('seal', 'r.name'),
  search_pin: byName('search_pin', 'r.words'),
  search_word: byName('search_word', 'r.words[1]'),
  shipment: byName('shipment', 'o.no', 'r.order_id', 'join orders o on o.id = r.order_id'),
  statement: byName('statement', "concat_ws(' ', c.name, r.month)", 'r.id', COMPANY),
  stock_batch: byName('stock_batch', 'r.batch_no'),
  stock_count: byName('stock_count', 'r.no'),
  stock_move: byName('stock_move', 'r.no'),
  store_room: byName('store_room', 'r.name'),
  wave: byName('wave', 'r.no'),
  supplier: byName('supplier', 'r.name'),
  trade_paper: byName('trade_paper', 'r.number'),
  transfer_proof: PROOF,
  unqualified: byName('unqualified', 'r.no'),
  wanted: byName('wanted_request', 'r.name'),
  warehouse: byName('warehouse', 'r.name'),
}

/** All kinds by one statement, each through the key of its table. */
export async function nameSubjects(connection: Connection, ids: ReadonlyMap<string, readonly number[]>): Promise<NamedSubject[]> {
  const parts = Object.entries(NAMES).flatMap(([kind, names]) => {
    const wanted = ids.get(kind)
    return wanted && names
      ? [sql`select ${kind}::text as kind, s.id, s.text, s.page from (${names}) s where s.id = any (${wanted}::bigint[])`]
      : []
  })
  if (parts.length === 0) return []
  return (await sql<NamedSubject>`${sql.join(parts, sql` union all `)}`.execute(connection)).rows
}

export async function roleNames(connection: Connection): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`select key, name from staff_role`.execute(connection)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** Whatever record bears this number or name in full. */
export async function subjectsCalled(connection: Connection, text: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select 'order:' || id as subject from orders where no = ${text}
    union all select 'after_sale:' || id from after_sale where no = ${text}
    union all select 'recall:' || id from recall where no = ${text}
    union all select 'company:' || id from company where name = ${text} or code = ${text}
    union all select 'goods:' || id from goods where code = ${text} or name = ${text}
    union all select 'stock_batch:' || id from stock_batch where upper(batch_no) = upper(${text})
    union all select 'stock_count:' || id from stock_count where no = ${text}
    union all select 'stock_move:' || id from stock_move where no = ${text}
    union all select 'wave:' || id from wave where no = ${text}
    union all select 'unqualified:' || id from unqualified where no = ${text}
    union all select 'intake:' || id from stock_intake where no = ${text}
    union all select 'supplier:' || id from supplier where name = ${text}
    union all select 'account:' || id from account where username = ${text} or name = ${text} and is_staff`.execute(connection)
  return rows.map(({ subject }) => subject)
}
