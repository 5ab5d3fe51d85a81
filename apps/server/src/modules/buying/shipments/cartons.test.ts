import { describe, expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { drawnAs } from '../../../../test/drawn.ts'
import { makeCompany, makeGoods, makeStaff, makeStaffOf, makeStock, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { split } from '../../../../test/order-split.ts'
import { hasPoppler, pdfText } from '../../../../test/poppler.ts'
import { testSigner } from '../../../../test/signer.ts'
import { untilOneWaits } from '../../../../test/waiting.ts'
import { findViolations } from '../../money/invariants/public.ts'
import { documentsOf } from '../../papers/documents/public.ts'
import { cartonLabel } from '../labels/faces.ts'
import { labelOrders } from '../labels/views.ts'
import { shipmentDrawings } from './papers.ts'
import type { ShipmentSnapshot } from './snapshot.ts'

const NOW = new Date('2026-11-22T02:30:00Z')
const shop = await testShop({ now: NOW, signer: (await testSigner()).signer })
const { db, pool } = shop.database
await nameSupplier(db)
const chief = await makeStaff(db, '王捷')
const packer = await makeStaffOf(db, 'warehouse', '冯仓')
const other = await makeStaffOf(db, 'warehouse', '罗远')
const buyer = await makeCompany(db, { balance: '900000.00', name: '云岩大药房' })
const address = await makeAddress(db, buyer.companyId)

const get = (url: string, cookie = packer) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object = {}, cookie = packer) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })

type Options = Parameters<typeof makeGoods>[1]
interface Wish extends NonNullable<Options> {
  buys: number
}
const COLD = { cold_chain: true, storage: '2～8℃冷藏' }
let serial = 0
/** An order that is being picked, with a piece for each goods. */
async function picked(...wishes: Wish[]) {
  const batches: number[] = []
  const list: { goods_id: number; number: number }[] = []
  for (const { buys, ...more } of wishes) {
    const goods = await makeGoods(db, { price: '1000.00', stock: 0, ...more })
    serial += 1
    batches.push(
      ...(await makeStock(db, goods, [
        { available: 100, batchNo: `ZX${serial}`, expiry: '2028-01-04' },
        { available: 50, batchNo: `ZY${serial}`, expiry: '2029-01-04' },
      ])),
    )
    list.push({ goods_id: goods, number: buys })
  }
  const [made] = await buy(shop, buyer, address, list, `${wishes.reduce((sum, { buys }) => sum + buys, 0) * 1000}.00`)
  const id = made?.id ?? 0
  await bring(shop, chief, id, 'pick')
  const pieces = (await get(`order/${id}/picking`)).data.list as { id: number; batch_no: string; batch_id: number }[]
  // As they were wished for: the first batch of each.
  const own = list.map((_one, at) => pieces.find((piece) => piece.batch_id === batches[2 * at])?.id ?? 0)
  return { id, no: made?.no ?? '', pieces: own, batches }
}
type Order = Awaited<ReturnType<typeof picked>>
const packing = async ({ id }: Pick<Order, 'id'>) => (await get(`order/${id}/packing`)).data
const open = async ({ id }: Pick<Order, 'id'>, kind: 'normal' | 'cold' | 'case' = 'normal'): Promise<number> => {
  const answer = await post(`order/${id}/carton`, { kind })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.cartons.at(-1).id
}
const put = ({ id }: Pick<Order, 'id'>, carton: number, piece: number | undefined, number: number, cookie = packer) =>
  post(`order/${id}/carton/${carton}/goods`, { goods: [{ piece_id: piece, number }] }, cookie)
const inside = async (order: Pick<Order, 'id'>) =>
  (await packing(order)).cartons.map((one: { kind: string; goods: { batch_no: string; number: number }[] }) => [
    one.kind,
    ...one.goods.map(({ number }) => number),
  ])
const ship = ({ id }: Pick<Order, 'id'>, slip: object = {}) => post(`order/${id}/ship`, slip, chief)
const auditOf = async ({ id }: Pick<Order, 'id'>) =>
  (await pool.query(`select actor, after from audit_log where action = 'order.packing' and subject = $1 order by id`, [`order:${id}`])).rows

describe('装箱', () => {
  it('加一箱、装、拿出、分装两箱、撤箱；编号跟着走；每一步都有记录', async () => {
    const order = await picked({ buys: 10, name: '阿莫西林胶囊' })
    const [piece] = order.pieces
    expect(await packing(order)).toEqual({ cartons: [], left: [{ piece_id: piece, number: 10 }], whole_cases: 0 })
    const first = await open(order)
    expect((await put(order, first, piece, 6)).status).toBe(200)
    const second = await open(order)
    await put(order, second, piece, 4)
    expect(await packing(order)).toMatchObject({
      left: [],
      cartons: [
        { no: 1, number: 6 },
        { no: 2, number: 4 },
      ],
    })
    expect((await put(order, second, piece, -1)).data.left).toEqual([{ piece_id: piece, number: 1 }])
    const much = await put(order, second, piece, -9)
    expect([much.status, much.message]).toEqual([409, `第 2 箱里 阿莫西林胶囊 批号 ZX${serial} 只有 3 盒，拿不出 9 盒`])
    await post(`order/${order.id}/carton/${first}/remove`)
    expect(await packing(order)).toMatchObject({ left: [{ number: 7 }], cartons: [{ no: 1, id: second, number: 3 }] })
    expect((await auditOf(order)).map(({ after }) => after.goods ?? after)).toEqual([
      { kind: '常温', packages: 1 },
      `阿莫西林胶囊 ZX${serial} 装入 6 盒`,
      { kind: '常温', packages: 2 },
      `阿莫西林胶囊 ZX${serial} 装入 4 盒`,
      `阿莫西林胶囊 ZX${serial} 拿出 1 盒`,
      { carton: 1, removed: 1 },
    ])
    expect((await post(`order/${order.id}/unpack`)).data.cartons).toEqual([])
    expect((await post(`order/${order.id}/unpack`)).status).toBe(409)
  })

  it('装得比拣的多、同一批写两次、数量是 0、别的订单的批号、别的订单的箱子，都不收', async () => {
    const order = await picked({ buys: 10 })
    const stranger = await picked({ buys: 1 })
    const [piece] = order.pieces
    const carton = await open(order)
    const more = await put(order, carton, piece, 11)
    expect([more.status, more.message]).toEqual([409, expect.stringContaining('没装箱的只有 10 盒，不能再装 11 盒')])
    const twice = { goods: [piece, piece].map((piece_id) => ({ piece_id, number: 1 })) }
    expect((await post(`order/${order.id}/carton/${carton}/goods`, twice)).status).toBe(422)
    expect((await put(order, carton, piece, 0)).status).toBe(422)
    expect((await put(order, carton, stranger.pieces[0], 1)).status).toBe(404)
    expect((await put(stranger, carton, stranger.pieces[0], 1)).status).toBe(404)
    expect((await get('order/99999999/packing')).status).toBe(404)
    expect((await post('order/99999999/carton', { kind: 'normal' })).status).toBe(404)
    expect(await inside(order)).toEqual([['normal']])
  })

  it('够一件的自成一箱，零头留下；整件箱不另装货，冷链不算整件', async () => {
    const order = await picked({ buys: 25, case_pack: 10 }, { buys: 20, case_pack: 10, ...COLD })
    expect((await packing(order)).whole_cases).toBe(2)
    await open(order, 'case')
    expect(await inside(order)).toEqual([
      ['case', 10],
      ['case', 10],
    ])
    expect((await packing(order)).left).toEqual(
      expect.arrayContaining([
        { piece_id: order.pieces[0], number: 5 },
        { piece_id: order.pieces[1], number: 20 },
      ]),
    )
    const [first] = (await packing(order)).cartons
    expect((await put(order, first.id, order.pieces[0], 5)).message).toBe('第 1 箱是整件原箱，不另装货')
    const again = await post(`order/${order.id}/carton`, { kind: 'case' })
    expect([again.status, again.message]).toEqual([409, '没有够一件的商品，零头请装进常温箱'])
  })

  it('一张订单最多 200 箱', async () => {
    const order = await picked({ buys: 100, case_pack: 2 })
    await open(order, 'case')
    await pool.query(
      `insert into carton (order_id, kind, opened_at, opened_by) select $1, 'normal', now(), '' from generate_series(1, 150)`,
      [order.id],
    )
    const answer = await post(`order/${order.id}/carton`, { kind: 'normal' })
    expect([answer.status, answer.message]).toEqual([409, '一张订单最多 200 箱，这里已有 200 箱，还要 1 箱'])
  })

  it('冷链商品只装冷藏箱；冷藏箱量过的温度超出范围不收，也不发；没有冷链的箱子不记温度', async () => {
    const order = await picked({ buys: 4, name: '胰岛素', ...COLD })
    const [piece] = order.pieces
    const warm = await open(order)
    const wrong = await put(order, warm, piece, 4)
    expect([wrong.status, wrong.message]).toEqual([409, '冷链商品 胰岛素 须装冷藏箱，第 1 箱是常温箱'])
    const save = (carton: number, body: object) => post(`order/${order.id}/carton/${carton}`, body)
    expect((await save(warm, { celsius: 5 })).data.errors[0].message).toBe('只有冷藏箱记温度')
    await post(`order/${order.id}/carton/${warm}/remove`)
    const cold = await open(order, 'cold')
    expect((await put(order, cold, piece, 4)).status).toBe(200)
    expect((await save(cold, { celsius: 12 })).data.errors[0].message).toBe('12 ℃ 超出 2–8 ℃，请处理后重新测温')
    expect((await save(cold, { box_no: ' L-07 ', celsius: 4.6, weight_grams: 3200, waybill: 'LD0001' })).status).toBe(200)
    expect((await save(cold, { waybill: 'LD0002' })).data.cartons).toMatchObject([
      { box_no: 'L-07', celsius: 4.6, weight_grams: 3200, waybill: 'LD0002', kind_name: '冷藏' },
    ])
    expect((await save(cold, { box_no: 'L\u{10FFFF}' })).status).toBe(422)
    await pool.query('update carton set celsius = 9 where id = $1', [cold])
    const hot = await ship(order, { start_celsius: 5 })
    expect([hot.status, hot.message]).toEqual([409, '第 1 箱 9 ℃ 超出 2–8 ℃，冷链商品不能发出，请处理后重新测温'])
    await save(cold, { celsius: null })
    expect((await ship(order, { start_celsius: 5 })).status).toBe(200)
  })

  it('批号在装箱时被质量锁定：不再装得进去，已装的拿得出来，也发不出去', async () => {
    const order = await picked({ buys: 5 })
    const [piece] = order.pieces
    const carton = await open(order)
    await put(order, carton, piece, 2)
    expect((await post(`batch/${order.batches[0]}/lock`, { reason: '药监通知' }, chief)).status).toBe(200)
    const locked = await put(order, carton, piece, 3)
    expect(locked.status).toBe(409)
    expect(locked.message).toMatch(/已被质量锁定，不能装箱，请换批号|订单已暂停/)
    expect((await ship(order)).status).toBe(409)
    expect((await put(order, carton, piece, -2)).status).toBe(200)
    expect(await inside(order)).toEqual([['normal']])
  })

  it('暂停的订单不再装箱，装了的可以拿出；取消了的、发了的，箱子不再动', async () => {
    const order = await picked({ buys: 5 })
    const carton = await open(order)
    await put(order, carton, order.pieces[0], 2)
    await pool.query("update orders set held_at = now(), hold_reasons = '[]' where id = $1", [order.id])
    expect((await post(`order/${order.id}/carton`, { kind: 'normal' })).message).toBe('订单已暂停，先放一边，不再装箱')
    expect((await put(order, carton, order.pieces[0], -1)).status).toBe(200)
    await pool.query('update orders set held_at = null where id = $1', [order.id])
    await pool.query("update orders set status = 'cancelled' where id = $1", [order.id])
    const late = await put(order, carton, order.pieces[0], 1)
    expect([late.status, late.message]).toEqual([409, '订单已取消，不能装箱'])
    expect(await inside(order)).toEqual([['normal', 1]])
  })
})

describe('两人同装一张订单', () => {
  it('同时装最后几盒：一个装进，另一个看到只剩多少，谁也没多装', async () => {
    const order = await picked({ buys: 10 })
    const [mine, theirs] = [await open(order), await open(order)]
    const both = await Promise.all([put(order, mine, order.pieces[0], 7), put(order, theirs, order.pieces[0], 7, other)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.message).toContain('没装箱的只有 3 盒，不能再装 7 盒')
    expect((await packing(order)).left).toEqual([{ piece_id: order.pieces[0], number: 3 }])
  })

  it('一人正在发货，另一人还往箱里装：后到的不成，发出去的与箱里的一致', async () => {
    const order = await picked({ buys: 3 })
    const carton = await open(order)
    await put(order, carton, order.pieces[0], 3)
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select from orders where id = $1 for update', [order.id])
    const shipping = ship(order)
    await untilOneWaits(shop.database)
    const taking = put(order, carton, order.pieces[0], -1, other)
    await client.query('commit')
    client.release()
    const [shipped, taken] = await Promise.all([shipping, taking])
    expect([shipped.status, taken.status].filter((status) => status === 200)).toHaveLength(1)
    const { rows } = await pool.query('select status from orders where id = $1', [order.id])
    expect(rows[0].status).toBe(shipped.status === 200 ? 'shipped' : 'picking')
  })
})

describe('换批号、拆单', () => {
  it('换走的批号从箱里出来，换来的要重新装；没换的留在箱里', async () => {
    const order = await picked({ buys: 10 }, { buys: 2 })
    const carton = await open(order)
    const [first, second] = order.pieces
    await put(order, carton, first, 10)
    await put(order, carton, second, 2)
    const swap = await post(`order/${order.id}/batch`, { piece_id: first, batch_id: order.batches[1], number: 4, reason: '外包装破损' })
    expect(swap.status, swap.text).toBe(200)
    expect(await inside(order)).toEqual([['normal', 2]])
    expect((await packing(order)).left.map(({ number }: { number: number }) => number).sort()).toEqual([4, 6])
    expect((await ship(order)).message).toContain('装箱与应发不符：')
  })

  it('先发已有：拆出去的一批从箱里出来，整行拆走的跟着走，别的留着', async () => {
    const order = await picked({ buys: 10 }, { buys: 2, name: '整行拆走' }, { buys: 3 })
    const carton = await open(order)
    for (const [at, number] of [10, 2, 3].entries()) await put(order, carton, order.pieces[at], number)
    await split(shop, packer, order.id, {
      batches: { [`ZX${serial - 2}`]: 4, [`ZX${serial - 1}`]: 2 },
      stage: 'picking',
      reason: '先发已有',
    })
    expect(await inside(order)).toEqual([['normal', 3]])
    expect((await packing(order)).left).toEqual([{ piece_id: order.pieces[0], number: 6 }])
    await put(order, carton, order.pieces[0], 6)
    expect((await ship(order)).status).toBe(200)
    expect(await findViolations(db, NOW, ['shipped_cartons'])).toEqual([])
  })
})

describe('按箱发货', () => {
  it('没装完、有空箱、箱数对不上的不发；不按箱装的照旧', async () => {
    const order = await picked({ buys: 5, name: '布洛芬缓释胶囊' })
    const carton = await open(order)
    await put(order, carton, order.pieces[0], 4)
    const early = await ship(order)
    expect([early.status, early.message]).toEqual([409, `装箱与应发不符：布洛芬缓释胶囊 批号 ZX${serial} 还有 1 盒没有装箱`])
    await put(order, carton, order.pieces[0], 1)
    await open(order)
    expect((await ship(order)).message).toBe('装箱与应发不符：第 2 箱是空的，请撤掉')
    const { cartons } = await packing(order)
    await post(`order/${order.id}/carton/${cartons[1].id}/remove`)
    expect((await ship(order, { packages: 2 })).data.errors[0].message).toBe('按箱装了 1 箱，箱数须一致')
    expect((await ship(order)).status).toBe(200)
    const wrong = await post(`order/${order.id}/papers`, { change: '箱数', packages: 3 }, chief)
    expect(wrong.data.errors[0].message).toBe('按箱装了 1 箱，箱数须一致')
    const plain = await picked({ buys: 2 })
    expect((await ship(plain, { packages: 4 })).status).toBe(200)
    const { rows } = await pool.query('select packages from shipment where order_id = any($1) order by id', [[order.id, plain.id]])
    expect(rows.map(({ packages }) => packages)).toEqual([1, 4])
  })

  it('箱签 n/N 写本箱的货，装箱单逐箱列出，客户与发货单看到每箱装了什么', async () => {
    const order = await picked({ buys: 3, name: '蒙脱石散' }, { buys: 2, name: '双歧杆菌活菌胶囊', ...COLD })
    const [normal, cold] = [await open(order), await open(order, 'cold')]
    await put(order, normal, order.pieces[0], 3)
    await post(`order/${order.id}/carton/${normal}`, { waybill: 'LDOWN1' })
    await put(order, cold, order.pieces[1], 2)
    await post(`order/${order.id}/carton/${cold}`, { box_no: 'L-07', waybill: 'LDLENG1', weight_grams: 2500, celsius: 4.6 })
    const found = (await labelOrders(db, [order.id])).get(order.id)
    if (!found) throw new Error('no order')
    const [one, two] = [1, 2].map((no) => cartonLabel(found, no, 2, 0, { name: '示例医药', phone: '' }))
    expect(one).toMatchObject({ mark: '1/2', tags: ['常温'], list: [expect.stringContaining('蒙脱石散')] })
    expect(two).toMatchObject({ mark: '2/2', tags: ['冷藏', '冷链 2–8 ℃'], list: [expect.stringContaining('双歧杆菌')] })
    expect(two?.lines).toEqual(expect.arrayContaining(['运单 LDLENG1', '本箱 1 行 2 件　箱号 L-07　2.5 kg']))
    const label = (cartons: number) => post('label/order/carton', { size: '100x150', orders: [{ id: order.id, cartons }] })
    expect([(await label(3)).message, (await label(2)).data.labels]).toEqual([`订单 ${order.no} 按箱装了 2 箱，箱签须一致`, 2])
    expect((await get(`order/${order.id}/cartons`)).data).toMatchObject({ cartons: 2, packed: 2, shipped: null })
    expect((await ship(order, { start_celsius: 4.6 })).status).toBe(200)
    const cartons = [
      { no: 1, kind_name: '常温', number: 3, goods: [{ name: '蒙脱石散', number: 3 }] },
      { no: 2, kind_name: '冷藏', box_no: 'L-07', waybill: 'LDLENG1', goods: [{ name: '双歧杆菌活菌胶囊', number: 2, cold_chain: 1 }] },
    ]
    const info = await shop.ask('GET', `/api/order/info/${order.id}`, { cookie: buyer.cookie })
    // Nobody said another: the carrier is asked by that of the carton.
    expect(info.data.shipment).toMatchObject({ waybill: 'LDOWN1', cartons })
    const { id } = (await get(`shipment?words=${order.no}`, chief)).data.list[0]
    expect((await get('shipment?words=LDOWN', chief)).data.list.map((row: { id: number }) => row.id)).toEqual([id])
    expect((await get(`shipment/${id}`, chief)).data.cartons).toMatchObject(cartons)
    const list = (await documentsOf(db, [`shipment:${id}`])).find(({ kind }) => kind === 'packing_list')
    const snapshot = list?.snapshot as ShipmentSnapshot
    expect(snapshot.cartons).toMatchObject([{ goods: [{ name: '蒙脱石散', number: 3 }] }, { boxNo: 'L-07', celsius: 4.6 }])
    await shop.jobs.runDue(['documents.make'])
    const papers = await shop.ask('GET', `/api/order/${order.id}/papers`, { cookie: buyer.cookie })
    expect(papers.text).toContain('装箱单')
    expect(await findViolations(db, NOW, ['shipped_cartons'])).toEqual([])
    await pool.query('update carton_goods set number = 1 where carton_id = $1', [cold])
    expect(JSON.stringify(await findViolations(db, NOW, ['shipped_cartons']))).toContain(`${order.no} 批号 ZX${serial}：发出 2，箱里 1`)
    await pool.query('update carton_goods set number = 2 where carton_id = $1', [cold])
  })

  it.skipIf(!hasPoppler)('装箱单印出来：每箱一段，合计对得上，没有金额', async () => {
    const order = await picked({ buys: 3, name: '蒙脱石散' })
    await put(order, await open(order), order.pieces[0], 1)
    await put(order, await open(order), order.pieces[0], 2)
    await ship(order)
    const { rows } = await pool.query('select id from shipment where order_id = $1', [order.id])
    const list = (await documentsOf(db, [`shipment:${rows[0].id}`])).find(({ kind }) => kind === 'packing_list')
    const snapshot = list?.snapshot as ShipmentSnapshot
    const frame = {
      no: 'ZX20261122000001',
      version: 1,
      replacesNo: '',
      change: '',
      day: '2026-11-22',
      supplier: snapshot.supplier,
      askedBy: '王捷',
    }
    const text = pdfText(await drawnAs('packing_list', shipmentDrawings.packing_list(snapshot, frame), frame)).replace(/\s+/g, '')
    for (const fact of ['装箱单', '云岩大药房', `ZX${serial}`, '合计2箱', '箱数2箱', '2028-01-04']) expect(text, fact).toContain(fact)
    expect(text).not.toMatch(/[¥￥]|1000\.00/)
  })
})
