import type { BodyOf, DataOf } from '#contract/call.ts'
import { LABEL_KINDS, LABELS_MAX, type LabelSize } from '#contract/constants.ts'
import type {
  LabelKind,
  staffBatchLabels,
  staffGoodsLabels,
  staffOrderCartons,
  staffOrderLabels,
  staffPlaceLabels,
} from '#contract/labels.ts'
import { beijingMinute } from '#domain/dates.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { unprintable } from '#domain/paper-text.ts'
import { type StaffActor, writeAudits } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { drawLabels, type Label, readSupplier } from '../../papers/documents/public.ts'
import { addressLabel, batchLabel, cartonLabel, goodsLabel, placeLabel } from './faces.ts'
import { insertPrint, type OrderPrint, orderPrints, ownPrint, type PrintedOf } from './store.ts'
import { type LabelOrder, labelBatches, labelGoods, labelOrders, placesOf, warehouseName } from './views.ts'

type OrderBody = BodyOf<typeof staffOrderLabels>
type Goods = BodyOf<typeof staffGoodsLabels>
type Places = BodyOf<typeof staffPlaceLabels>
type Printed = DataOf<typeof staffOrderLabels>

/** A print may be fetched so long; later it is another one, and on record as such. */
const FETCHED_WITHIN_MS = 15 * 60_000

function refuseTooMany(labels: number): void {
  if (labels > LABELS_MAX)
    throw fieldErrors([{ field: 'copies', message: `一次最多 ${LABELS_MAX} 张标签，这里要 ${labels} 张，请分几次打印` }])
}

async function record(
  trx: Connection,
  staff: StaffActor,
  print: { kind: LabelKind; size: LabelSize; wish: unknown; labels: number },
  of: readonly PrintedOf[],
  now: Date,
): Promise<Printed> {
  refuseTooMany(print.labels)
  const { id, again } = await insertPrint(trx, print, of, staff, now)
  const said = ({ subject, ...more }: PrintedOf) => ({
    kind: LABEL_KINDS[print.kind],
    size: print.size,
    ...more,
    again: again.get(subject) ?? 0,
  })
  await writeAudits(
    trx,
    staff,
    of.map((one) => ({ action: 'label.print' as const, subject: one.subject, before: null, after: said(one) })),
    now,
  )
  return { id, labels: print.labels, again: [...again.values()].filter((times) => times > 0).length }
}

// ── Orders ──

/** Paid and not cancelled: what is packed, or was. */
const PACKED: readonly string[] = ['paid', 'picking', 'shipped', 'received', 'completed']
const inWords = ({ cartons, first, last }: Pick<OrderPrint, 'cartons' | 'first' | 'last'>): string =>
  cartons === null ? '' : first === last && cartons > 1 ? `第 ${first} 箱，共 ${cartons} 箱` : `${cartons} 箱`

/** Of the shipment, or of the packing as far as it is. */
const packedInto = ({ packages, cartons }: LabelOrder): number | null => packages ?? (cartons.length > 0 ? cartons.length : null)

export async function cartonsOf({ db }: DatabaseHandle, id: number): Promise<DataOf<typeof staffOrderCartons>> {
  const order = (await labelOrders(db, [id])).get(id)
  if (order === undefined) throw notFound('订单')
  const prints = await orderPrints(db, id)
  return {
    cartons: packedInto(order) ?? prints.find(({ cartons }) => cartons !== null)?.cartons ?? null,
    shipped: order.packages,
    packed: order.cartons.length,
    prints: prints.map((print) => ({
      at: print.at.toISOString(),
      by: print.by,
      kind_name: LABEL_KINDS[print.kind],
      cartons: inWords(print),
    })),
  }
}

function refuseOrder(order: LabelOrder | undefined, kind: 'carton' | 'address', wish: OrderBody['orders'][number]): asserts order {
  if (order === undefined) throw notFound('订单')
  if (!PACKED.includes(order.status)) throw conflict(`订单 ${order.no} ${STATUS_NAMES[order.status]}，没有要发的箱子`)
  if (kind === 'address') return
  if (wish.only !== undefined && wish.only > wish.cartons)
    throw fieldErrors([{ field: 'only', message: `共 ${wish.cartons} 箱，没有第 ${wish.only} 箱` }])
  // What stands on cartons and on the papers of the shipment is one figure.
  if (order.packages !== null && order.packages !== wish.cartons)
    throw conflict(`订单 ${order.no} 的发货单登记为 ${order.packages} 箱，箱签须一致；箱数不对请先更正发货信息`)
  if (order.cartons.length > 0 && order.cartons.length !== wish.cartons)
    throw conflict(`订单 ${order.no} 按箱装了 ${order.cartons.length} 箱，箱签须一致`)
}

const spanOf = ({ cartons, only }: OrderBody['orders'][number]) => ({ cartons, first: only ?? 1, last: only ?? cartons })

export async function printOrders(
  { db }: DatabaseHandle,
  staff: StaffActor,
  kind: 'carton' | 'address',
  body: OrderBody,
  now: Date,
): Promise<Printed> {
  const ids = body.orders.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw fieldErrors([{ field: 'orders', message: '同一张订单选了两次' }])
  return transact(db, async (trx) => {
    const orders = await labelOrders(trx, ids)
    for (const wish of body.orders) refuseOrder(orders.get(wish.id), kind, wish)
    const of = body.orders.map((wish) => ({ subject: `order:${wish.id}`, ...(kind === 'carton' && spanOf(wish)) }))
    const labels = kind === 'carton' ? body.orders.reduce((sum, wish) => sum + (wish.only === undefined ? wish.cartons : 1), 0) : of.length
    return record(trx, staff, { kind, size: body.size, wish: body, labels }, of, now)
  })
}

// ── What lies in the warehouse ──

export async function printBatches({ db }: DatabaseHandle, staff: StaffActor, body: BodyOf<typeof staffBatchLabels>, now: Date) {
  return transact(db, async (trx) => {
    const found = await labelBatches(trx, body.ids)
    if (found.size < body.ids.length) throw notFound('批号')
    const of = body.ids.map((id) => ({ subject: `stock_batch:${id}` }))
    return record(trx, staff, { kind: 'batch', size: body.size, wish: body, labels: body.ids.length * body.copies }, of, now)
  })
}

export async function printGoods({ db }: DatabaseHandle, staff: StaffActor, body: Goods, now: Date): Promise<Printed> {
  return transact(db, async (trx) => {
    if ((await warehouseName(trx, body.warehouse_id)) === null) throw notFound('仓库')
    const found = await labelGoods(trx, body.warehouse_id, body.ids)
    if (found.size < body.ids.length) throw notFound('商品')
    const of = body.ids.map((id) => ({ subject: `goods:${id}` }))
    return record(trx, staff, { kind: 'goods', size: body.size, wish: body, labels: body.ids.length * body.copies }, of, now)
  })
}

export async function printPlaces({ db }: DatabaseHandle, staff: StaffActor, body: Places, now: Date): Promise<Printed> {
  const places = [...new Set(body.places.map((place) => place.trim()).filter(Boolean))]
  const wrong = places.map(unprintable).find((fault) => fault !== null)
  if (wrong || places.length === 0) throw fieldErrors([{ field: 'places', message: wrong ?? '请写货位' }])
  return transact(db, async (trx) => {
    if ((await warehouseName(trx, body.warehouse_id)) === null) throw notFound('仓库')
    const of = [{ subject: `warehouse:${body.warehouse_id}` }]
    return record(trx, staff, { kind: 'place', size: body.size, wish: { ...body, places }, labels: places.length * body.copies }, of, now)
  })
}

export async function placesIn({ db }: DatabaseHandle, warehouseId: number, words: string) {
  return { list: await placesOf(db, warehouseId, words.trim()) }
}

// ── The file ──

const times = <One>(one: One, copies: number): One[] => Array.from({ length: copies }, () => one)

async function orderFaces(
  connection: Connection,
  kind: LabelKind,
  { orders }: OrderBody,
  again: ReadonlyMap<string, number>,
): Promise<Label[]> {
  const found = await labelOrders(
    connection,
    orders.map(({ id }) => id),
  )
  const sender = await readSupplier(connection)
  return orders.flatMap((wish) => {
    const order = found.get(wish.id)
    if (order === undefined) throw notFound('订单')
    const before = again.get(`order:${wish.id}`) ?? 0
    if (kind === 'address') return [addressLabel(order, before, sender)]
    const { cartons, first, last } = spanOf(wish)
    return Array.from({ length: last - first + 1 }, (_, at) => cartonLabel(order, first + at, cartons, before, sender))
  })
}

async function facesOf(connection: Connection, kind: LabelKind, wish: unknown, again: ReadonlyMap<string, number>): Promise<Label[]> {
  if (kind === 'carton' || kind === 'address') return orderFaces(connection, kind, wish as OrderBody, again)
  if (kind === 'batch') {
    const { ids, copies } = wish as BodyOf<typeof staffBatchLabels>
    const found = await labelBatches(connection, ids)
    return ids.flatMap((id) => found.get(id) ?? []).flatMap((batch) => times(batchLabel(batch), copies))
  }
  const { warehouse_id: id, copies } = wish as Goods | Places
  const warehouse = (await warehouseName(connection, id)) ?? ''
  if (kind === 'place') return (wish as Places).places.flatMap((place) => times(placeLabel(id, warehouse, place), copies))
  const { ids } = wish as Goods
  const found = await labelGoods(connection, id, ids)
  return ids.flatMap((one) => found.get(one) ?? []).flatMap((goods) => times(goodsLabel(goods, warehouse), copies))
}

export async function labelFileOf(
  { db }: DatabaseHandle,
  accountId: number,
  id: number,
  now: Date,
): Promise<{ name: string; bytes: Buffer }> {
  const print = await ownPrint(db, id, accountId)
  if (print === null) throw notFound('标签')
  if (now.getTime() - print.printedAt.getTime() > FETCHED_WITHIN_MS) throw conflict('这批标签已过取用时间，请重新打印')
  const labels = await facesOf(db, print.kind, print.wish, new Map(print.of.map(({ subject, again }) => [subject, again])))
  if (labels.length === 0) throw notFound('标签')
  const title = `${LABEL_KINDS[print.kind]} ${beijingMinute(print.printedAt)}`
  const { name: author } = await readSupplier(db)
  return {
    name: `${LABEL_KINDS[print.kind]}-${labels.length}张.pdf`,
    bytes: await drawLabels({ title, author, madeAt: now, size: print.size, labels }, accountId),
  }
}
