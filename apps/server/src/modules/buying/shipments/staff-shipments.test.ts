import { describe, expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff, makeStaffOf, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { addRow } from '../../../../test/rows.ts'
import { testSigner } from '../../../../test/signer.ts'

const NOW = new Date('2026-11-22T02:30:00Z')

const shop = await testShop({ now: NOW, signer: (await testSigner()).signer })
const { db, pool } = shop.database
await addRow(db, 'setting', [
  { key: 'supplier', value: JSON.stringify({ name: '示例医药有限公司', address: '贵阳市示例大道 1 号' }) },
  { key: 'licences', value: JSON.stringify([{ name: '药品经营许可证', value: '黔AA8510001' }]) },
])
const chief = await makeStaff(db, '王捷')
const clerk = await makeStaffOf(db, 'warehouse', '冯仓')
const buyer = await makeCompany(db, { balance: '90000.00', name: '云岩大药房' })
const address = await makeAddress(db, buyer.companyId)

const get = (url: string, cookie = clerk) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = clerk) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
async function order(more: Parameters<typeof makeGoods>[1] = {}, batchNo = 'FH1') {
  const goods = await makeGoods(db, { price: '1000.00', stock: 0, ...more })
  await makeStock(db, goods, [{ available: 100, batchNo, expiry: '2028-01-04' }])
  const [made] = await buy(shop, buyer, address, [{ goods_id: goods, number: 3 }], '3000.00')
  return { id: made?.id ?? 0, no: made?.no ?? '', goods }
}
const shipped = async (more: Parameters<typeof makeGoods>[1] = {}, slip: object = {}) => {
  const { id, no } = await order(more)
  await bring(shop, chief, id, 'pick')
  await post(`order/${id}/ship`, slip, chief)
  const { list } = (await get(`shipment?words=${no}`)).data
  return { id: list[0].id as number, orderId: id, no }
}

describe('发货单', () => {
  it('按订单号、运单号、日期、在途、冷链找，新的在前，一页接一页；没有金额', async () => {
    const first = await shipped({}, { waybill: 'SF10001' })
    const second = await shipped({}, { waybill: 'SF10002' })
    const ids = async (query: string) => (await get(`shipment?${query}`)).data.list.map(({ id }: { id: number }) => id)
    expect(await ids('words=SF1000')).toEqual([second.id, first.id])
    expect(await ids(`words=${first.no}`)).toEqual([first.id])
    const page = (await get('shipment?per_page=1&kind=under_way&start_time=2026-11-22&end_time=2026-11-22')).data
    expect(page.list[0].id).toBe(second.id)
    expect(await ids(`per_page=1&kind=under_way&after=${page.next}`)).toEqual([first.id])
    expect([await ids('kind=cold'), await ids('end_time=2026-11-21'), await ids('warehouse_id=99999')]).toEqual([[], [], []])
    const { text, data } = await get(`shipment/${first.id}`)
    expect(data).toMatchObject({ waybill: 'SF10001', cold_range: '', temperatures: [], lines: [{ batch_no: 'FH1', number: 3 }] })
    expect(text).not.toContain('1000.00')
    expect((await get('shipment/999999')).code).toBe(404)
  })

  it('两人更正同一张发货单：后者看到前者改了什么，什么也没盖掉', async () => {
    const { id, orderId } = await shipped({}, { waybill: 'OLD' })
    await shop.jobs.runDue(['documents.make'])
    const { version } = (await get(`shipment/${id}`)).data
    const correct = (waybill: string, at: number) => post(`order/${orderId}/papers`, { change: '运单号填错', waybill, version: at })
    expect((await correct('NEW', version)).status).toBe(200)
    await shop.jobs.runDue(['documents.make'])
    const late = await correct('LATER', version)
    expect(late.data).toMatchObject({ reason: 'CHANGED_MEANWHILE', version: version + 1 })
    expect(late.data.changes).toContainEqual({ field: 'waybill', theirs: 'NEW' })
    expect((await get(`shipment/${id}`)).data.waybill).toBe('NEW')
    expect((await correct('LATER', version + 1)).status).toBe(200)
    await shop.jobs.runDue(['documents.make'])
  })
})

describe('冷链温度', () => {
  const COLD = { cold_chain: true, storage: '2～8℃冷藏' }
  it('记录仪的文件登记进来：记下谁登记的，超出范围的指出来；同样的再登一次不多出读数；客户看到同一条曲线', async () => {
    const { id, orderId } = await shipped(COLD, { start_celsius: 4 })
    expect((await get('shipment?kind=unread')).data.list.map((row: { id: number }) => row.id)).toContain(id)
    const text = '时间,温度\n2026-11-22 10:00,4.5\n2026-11-22 10:20,9.1'
    expect((await post(`shipment/${id}/readings`, { text })).data).toEqual({ read: 2, added: 2, outside: 1 })
    expect((await post(`shipment/${id}/readings`, { text: `${text}\n2026-11-22 10:30,5` })).data).toEqual({ read: 3, added: 1, outside: 1 })
    const { data } = await get(`shipment/${id}`)
    expect(data).toMatchObject({ cold_range: '2–8 ℃', ranges: [{ lowest: 2, highest: 8 }], outside: 1, readings: 3 })
    expect(data.temperatures[1]).toMatchObject({ celsius: 9.1, taken_by: '冯仓', is_in_range: 0 })
    expect((await get('shipment?kind=unread')).data.list.map((row: { id: number }) => row.id)).not.toContain(id)
    const seen = await shop.ask('GET', `/api/order/info/${orderId}`, { cookie: buyer.cookie })
    expect(seen.text).toContain('9.1')
    const quality = await makeStaffOf(db, 'quality')
    expect((await post(`shipment/${id}/readings`, { text: '2026-11-22 10:30,5' }, quality)).data.added).toBe(0)
    expect((await post(`shipment/${id}/readings`, { text }, await makeStaffOf(db, 'service'))).code).toBe(403)
  })

  it('读不懂、不是这一单的时间、还没到的时间、没有冷链商品的，都不收', async () => {
    const { id } = await shipped(COLD, { start_celsius: 4 })
    const sent = async (text: string, of = id) => (await post(`shipment/${of}/readings`, { text })).message
    expect(await sent('乱码')).toBe('第 1 行没有一行带时间和温度')
    expect(await sent('2026-11-22 10:00,4\n2026-11-22 10:10\nx')).toBe('第 2 行没有温度；第 3 行没有时间，应写成 2026-11-23 10:00')
    expect(await sent('2026-11-20 10:00,4')).toContain('请核对是不是这一单的记录')
    expect(await sent('2026-11-23 10:00,4')).toBe('2026-11-23 10:00 还没有到')
    expect(await sent('2026-11-22 10:00,4', (await shipped()).id)).toBe('这张发货单没有冷藏、冷冻商品，不用登记温度')
    expect(await sent('2026-11-22 10:00,4', 999_999)).toContain('发货单')
  })

  it('已送达的补登温度，交接单出带曲线的新版', async () => {
    const { id } = await shipped(COLD, { start_celsius: 4 })
    await shop.jobs.runDue(['documents.make'])
    await pool.query('update shipment set delivered_at = $2 where id = $1', [id, NOW])
    await post(`shipment/${id}/readings`, { text: '2026-11-22 10:00,4.5' })
    expect(await shop.jobs.runDue(['shipments.cold_sheet', 'documents.make'])).toContain('shipments.cold_sheet')
    const { rows } = await pool.query<{ version: number }>(
      "select max(version)::integer as version from document where subject = $1 and kind = 'cold_chain'",
      [`shipment:${id}`],
    )
    expect(rows[0]?.version).toBe(2)
  })
})

describe('一起发的订单', () => {
  const besideOf = async (id: number) => (await get(`order/${id}/beside`)).data.list

  it('同一企业、同一地址、同一仓：待发的和还在途的都列出来；送到别处的、暂停的、一天前发的没有；没有金额', async () => {
    const own = await makeCompany(db, { balance: '90000.00', name: '合并大药房' })
    const place = await makeAddress(db, own.companyId)
    const one = async (at = place) => {
      const goods = await makeGoods(db, { price: '1000.00', stock: 0 })
      await makeStock(db, goods, [{ available: 100, batchNo: 'HB1', expiry: '2028-01-04' }])
      const [made] = await buy(shop, own, at, [{ goods_id: goods, number: 3 }], '3000.00')
      return { id: made?.id ?? 0, no: made?.no ?? '' }
    }
    const [first, second, third] = [await one(), await one(), await one()]
    const elsewhere = await one(await makeAddress(db, own.companyId, { detail: '另一条街 2 号' }))
    await bring(shop, chief, second.id, 'pick')
    expect((await post(`order/${second.id}/ship`, { carrier: '顺丰速运', waybill: 'SF20001' }, chief)).code).toBe(200)
    await db.updateTable('orders').set({ held_at: NOW }).where('id', '=', third.id).execute()
    expect(await besideOf(first.id)).toEqual([
      expect.objectContaining({
        id: second.id,
        no: second.no,
        status_name: '待收货',
        number: 3,
        line_count: 1,
        carrier: '顺丰速运',
        waybill: 'SF20001',
      }),
    ])
    await db.updateTable('orders').set({ held_at: null }).where('id', '=', third.id).execute()
    expect((await besideOf(first.id)).map(({ id, waybill }: { id: number; waybill: string }) => [id, waybill])).toEqual([
      [second.id, 'SF20001'],
      [third.id, ''],
    ])
    expect(await besideOf(elsewhere.id)).toEqual([])
    expect((await get(`order/${first.id}/beside`)).text).not.toContain('3000')
    await db
      .updateTable('shipment')
      .set({ shipped_at: new Date(NOW.getTime() - 25 * 3_600_000) })
      .where('order_id', '=', second.id)
      .execute()
    expect((await besideOf(first.id)).map(({ id }: { id: number }) => id)).toEqual([third.id])
  })
})
