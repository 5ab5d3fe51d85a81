import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import type { KnownValues } from './console-requests.ts'

/** Words and records that the fill knows: an order in the middle, its company, its goods, and one of everything else. */

type Known = Record<
  'order' | 'no' | 'company' | 'name' | 'initials' | 'credit' | 'phone' | 'goods' | 'code' | 'drug' | 'batch' | 'batch_no' | 'warehouse',
  string
>
const MIDDLE = `
  select o.id::text as "order", o.no, c.id::text as company, c.name, c.initials, c.credit_code as credit, c.phone, g.id::text as goods, g.code,
         split_part(g.name, ' ', 1) as drug, b.stock_batch_id::text as batch, b.batch_no, o.warehouse_id::text as warehouse
    from (select * from orders where status = 'completed' and id % 400 = 203 and id < (select max(id) / 2 from orders) order by id desc limit 1) o join company c on c.id = o.company_id
    join lateral (select * from order_line where order_id = o.id limit 1) l on true join goods g on g.id = l.goods_id
    join order_line_batch b on b.order_line_id = l.id`

/** The path of a call and the table whose middle record it is asked with. */
const TABLES: readonly (readonly [path: string, table: string])[] = [
  ['/api/staff/after_sale/info/:id', 'after_sale'],
  ['/api/staff/chat/:id', 'chat_conversation'],
  ['/api/staff/bank/import/:id', 'bank_import'],
  ['/api/staff/bank/line/:id', `bank_line where state = 'open'`],
  ['/api/staff/count/:id', 'stock_count'],
  ['/api/staff/intake/:id', 'stock_intake'],
  ['/api/staff/recall/:id', 'recall'],
  ['/api/staff/trade_paper/:id', 'trade_paper'],
  ['/api/staff/first_trade/:id', 'company where review_state = 1'],
  ['/api/staff/shipment/:id', 'shipment'],
  ['/api/staff/wave/:id', 'wave'],
]
const FIXED: readonly (readonly [path: string, value: string])[] = [
  ['/api/staff/setting/:key', 'company_name'],
  ['/api/staff/work/:kind', 'picking'],
]

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)

export async function knownValues({ pool }: DatabaseHandle): Promise<KnownValues> {
  const { rows } = await pool.query<Known>(MIDDLE)
  const [known] = rows
  if (!known) throw new Error('no order of the middle: too few for this part')
  const records: [string, string][] = []
  for (const [path, table] of TABLES) {
    const found = await pool.query<{ id: string }>(`select percentile_disc(0.5) within group (order by id) as id from ${table}`)
    records.push([path, String(found.rows[0]?.id)])
  }
  const closed = await pool.query<{ day: string }>('select (max(day) - 10)::text as day from day_closing')
  const paid = await pool.query<{ id: string }>(`select id from orders where status = 'paid' and held_at is null order by id desc limit 20`)
  const half = known.name.slice(2, 6)
  const none = '没有这样的'
  return {
    words: [half, known.drug, known.no, none],
    period: [day(200), day(170)],
    records: [
      ...records,
      ...FIXED,
      ['/api/staff/closing/:day', closed.rows[0]?.day ?? ''],
      ['/api/staff/order_entry/company/:id', known.company],
      ['/api/staff/company/:id', known.company],
      ['/api/staff/order/:id', known.order],
      ['/api/staff/goods_record/:id', known.goods],
      ['/api/staff/price/:id', known.goods],
      ['/api/staff/batch/:id', known.batch],
    ],
    values: {
      company_id: [known.company],
      company: [half, '大药房', none],
      '/api/staff/invitation/list company': [known.company],
      order_id: [known.order],
      goods_id: [known.goods],
      goods: [known.code, known.drug],
      '/api/staff/company/:id/why goods': [known.goods],
      warehouse_id: [known.warehouse],
      batch_id: [known.batch],
      ids: [paid.rows.map(({ id }) => id).join(',')],
      no: [known.no, known.no.slice(0, 5)],
      min: ['1999'],
      max: ['1999'],
      type: ['诊所'],
      province: ['四川省'],
      city: ['成都市'],
      rank: ['A'],
      manager: ['经理7'],
      expiring: ['30'],
      category: ['1'],
      manufacturer: ['1'],
      bill: ['400'],
      month: [day(60).slice(0, 7)],
      list: ['orders'],
      version: ['0'],
      lines: [`${known.goods}:5`],
      on: [day(30)],
      role: ['auditor'],
      actor: ['员工7', '没有此人'],
      action: ['order.', 'company.review', 'none.'],
      subject: ['order:500', 'order:0'],
      document_no: ['RK500'],
      task: ['export'],
      kinds: ['delivery_note', 'first_trade'],
      section: ['公告'],
      class: ['psychotropic'],
      '/api/staff/companies keywords': [known.initials.slice(0, 3), half, known.credit, known.phone, none],
      '/api/staff/find q': [half, known.initials.slice(0, 3), known.no.slice(0, 6), known.phone, known.batch_no, none],
      '/api/staff/batch/list keywords': [known.batch_no, known.batch_no.slice(0, 4), known.code, known.drug, none],
      '/api/staff/stock/movements words': [known.batch_no, known.code, known.drug, none],
      '/api/staff/care words': [known.batch_no, known.batch_no.slice(0, 4), known.code, known.drug, 'A-1', none],
      '/api/staff/care/goods words': [known.code, known.drug, none],
      '/api/staff/register/care words': [known.batch_no, known.code, known.drug, none],
      '/api/staff/report keyword': [known.batch_no, known.drug, none],
      '/api/staff/bank/line keywords': [half, '2000.00', 'S00005', none],
      '/api/staff/shipment words': [known.no, 'ZY5', none],
      '/api/staff/receipts keywords': [known.no, half, none],
    },
  }
}
