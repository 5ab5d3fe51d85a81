import { PDF } from '@libpdf/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff, makeStaffOf, makeStock, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { testSigner } from '../../../../test/signer.ts'
import { addressLabel, batchLabel, cartonLabel } from './faces.ts'
import { labelBatches, labelOrders } from './views.ts'

const NOW = new Date('2026-11-23T02:30:00Z')
const shop = await testShop({ now: NOW, signer: (await testSigner()).signer })
const { db, pool } = shop.database
await nameSupplier(db)
const chief = await makeStaff(db, '王捷')
const clerk = await makeStaffOf(db, 'warehouse', '冯仓')
const buyer = await makeCompany(db, { balance: '90000.00', name: '云岩大药房' })
const address = await makeAddress(db, buyer.companyId)
beforeEach(() => {
  shop.clock.now = NOW
})

const get = (url: string, cookie = clerk) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = clerk) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
const MM = 72 / 25.4
/** Pages, and the sides of the first in mm. */
async function fileOf(id: number, cookie = clerk): Promise<[pages: number, width: number, height: number]> {
  const answer = await shop.app.inject({ url: `/api/staff/label/${id}/file`, headers: { cookie: `staff=${cookie}` } })
  expect(answer.headers['content-type'], answer.body.slice(0, 200)).toContain('application/pdf')
  const pdf = await PDF.load(new Uint8Array(answer.rawPayload))
  const [page] = pdf.getPages()
  return [pdf.getPageCount(), Math.round((page?.width ?? 0) / MM), Math.round((page?.height ?? 0) / MM)]
}
let serial = 0
async function order(more: Parameters<typeof makeGoods>[1] = {}) {
  const goods = await makeGoods(db, { price: '1000.00', stock: 0, ...more })
  serial += 1
  const [batch = 0] = await makeStock(db, goods, [{ available: 100, batchNo: `BQ${serial}`, expiry: '2028-01-04' }])
  const [made] = await buy(shop, buyer, address, [{ goods_id: goods, number: 3 }], '3000.00')
  return { id: made?.id ?? 0, no: made?.no ?? '', goods, batch }
}
const one = (id: number, cartons: number, only?: number) => ({ size: '100x150', orders: [{ id, cartons, ...(only && { only }) }] })
const auditOf = async (subject: string) =>
  (await pool.query(`select actor, after from audit_log where action = 'label.print' and subject = $1 order by id`, [subject])).rows

describe('箱签', () => {
  it('每箱一张，箱号 i/n、订单号的码；箱数记住，复核时不必再问；每次打印都有记录', async () => {
    const { id } = await order()
    await bring(shop, chief, id, 'pick')
    expect((await get(`order/${id}/cartons`)).data).toMatchObject({ cartons: null, shipped: null, prints: [] })
    const { data } = await post('label/order/carton', one(id, 3))
    expect(data).toMatchObject({ labels: 3, again: 0 })
    expect(await fileOf(data.id)).toEqual([3, 100, 150])
    const { data: known } = await get(`order/${id}/cartons`)
    expect(known).toMatchObject({ cartons: 3, prints: [{ by: '冯仓', kind_name: '箱签', cartons: '3 箱' }] })
    expect(await auditOf(`order:${id}`)).toMatchObject([{ actor: '冯仓', after: { kind: '箱签', cartons: 3, again: 0 } }])
  })

  it('补打单独一箱：签上写着补打第几次；没打过的箱不算补打；不存在的箱号不打', async () => {
    const { id } = await order()
    await post('label/order/carton', one(id, 4, 2))
    const other = await post('label/order/carton', one(id, 4, 3))
    expect(other.data).toMatchObject({ labels: 1, again: 0 })
    const again = await post('label/order/carton', one(id, 4, 2))
    expect(again.data).toMatchObject({ labels: 1, again: 1 })
    expect((await auditOf(`order:${id}`)).map(({ after }) => after.again)).toEqual([0, 0, 1])
    expect((await get(`order/${id}/cartons`)).data.prints[0].cartons).toBe('第 2 箱，共 4 箱')
    expect((await post('label/order/carton', one(id, 4, 5))).data.errors[0].message).toBe('共 4 箱，没有第 5 箱')
  })

  it('两人同时打印同一张订单：一个是首打，一个是补打', async () => {
    const { id } = await order()
    const prints = await Promise.all([1, 2, 3, 4].map(() => post('label/order/carton', one(id, 2))))
    expect(prints.map(({ data }) => data.again).sort()).toEqual([0, 1, 1, 1])
    expect((await auditOf(`order:${id}`)).map(({ after }) => after.again).sort()).toEqual([0, 1, 2, 3])
  })

  it('发货后箱数以发货单为准，对不上的不打；取消的、未付的订单没有箱签', async () => {
    const { id, no } = await order()
    await bring(shop, chief, id, 'pick')
    expect((await post(`order/${id}/ship`, { packages: 2 }, chief)).status).toBe(200)
    expect((await get(`order/${id}/cartons`)).data).toMatchObject({ cartons: 2, shipped: 2 })
    const wrong = await post('label/order/carton', one(id, 3))
    expect([wrong.status, wrong.message]).toEqual([409, `订单 ${no} 的发货单登记为 2 箱，箱签须一致；箱数不对请先更正发货信息`])
    expect((await post('label/order/carton', one(id, 2))).data.labels).toBe(2)
    const { id: gone } = await order()
    await pool.query(`update orders set status = 'cancelled' where id = $1`, [gone])
    expect((await post('label/order/carton', one(gone, 1))).status).toBe(409)
    expect(await auditOf(`order:${gone}`)).toEqual([])
  })

  it('箱签上电话遮住中间四位，地址签是全的；冷链写明温度；没有价格', async () => {
    const { id } = await order({ name: '重组人胰岛素注射液', cold_chain: true, storage: '2～8℃冷藏' })
    const found = (await labelOrders(db, [id])).get(id)
    if (!found) throw new Error('no order')
    const sender = { name: '示例医药', phone: '0851-1' }
    const carton = cartonLabel(found, 2, 3, 1, sender)
    expect(carton).toMatchObject({ mark: '2/3', tags: ['冷链 2–8 ℃', '补打 1'], title: '云岩大药房', code: `BQX${found.no}-2-3` })
    const { phone } = found.receiver
    expect(phone).toMatch(/^1\d{10}$/)
    expect(JSON.stringify(carton)).toContain(`${phone.slice(0, 3)}****${phone.slice(-4)}`)
    expect(JSON.stringify(carton)).not.toContain(phone)
    expect(carton.list).toEqual([expect.stringContaining(`批号 BQ${serial}　重组人胰岛素注射液`)])
    expect(JSON.stringify(addressLabel(found, 0, sender))).toContain(phone)
    expect(JSON.stringify([carton, addressLabel(found, 0, sender)])).not.toMatch(/1000\.00|3000\.00|[¥￥]/)
  })

  it('几张订单一起打成一个文件；同一张选两次、超过一次的限度都不打', async () => {
    const [first, second] = [await order(), await order()]
    const both = await post('label/order/carton', {
      size: '60x40',
      orders: [
        { id: first.id, cartons: 2 },
        { id: second.id, cartons: 5 },
      ],
    })
    expect(await fileOf(both.data.id)).toEqual([7, 60, 40])
    const twice = await post('label/order/address', {
      size: '100x70',
      orders: [
        { id: first.id, cartons: 1 },
        { id: first.id, cartons: 1 },
      ],
    })
    expect(twice.status).toBe(422)
    const place = await post('label/order/address', { size: '100x70', orders: [{ id: first.id, cartons: 9 }] })
    expect(await fileOf(place.data.id)).toEqual([1, 100, 70])
    const [a, b, c] = [await order(), await order(), await order()]
    const many = await post('label/order/carton', { size: '60x40', orders: [a, b, c].map(({ id }) => ({ id, cartons: 200 })) })
    expect([many.status, many.message]).toEqual([422, '一次最多 500 张标签，这里要 600 张，请分几次打印'])
  })
})

describe('货位签、批号签、货架签', () => {
  it('批号签、货架签带货位；生僻字、汉字货位也打得出来；份数相乘', async () => {
    const { batch, goods } = await order({ name: '䶮明丸𬭚', code: 'GY-1' })
    const { id: warehouse } = (await get('warehouse')).data.list[0]
    await post('stock/place', { warehouse_id: warehouse, goods_id: goods, place: '冷库1-3' })
    const label = (await labelBatches(db, [batch])).get(batch)
    if (!label) throw new Error('no batch')
    expect(batchLabel(label)).toMatchObject({
      mark: '冷库1-3',
      code: `BQP${batch}`,
      lines: [`批号 BQ${serial}`, '有效期至 2028-01-04', expect.anything(), expect.anything()].slice(0, batchLabel(label).lines.length),
    })
    const batches = await post('label/batch', { size: '100x70', copies: 3, ids: [batch] })
    expect(await fileOf(batches.data.id)).toEqual([3, 100, 70])
    const shelf = await post('label/goods', { size: '60x40', copies: 2, warehouse_id: warehouse, ids: [goods] })
    expect(await fileOf(shelf.data.id)).toEqual([2, 60, 40])
    const places = await post('label/place', { size: '100x70', copies: 1, warehouse_id: warehouse, places: ['冷库1-3', 'A-01', ' A-01'] })
    expect(await fileOf(places.data.id)).toEqual([2, 100, 70])
    expect((await post('label/place', { size: '100x70', copies: 1, warehouse_id: warehouse, places: ['A\u202e1'] })).status).toBe(422)
    expect((await get(`stock/places?warehouse_id=${warehouse}&words=冷`)).data.list).toEqual([{ place: '冷库1-3', goods: 1 }])
    for (const subject of [`stock_batch:${batch}`, `goods:${goods}`, `warehouse:${warehouse}`])
      expect(await auditOf(subject), subject).toHaveLength(1)
  })

  it('扫码找到它：箱签到订单，批号签到批号，货位签到那里的批号；找商品的框也认', async () => {
    const { id, no, batch, goods } = await order({ name: '扫签商品' })
    const { id: warehouse } = (await get('warehouse')).data.list[0]
    await post('stock/place', { warehouse_id: warehouse, goods_id: goods, place: 'Z-9' })
    const find = async (q: string) => (await get(`find?q=${encodeURIComponent(q)}`)).data.groups
    expect(await find(`BQX${no}-2-3`)).toMatchObject([{ kind: 'order', list: [{ id, text: no, note: '第 2 箱，共 3 箱 · 云岩大药房' }] }])
    expect(await find(`BQP${batch}`)).toMatchObject([{ kind: 'batch', list: [{ id: batch }] }])
    expect(await find(`bqw${warehouse}-z-9`)).toMatchObject([{ kind: 'place', list: [{ text: 'z-9', key: `BQW${warehouse}-z-9` }] }])
    expect(await find('z-9')).toMatchObject([{ kind: 'place', list: [{ text: 'Z-9' }] }])
    const { list } = (await get(`batch/list?keywords=BQW${warehouse}-z-9`)).data
    expect(list).toMatchObject([{ id: batch, place: 'Z-9' }])
    expect((await get(`batch/list?keywords=BQP${batch}`)).data.list).toMatchObject([{ id: batch }])
    const goodsOf = async (words: string) => (await get(`stock/goods?words=${encodeURIComponent(words)}`)).data.list
    expect(await goodsOf(`BQP${batch}`)).toMatchObject([{ id: goods, batches: [{ id: batch }] }])
    expect((await goodsOf(`BQW${warehouse}-Z-9`)).map((row: { id: number }) => row.id)).toEqual([goods])
    expect(await goodsOf(`BQX${no}-1-1`)).toEqual([])
  })

  it('谁不能打：没有权限的岗位、范围之外的仓库与订单、别人的文件、过了时间的文件、不存在的', async () => {
    const { id, batch, goods } = await order()
    const { id: warehouse } = (await get('warehouse')).data.list[0]
    for (const role of ['finance', 'auditor', 'merchandiser']) {
      const cookie = await makeStaffOf(db, role)
      expect((await post('label/order/carton', one(id, 1), cookie)).status, role).toBe(403)
      expect((await post('label/batch', { size: '60x40', copies: 1, ids: [batch] }, cookie)).status, role).toBe(403)
    }
    const { rows } = await pool.query(`insert into warehouse (code, name) values ('LBL', '别的仓') returning id`)
    const narrow = await makeStaffOf(db, 'warehouse', '别仓的人')
    await pool.query(`update staff set narrow_warehouses = $1 where account_id = (select id from account where name = '别仓的人')`, [
      [rows[0].id],
    ])
    await expect.poll(async () => (await get('me', narrow)).data.narrowed).toBe(1)
    expect((await post('label/order/carton', one(id, 1), narrow)).status).toBe(404)
    expect((await get(`order/${id}/cartons`, narrow)).status).toBe(404)
    expect((await post('label/batch', { size: '60x40', copies: 1, ids: [batch] }, narrow)).status).toBe(404)
    for (const body of [{ ids: [goods] }, { places: ['A'] }])
      expect(
        (await post(`label/${'ids' in body ? 'goods' : 'place'}`, { size: '60x40', copies: 1, warehouse_id: warehouse, ...body }, narrow))
          .status,
      ).toBe(404)
    const { data } = await post('label/batch', { size: '60x40', copies: 1, ids: [batch] })
    expect((await get(`label/${data.id}/file`, chief)).status).toBe(404)
    shop.clock.now = new Date(NOW.getTime() + 16 * 60_000)
    expect((await get(`label/${data.id}/file`)).message).toBe('这批标签已过取用时间，请重新打印')
    for (const ids of [[999_999], [batch, 999_999]]) expect((await post('label/batch', { size: '60x40', copies: 1, ids })).status).toBe(404)
  })
})
