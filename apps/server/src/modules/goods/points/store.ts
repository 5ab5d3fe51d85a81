import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { PointsKind, PointsOrderStatus } from '#domain/points.ts'
import type { Connection } from '../../../platform/database.ts'

/** A goods of the mall as taking it needs it. Money in fen, each. */
export interface PointsGoodsRow {
  id: number
  kind: PointsKind
  name: string
  image: string
  points: number
  money: Fen
  worth: Fen | null
  couponTemplateId: number | null
  goodsId: number | null
  left: number | null
  perBuyer: number | null
  startsAt: Date
  endsAt: Date
}

/** Of points_goods g with coupon_template t beside it: left of a coupon ends with the coupon's own quota, too. */
export const GOODS_COLUMNS = sql`
  g.id, g.kind, g.name, g.image, g.points, g.money, g.worth, g.coupon_template_id as "couponTemplateId",
  g.goods_id as "goodsId",
  least(g.stock - g.taken, t.quota - t.taken) as left, g.per_buyer as "perBuyer",
  greatest(g.starts_at, '1970-01-01') as "startsAt", least(g.ends_at, '9999-01-01') as "endsAt"`

export async function findPointsGoods(connection: Connection, id: number): Promise<PointsGoodsRow | null> {
  const { rows } = await sql<PointsGoodsRow>`
    select ${GOODS_COLUMNS}
      from points_goods g left join coupon_template t on t.id = g.coupon_template_id
     where g.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Units of a goods that a company has taken and not given back. */
export async function takenBy(connection: Connection, pointsGoodsId: number, companyId: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select coalesce(sum(number), 0)::integer as taken from points_order
     where points_goods_id = ${pointsGoodsId} and company_id = ${companyId} and status <> 'cancelled'`.execute(connection)
  return rows[0]?.taken ?? 0
}

/** False: not so many are left. */
export async function takeStock(connection: Connection, id: number, number: number): Promise<boolean> {
  const { rows } = await sql`
    update points_goods set taken = taken + ${number}
     where id = ${id} and (stock is null or taken + ${number} <= stock) returning id`.execute(connection)
  return rows.length === 1
}

export async function giveStockBack(connection: Connection, id: number, number: number): Promise<void> {
  await sql`update points_goods set taken = greatest(0, taken - ${number}) where id = ${id}`.execute(connection)
}

export interface Receiver {
  /** Not of orders from before it was kept. */
  address_id?: number
  receiver: string
  phone: string
  province: string
  city: string
  district: string
  detail: string
}

export interface Destination {
  receiver: Receiver
  isReviewed: boolean
}

/** The address named, or the default one, and whether drugs may go there; null where the company has none such. */
export async function findReceiver(connection: Connection, companyId: number, addressId: number | null): Promise<Destination | null> {
  const row = await connection
    .selectFrom('address')
    .select(['id', 'receiver', 'phone', 'province', 'city', 'district', 'detail', 'is_licence', 'review'])
    .where('company_id', '=', companyId)
    .$if(addressId !== null, (query) => query.where('id', '=', addressId))
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { id, is_licence, review, ...receiver } = row
  return { receiver: { address_id: id, ...receiver }, isReviewed: is_licence || review === 'passed' }
}

export interface PointsOrderRow {
  id: number
  no: string
  companyId: number
  pointsGoodsId: number | null
  goodsId: number | null
  name: string
  image: string
  kind: PointsKind
  number: number
  points: number
  money: Fen
  receiver: Receiver | null
  status: PointsOrderStatus
  carrier: string
  waybill: string
  createdAt: Date
}

export const ORDER_COLUMNS = sql`
  id, no, company_id as "companyId", points_goods_id as "pointsGoodsId", goods_id as "goodsId", name, image, kind, number, points, money, receiver, status,
  carrier, waybill, created_at as "createdAt"`

export async function findByKey(connection: Connection, companyId: number, key: string): Promise<PointsOrderRow | null> {
  const { rows } = await sql<PointsOrderRow>`
    select ${ORDER_COLUMNS} from points_order where company_id = ${companyId} and idempotency_key = ${key}`.execute(connection)
  return rows[0] ?? null
}

/** The row is what cancelling, shipping and receiving queue on. companyId null: for staff, who act on any company's order. */
export async function lockPointsOrder(connection: Connection, id: number, companyId: number | null): Promise<PointsOrderRow | null> {
  const { rows } = await sql<PointsOrderRow>`
    select ${ORDER_COLUMNS} from points_order where id = ${id} and (${companyId}::bigint is null or company_id = ${companyId}) for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

export interface NewPointsOrder {
  companyId: number
  accountId: number
  pointsGoodsId: number | null
  /** The goods of the catalogue that it is. */
  goodsId: number | null
  drawRecordId: number | null
  key: string
  name: string
  image: string
  kind: PointsKind
  number: number
  points: number
  money: Fen
  receiver: Receiver | null
  status: PointsOrderStatus
  /** The Beijing date, for the number. */
  today: string
}

/** The number says that it is an order of points, the day, and the order's serial. */
export async function insertPointsOrder(connection: Connection, order: NewPointsOrder, now: Date): Promise<PointsOrderRow> {
  const receiver = order.receiver === null ? null : JSON.stringify(order.receiver)
  const completedAt = order.status === 'completed' ? now : null
  const { rows } = await sql<PointsOrderRow>`
    with fresh as (select nextval(pg_get_serial_sequence('points_order', 'id')) as id)
    insert into points_order (id, no, company_id, account_id, points_goods_id, goods_id, draw_record_id, idempotency_key, name, image, kind, number,
                              points, money, receiver, status, created_at, completed_at)
    overriding system value
    select id, 'JF' || ${order.today.replaceAll('-', '')}::text || lpad(id::text, greatest(6, length(id::text)), '0'), ${order.companyId},
           ${order.accountId}, ${order.pointsGoodsId}, ${order.goodsId}::bigint, ${order.drawRecordId}, ${order.key}, ${order.name}, ${order.image}, ${order.kind},
           ${order.number}, ${order.points}, ${order.money}, ${receiver}::jsonb, ${order.status}, ${now}, ${completedAt}::timestamptz
      from fresh
    returning ${ORDER_COLUMNS}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a points order was not written')
  return row
}

const TIME_COLUMN = { placed: null, shipped: 'shipped_at', completed: 'completed_at', cancelled: 'cancelled_at' } as const

export async function setPointsOrder(
  connection: Connection,
  id: number,
  to: PointsOrderStatus,
  { receiver, carrier, waybill }: Pick<PointsOrderRow, 'receiver' | 'carrier' | 'waybill'>,
  now: Date,
): Promise<void> {
  const column = TIME_COLUMN[to]
  await connection
    .updateTable('points_order')
    .set({ status: to, ...(column && { [column]: now }), receiver: receiver === null ? null : JSON.stringify(receiver), carrier, waybill })
    .where('id', '=', id)
    .execute()
}
