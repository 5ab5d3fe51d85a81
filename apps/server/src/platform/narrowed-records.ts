import type { FastifyRequest } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import type { DatabaseHandle } from './database.ts'
import { forbidden, notFound } from './errors.ts'
import { companySeen, documentSeen, orderSeen, warehouseSeen, waveSeen } from './narrowing.ts'

/** Records that a path names, and how one is seen by whoever has a narrower view; what he does not see is not there for him. */

interface Kind {
  table: string
  /** The column that the path's parameter names. */
  key: string
  seen: () => RawBuilder<SqlBool>
}
const ofCompany = (table: string, key = 'id'): Kind => ({ table, key, seen: () => companySeen('r.company_id') })
const ofOrder = (table: string, key = 'id'): Kind => ({ table, key, seen: () => orderSeen('r.order_id', 'r.company_id') })

const ofWarehouse = (table: string): Kind => ({ table, key: 'id', seen: () => warehouseSeen('r.warehouse_id') })

const KINDS = {
  company: { table: 'company', key: 'id', seen: () => companySeen('r.id') },
  order: { table: 'orders', key: 'id', seen: () => orderSeen('r.id', 'r.company_id') },
  order_by_no: { table: 'orders', key: 'no', seen: () => orderSeen('r.id', 'r.company_id') },
  after_sale: ofOrder('after_sale'),
  refund: ofOrder('refund', 'no'),
  payment: ofOrder('payment', 'no'),
  suspense: ofOrder('suspense', 'no'),
  receipt: ofOrder('ephedrine_receipt', 'order_id'),
  invoice: ofOrder('invoice'),
  invoice_request: ofOrder('invoice_request'),
  feedback: ofOrder('feedback'),
  transfer_proof: ofCompany('transfer_proof'),
  chat: ofCompany('chat_conversation'),
  certificate: ofCompany('certificate'),
  company_change: ofCompany('company_change'),
  // Of two companies: whoever sees both has it.
  company_pair: {
    table: 'company_pair',
    key: 'id',
    seen: () => sql<SqlBool>`(${companySeen('r.first_id')} and ${companySeen('r.second_id')})`,
  },
  report_request: ofCompany('document_request'),
  seal: ofCompany('seal'),
  wanted: ofCompany('wanted_request'),
  address: ofCompany('address'),
  points_order: ofCompany('points_order'),
  approval: ofCompany('approval_request'),
  document: { table: 'document', key: 'id', seen: () => documentSeen('r') },
  invitation: ofCompany('company_invitation'),
  // Of the house: everybody's.
  open_key: ofCompany('open_key'),
  open_secret: { table: 'open_secret', key: 'id', seen: () => companySeen('(select company_id from open_key where id = r.open_key_id)') },
  shipment: {
    table: 'shipment',
    key: 'id',
    seen: () => orderSeen('r.order_id', '(select company_id from orders where id = r.order_id)'),
  },
  batch: ofWarehouse('stock_batch'),
  count: ofWarehouse('stock_count'),
  intake: ofWarehouse('stock_intake'),
  unqualified: ofWarehouse('unqualified'),
  room: ofWarehouse('store_room'),
  // Whoever has one of its two ends has it.
  move: {
    table: 'stock_move',
    key: 'id',
    seen: () => sql<SqlBool>`(${warehouseSeen('r.from_id')} or ${warehouseSeen('r.to_id')})`,
  },
  warehouse: { table: 'warehouse', key: 'id', seen: () => warehouseSeen('r.id') },
  wave: { table: 'wave', key: 'id', seen: () => waveSeen('r') },
} satisfies Record<string, Kind>
type KindName = keyof typeof KINDS

/** By the path up to its parameter; the longest that fits. */
const PATHS: Readonly<Record<string, KindName>> = {
  '/api/staff/company/:id': 'company',
  '/api/staff/order/:id': 'order',
  '/api/staff/held_order/:id': 'order',
  '/api/staff/after_sale/:id': 'after_sale',
  '/api/staff/after_sale/info/:id': 'after_sale',
  '/api/staff/refund/:no': 'refund',
  '/api/staff/payment/:no': 'payment',
  '/api/staff/payment/suspense/:no': 'suspense',
  '/api/staff/receipt/:id': 'receipt',
  '/api/staff/invoice/:id': 'invoice',
  '/api/staff/invoice_request/:id': 'invoice_request',
  '/api/staff/feedback/:id': 'feedback',
  '/api/staff/transfer_proof/:id': 'transfer_proof',
  '/api/staff/chat/:id': 'chat',
  '/api/staff/certificate/:id': 'certificate',
  '/api/staff/company_change/:id': 'company_change',
  '/api/staff/company_pair/:id': 'company_pair',
  '/api/staff/report/request/:id': 'report_request',
  '/api/staff/seal/:id': 'seal',
  '/api/staff/wanted/:id': 'wanted',
  '/api/staff/address/:id': 'address',
  '/api/staff/points_order/:id': 'points_order',
  '/api/staff/approval/:id': 'approval',
  '/api/staff/document/:id': 'document',
  '/api/staff/batch/:id': 'batch',
  '/api/staff/order_entry/company/:id': 'company',
  // Of a buyer, by its company.
  '/api/staff/first_trade/:id': 'company',
  '/api/staff/invitation/:id': 'invitation',
  '/api/staff/shipment/:id': 'shipment',
  '/api/staff/count/:id': 'count',
  '/api/staff/intake/:id': 'intake',
  '/api/staff/unqualified/:id': 'unqualified',
  '/api/staff/care/room/:id': 'room',
  '/api/staff/stock/move/:id': 'move',
  '/api/staff/warehouse/:id': 'warehouse',
  '/api/staff/wave/:id': 'wave',
  '/api/staff/open/company/:id': 'company',
  '/api/staff/open/key/:id': 'open_key',
  '/api/staff/open/secret/:id': 'open_secret',
}

/** Of nobody's customers and of no warehouse: goods, makers' papers, reports, recalls, people. What lists of them show of customers is narrowed in their SQL. */
const OF_THE_HOUSE: readonly string[] = [
  '/api/staff/trade_paper/:id',
  '/api/staff/supplier/:id',
  '/api/staff/first_goods/:id',
  '/api/staff/upstream/:id',
  '/api/staff/law/goods/:id',
  '/api/staff/recall/:id',
  '/api/staff/report/:id',
  '/api/staff/goods/:id',
  '/api/staff/person/:id',
  '/api/staff/role/:key',
  '/api/staff/me/session/:id',
  '/api/staff/me/passkey/:id',
  '/api/staff/emergency/:id',
  '/api/staff/article/:id',
  '/api/staff/setting/:key',
  '/api/staff/category/:id',
  '/api/staff/manufacturer/:id',
  '/api/staff/search/word/:id',
  '/api/staff/search/pin/:id',
  '/api/staff/availability/:id',
  '/api/staff/offer/:id',
  '/api/staff/coupon/:id',
  '/api/staff/deal/:id',
  '/api/staff/front/slot/:slot',
  '/api/staff/front/link/:place',
  '/api/staff/front/page/:id',
  '/api/staff/segment/:id',
  '/api/staff/agreement/:id',
  '/api/staff/agreement/:id/draft',
  '/api/staff/agreement/:id/publish',
  '/api/staff/agreement/:id/withdraw',
  '/api/staff/broadcast/:id',
  '/api/staff/goods_record/:id',
  '/api/staff/price/:id',
  '/api/staff/price_list/:id',
  '/api/staff/goods_import/:id',
  '/api/staff/picture_import/:id',
  '/api/staff/channel/:key',
  '/api/staff/job/:id',
  '/api/staff/figures/schedule/:id',
  '/api/staff/figures/letter/:id',
  // One's own, or a name of a kind: their service looks.
  '/api/staff/work/:kind',
  '/api/staff/register/:kind',
  '/api/staff/bulk/:kind',
  '/api/staff/bulk_job/:id',
  '/api/staff/label/:id',
  '/api/staff/label/order/:kind',
  '/api/staff/view/:id',
  '/api/staff/export/:kind',
  '/api/staff/export/:id',
  '/api/staff/open/webhook/:id',
  '/api/staff/open/webhook_secret/:id',
]

/** Whole by their nature: whoever sees a part has no business with them. */
const WHOLE: readonly string[] = [
  'GET /api/staff/audit',
  'GET /api/staff/trace_code/pack',
  'POST /api/staff/sales_record',
  'POST /api/staff/register/:kind',
  // Systems read and hear of every order: so does whoever sees what they were told, has it told again or holds their key.
  'GET /api/staff/open/webhook/:id/message',
  'POST /api/staff/open/webhook',
  'POST /api/staff/open/webhook/:id/again',
  'POST /api/staff/open/webhook/:id/issue',
  'POST /api/staff/open/key',
  'POST /api/staff/open/key/:id/issue',
  'POST /api/staff/open/key/:id/renew',
]

/** Of all customers at once: what came in at the bank, what channels say, the closed day, files of companies. */
const WHOLE_DESKS = [
  '/api/staff/company_import',
  '/api/staff/bank',
  '/api/staff/channel_bill',
  '/api/staff/channel_difference',
  '/api/staff/closing',
  '/api/staff/closing_checks',
  '/api/staff/ledger',
]

const beginsWith = (path: string, beginning: string): boolean => path === beginning || path.startsWith(`${beginning}/`)
const longestOf = (path: string, beginnings: readonly string[]): string | undefined =>
  beginnings.filter((one) => beginsWith(path, one)).sort((a, b) => b.length - a.length)[0]

/** 'house': narrowed by nothing. Undefined: nobody has said yet what the path names. */
export function recordOf({ path }: Pick<Call, 'path'>): KindName | 'house' | undefined {
  const found = longestOf(path, [...Object.keys(PATHS), ...OF_THE_HOUSE, ...WHOLE_DESKS])
  return found === undefined ? undefined : (PATHS[found] ?? 'house')
}

async function isSeen({ db }: DatabaseHandle, name: KindName, value: unknown): Promise<boolean> {
  const { table, key, seen } = KINDS[name]
  const { rows } = await sql`select from ${sql.table(table)} r where r.${sql.ref(key)} = ${value} and ${seen()}`.execute(db)
  return rows.length > 0
}

/** What a path, a query or a body names besides. from_id: the warehouse that goods leave; where they go to is another one's by its nature. */
const NAMED: Readonly<Record<string, { kind: KindName; name: string }>> = {
  company_id: { kind: 'company', name: '企业' },
  company_ids: { kind: 'company', name: '企业' },
  order_id: { kind: 'order', name: '订单' },
  order_no: { kind: 'order_by_no', name: '订单' },
  warehouse_id: { kind: 'warehouse', name: '仓库' },
  from_id: { kind: 'warehouse', name: '仓库' },
  batch_id: { kind: 'batch', name: '批号' },
}

/** In the context of the call; only asked where the caller's view is narrowed. */
export async function refuseOutside(
  database: DatabaseHandle,
  call: Call,
  { params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): Promise<void> {
  if (WHOLE.includes(`${call.method} ${call.path}`) || longestOf(call.path, WHOLE_DESKS) !== undefined)
    throw forbidden('您的查看范围有限，不能使用这一项')
  const record = recordOf(call)
  if (record !== undefined && record !== 'house') {
    const [value] = Object.values((params ?? {}) as Record<string, unknown>)
    if (!(await isSeen(database, record, value))) throw notFound('记录')
  }
  for (const named of [params, query, body] as (Record<string, unknown> | null | undefined)[])
    for (const [field, { kind, name }] of Object.entries(NAMED))
      for (const id of [named?.[field]].flat())
        if (id !== undefined && id !== null && id !== '' && !(await isSeen(database, kind, id))) throw notFound(name)
}
