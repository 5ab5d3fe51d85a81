import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'

/** Orders that left the house, straight into the tables: what papers are made from and listed by. */
export interface ShipmentWish {
  companyId: number
  lines: number
  daysAgo: number
}

/** Lines of a wholesaler's orders: 5 to 40, the same for the same number. */
export const linesOf = (nth: number): number => 5 + ((nth * 7919) % 36)

export interface Shipped {
  id: number
  orderId: number
  companyId: number
}

/** Facts of goods that a note shows and generated goods lack. */
export async function completeGoods({ pool }: DatabaseHandle): Promise<void> {
  await pool.query(
    `update goods set storage = case when id % 3 = 0 then '密封，在阴凉处（不超过20℃）保存' else '遮光，密封，在干燥处保存' end,
            holder = case when id % 7 = 0 then '示例药品上市许可持有人有限公司' else holder end
      where storage = ''`,
  )
  await pool.query(
    `insert into setting (key, value) values
       ('supplier', '{"name":"示例医药有限公司","tax_no":"91520100MA6H000000","address":"贵州省贵阳市云岩区示例大道 1 号","phone":"0851-80000000"}'),
       ('licences', '[{"name":"药品经营许可证","value":"黔AA8510001"},{"name":"营业执照","value":"91520100MA6H000000"}]')
     on conflict (key) do update set value = excluded.value`,
  )
}

/** Goods of the first warehouse that have a batch there, in no order that a list has. */
async function batchesSold({ pool }: DatabaseHandle): Promise<{ goodsId: number; batchId: number }[]> {
  const { rows } = await pool.query<{ goodsId: number; batchId: number }>(
    `select b.goods_id as "goodsId", b.id as "batchId" from stock_batch b
      where b.warehouse_id = (select min(id) from warehouse) and b.available > 0 order by md5(b.goods_id::text), b.id`,
  )
  return rows
}

/** Shipped, and received where they are older than three days. */
const ORDERS = `
  with wish as materialized (
    select w.n, w.company_id, w.lines, now() - w.days * interval '1 day' - w.n * interval '1 second' as at,
           nextval(pg_get_serial_sequence('checkout', 'id')) as checkout_id, nextval(pg_get_serial_sequence('orders', 'id')) as order_id
      from unnest($1::bigint[], $2::int[], $3::int[]) with ordinality as w (company_id, lines, days, n)),
  paid as (
    insert into checkout (id, company_id, account_id, idempotency_key) overriding system value
    select w.checkout_id, w.company_id, m.account_id, 'bench-' || w.checkout_id from wish w join account_company m on m.company_id = w.company_id
    returning id, account_id),
  made as (
    insert into orders (id, no, checkout_id, company_id, account_id, warehouse_id, status, goods_amount, payable_amount, receiver, invoice_kind,
                        created_at, paid_at, shipped_at, received_at) overriding system value
    select w.order_id, 'P' || to_char(w.at, 'YYMMDD') || lpad(w.order_id::text, 8, '0'), w.checkout_id, w.company_id, p.account_id,
           (select min(id) from warehouse), case when w.at < now() - interval '3 days' then 'received' else 'shipped' end,
           w.lines * 100000, w.lines * 100000,
           '{"receiver":"收货人","phone":"13900000009","province":"四川省","city":"成都市","district":"武侯区","detail":"示例路 1 号"}', 'normal',
           w.at - interval '1 day', w.at - interval '1 day', w.at, case when w.at < now() - interval '3 days' then w.at + interval '2 days' end
      from wish w join paid p on p.id = w.checkout_id returning id),
  sent as (
    insert into shipment (order_id, carrier, waybill, packages, picked_by, checked_by, shipped_at, delivered_at)
    select w.order_id, '自营配送', 'ZY' || w.order_id, 1 + w.lines / 5, '张拣货', '李复核', w.at, w.at + interval '1 day'
      from wish w join made on made.id = w.order_id returning id, order_id)
  select s.id, s.order_id as "orderId", w.company_id as "companyId" from sent s join wish w on w.order_id = s.order_id order by w.n`

const LINES = `
  insert into order_line (order_id, company_id, goods_id, goods, number, unit_price, amount, price_source)
  select w.order_id, w.company_id, g.id,
         jsonb_build_object('code', g.code, 'name', g.name, 'spec', g.spec, 'unit', g.unit, 'manufacturer', coalesce(m.name, ''),
                            'approval_no', g.approval_no, 'dosage_form', g.dosage_form, 'image', ''), 10, 10000, 100000, 'base'
    from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality as w (order_id, company_id, goods_id, n)
    join goods g on g.id = w.goods_id left join manufacturer m on m.id = g.manufacturer_id order by w.n returning id, goods_id as "goodsId"`

const PIECES = `
  insert into order_line_batch (order_line_id, stock_batch_id, batch_no, production_date, expiry_date, number)
  select l.line_id, l.batch_id, 'PH26' || lpad((l.goods_id % 10000)::text, 4, '0'), date '2026-01-05', date '2028-12-31', 10
    from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as l (line_id, batch_id, goods_id)`

const CHUNK = 300

/** Every line is of another goods, from one warehouse, of one batch. */
export async function makeShipments(database: DatabaseHandle, wishes: readonly ShipmentWish[]): Promise<Shipped[]> {
  const { pool } = database
  const sold = await batchesSold(database)
  const batchOf = new Map(sold.map(({ goodsId, batchId }) => [goodsId, batchId]))
  const made: Shipped[] = []
  for (let from = 0; from < wishes.length; from += CHUNK) {
    const chunk = wishes.slice(from, from + CHUNK)
    const ofWish = (key: keyof ShipmentWish) => chunk.map((wish) => wish[key])
    const { rows } = await pool.query<Shipped>(ORDERS, [ofWish('companyId'), ofWish('lines'), ofWish('daysAgo')])
    const lines = rows.flatMap(({ orderId, companyId }, at) =>
      Array.from({ length: chunk[at]?.lines ?? 0 }, (_, k) => ({
        orderId,
        companyId,
        goodsId: sold[((from + at) * 41 + k) % sold.length]?.goodsId,
      })),
    )
    const { rows: written } = await pool.query<{ id: number; goodsId: number }>(LINES, [
      lines.map((line) => line.orderId),
      lines.map((line) => line.companyId),
      lines.map((line) => line.goodsId),
    ])
    await pool.query(PIECES, [
      written.map(({ id }) => id),
      written.map(({ goodsId }) => batchOf.get(goodsId)),
      written.map(({ goodsId }) => goodsId),
    ])
    made.push(...rows)
  }
  return made
}
