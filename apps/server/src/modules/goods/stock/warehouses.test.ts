import { describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf, makeStock, makeSupplier, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { refreshGoodsStock } from './public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
const clerk = await makeStaffOf(db, 'warehouse')
const other = await makeStaffOf(db, 'warehouse')

const get = (url: string, cookie = clerk) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = clerk) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
const FIELDS = { name: '汉口仓', province: '湖北省', address: '武汉市江汉区发展大道 8 号', contact: '冯仓', phone: '027-82345678', sort: 5 }
const warehouse = async (id: number) => (await get('warehouse')).data.list.find((one: { id: number }) => one.id === id)

describe('仓库', () => {
  it('建仓库、改仓库；两人先后保存，后者看到前者改了什么；编码与名称不重复', async () => {
    const { id } = (await post('warehouse', { code: 'HK', ...FIELDS })).data
    expect(await warehouse(id)).toMatchObject({ code: 'HK', is_active: 1, version: 0, batches: 0, ...FIELDS })
    expect((await post('warehouse', { code: 'hk', ...FIELDS })).data.errors).toEqual([
      { field: 'code', message: '已有这个编码的仓库' },
      { field: 'name', message: '已有这个名称的仓库' },
    ])
    const bad = { code: '汉 口', ...FIELDS, name: ' ', province: '火星', phone: '12' }
    expect((await post('warehouse', bad)).data.errors.map(({ field }: { field: string }) => field)).toEqual([
      'code',
      'name',
      'province',
      'phone',
    ])
    const change = { ...FIELDS, name: '汉口一仓', is_active: 1, version: 0 }
    expect((await post(`warehouse/${id}`, change)).data).toEqual({ version: 1 })
    const late = await post(`warehouse/${id}`, { ...change, sort: 9 }, other)
    expect(late.data).toMatchObject({ reason: 'CHANGED_MEANWHILE', version: 1 })
    expect(late.data.changes).toContainEqual({ field: 'name', theirs: '汉口一仓' })
    expect((await post('warehouse/999999', change)).code).toBe(404)
    expect((await post('warehouse', { code: 'XX', ...FIELDS }, await makeStaffOf(db, 'service'))).code).toBe(403)
  })

  it('有货的仓库不能停用，并说还有什么；空了才停用，停用后不再收货', async () => {
    const id = await makeWarehouse(db, { code: 'SHUT', name: '旧仓' })
    const goods = await makeGoods(db, { stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 3 }], id)
    const shut = { ...FIELDS, name: '旧仓', is_active: 0, version: 0 }
    expect((await post(`warehouse/${id}`, shut)).message).toBe('旧仓还不能停用：1 个批号还有货')
    await db.updateTable('stock_batch').set({ available: 0 }).where('id', '=', batch).execute()
    expect((await post(`warehouse/${id}`, shut)).status).toBe(200)
    const line = { goods_id: goods, batch_no: 'X1', expiry_date: '20290101', number: 1 }
    const intake = await post('intake', { warehouse_id: id, supplier_id: await makeSupplier(db), paper_no: '1', lines: [line] })
    expect(intake.data.errors).toEqual([{ field: 'warehouse_id', message: '旧仓已停用' }])
  })

  it('商品按条码、编码、首字母、名称找到，连同本仓批号和货位；货位登记后随处可见', async () => {
    const id = await makeWarehouse(db, { code: 'FIND', name: '找货仓' })
    const goods = await makeGoods(db, { stock: 0, name: '寻货胶囊', mnemonic: 'XHJN', barcode: '6901234567892' })
    await makeStock(db, goods, [{ available: 3, batchNo: 'FIND1' }], id)
    expect((await post('stock/place', { warehouse_id: id, goods_id: goods, place: 'A-01-2' })).data).toEqual({ place: 'A-01-2' })
    expect((await post('stock/place', { warehouse_id: id, goods_id: 999_999_999, place: 'A' })).code).toBe(404)
    for (const words of ['6901234567892', 'xhj', '寻货']) {
      const { list } = (await get(`stock/goods?words=${encodeURIComponent(words)}&warehouse_id=${id}`)).data
      expect(list, words).toMatchObject([
        { id: goods, place: 'A-01-2', barred: '', batches: [{ batch_no: 'FIND1', available: 3, locked: 0 }] },
      ])
    }
    expect((await get('stock/goods?words=XHJN')).data.list[0]).toMatchObject({ place: '', batches: [{ batch_no: 'FIND1' }] })
    expect((await post('stock/place', { warehouse_id: id, goods_id: goods, place: '' })).data).toEqual({ place: '' })
  })
})

describe('库存流水与近效期', () => {
  it('流水按商品、批号、仓库、类型、单据、日期查，新的在前，一页接一页；导出同样的行', async () => {
    const goods = await makeGoods(db, { stock: 0, name: '流水片' })
    const [batch = 0] = await makeStock(db, goods, [{ available: 50, batchNo: 'LS1' }])
    const buyer = await makeCompany(db, { balance: '5000.00' })
    const address = await makeAddress(db, buyer.companyId)
    for (const number of [2, 3]) await buy(shop, buyer, address, [{ goods_id: goods, number }])
    const { list } = (await get(`stock/movements?goods_id=${goods}`)).data
    expect(list.map(({ kind_name, available, reserved }: Record<string, unknown>) => [kind_name, available, reserved])).toEqual([
      ['订单占用', -3, 3],
      ['订单占用', -2, 2],
    ])
    expect(list[0]).toMatchObject({ batch_no: 'LS1', order_no: expect.stringMatching(/\d/) })
    const first = (await get(`stock/movements?batch_id=${batch}&per_page=1`)).data
    expect((await get(`stock/movements?batch_id=${batch}&per_page=1&after=${first.next}`)).data).toMatchObject({
      list: [{ id: list[1].id }],
      next: null,
    })
    const of = async (query: string) => (await get(`stock/movements?goods_id=${goods}&${query}`)).data.list.length
    const wh = (await db.selectFrom('stock_batch').select('warehouse_id').where('id', '=', batch).executeTakeFirstOrThrow()).warehouse_id
    expect([await of('kind=reserve'), await of('kind=ship'), await of(`warehouse_id=${wh}`), await of('document_no=NONE')]).toEqual([
      2, 0, 2, 0,
    ])
    expect([await of('start_time=2026-11-21&end_time=2026-11-21'), await of('end_time=2026-11-20')]).toEqual([2, 0])
    expect([await of('words=ls'), await of(`words=${encodeURIComponent('流水')}`), await of('words=ZZ')]).toEqual([2, 2, 0])
    const file = await get(`stock/movements/export?goods_id=${goods}`)
    expect(file.headers['content-type']).toContain('spreadsheetml')
    expect((await get('stock/movements', await makeStaffOf(db, 'service'))).code).toBe(403)
  })

  it('近效期按已过期、30、90、180 天分段计盒，先到期的在前；占用的也算在内', async () => {
    const id = await makeWarehouse(db, { code: 'EXP', name: '近效仓' })
    const goods = await makeGoods(db, { stock: 0, name: '近效片' })
    const expiring = ['2026-11-20', '2026-11-21', '2026-12-21', '2026-12-22', '2027-02-19', '2027-05-20', '2027-05-21']
    await makeStock(
      db,
      goods,
      expiring.map((expiry) => ({ available: 10, expiry })),
      id,
    )
    await db
      .updateTable('stock_batch')
      .set({ available: 4, reserved: 6 })
      .where('warehouse_id', '=', id)
      .where('expiry_date', '=', '2026-12-22')
      .execute()
    const data = async (query: string) => (await get(`stock/expiry?warehouse_id=${id}&${query}`)).data
    expect((await data('days=90')).spans).toEqual([
      { days: 0, batches: 1, number: 10 },
      { days: 30, batches: 2, number: 20 },
      { days: 90, batches: 2, number: 20 },
      { days: 180, batches: 1, number: 10 },
    ])
    const days = async (query: string) => (await data(query)).list.map((row: { days_left: number }) => row.days_left)
    expect(await days('days=0')).toEqual([-1])
    expect(await days('')).toEqual([0, 30])
    expect(await days('days=90')).toEqual([31, 90])
    expect(await days('days=180')).toEqual([180])
    const first = await data('days=90&per_page=1')
    expect(await days(`days=90&per_page=1&after=${first.next}`)).toEqual([90])
  })

  it('批号列表按仓库、商品、有无货筛选，批号的大小写和空格不论', async () => {
    const id = await makeWarehouse(db, { code: 'BL', name: '批号仓' })
    const goods = await makeGoods(db, { stock: 0, name: '批号片' })
    await makeStock(
      db,
      goods,
      [
        { available: 3, batchNo: 'AB 12' },
        { available: 0, batchNo: 'AB13' },
      ],
      id,
    )
    const of = async (query: string) => (await get(`batch/list?${query}`)).data.list.map((row: { batch_no: string }) => row.batch_no)
    expect(await of(`warehouse_id=${id}`)).toEqual(['AB13', 'AB 12'])
    expect(await of(`goods_id=${goods}&there=1&locked=0`)).toEqual(['AB 12'])
    expect(await of('keywords=ab1')).toEqual(['AB13', 'AB 12'])
    expect(await of(`keywords=${encodeURIComponent('批号片')}&warehouse_id=${id}`)).toEqual(['AB13', 'AB 12'])
    await db.transaction().execute((trx) => refreshGoodsStock(trx, [goods], NOW))
  })
})
