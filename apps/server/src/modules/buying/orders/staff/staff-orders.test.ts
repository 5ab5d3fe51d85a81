import { beforeEach, describe, expect, it } from 'vitest'
import { ORDER_STATES } from '#contract/order.ts'
import type { Fen } from '#domain/money.ts'
import { buy, makeAddress } from '../../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaffOf, makeStock, nameSupplier } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { setOrClear, writeSetting } from '../../../../platform/settings.ts'
import { type Counted, countOrders, type StaffOrderFilter } from './list-views.ts'

const NOW = new Date('2026-11-23T02:30:00Z')
let buyer: Buyer
let address: number
let goods: number

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await nameSupplier(db)
await setOrClear(db, 'picker_ships', null)
const service = await makeStaffOf(db, 'service', '周敏')
const picker = await makeStaffOf(db, 'warehouse', '罗远')
const checker = await makeStaffOf(db, 'warehouse', '田舟')
const quality = await makeStaffOf(db, 'quality', '方正')
const auditor = await makeStaffOf(db, 'auditor', '白净')
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '90000.00', name: `溪桥大药房${Math.random()}` })
  address = await makeAddress(db, buyer.companyId)
  goods = await makeGoods(db, { price: '100.00', stock: 0, name: '布洛芬缓释胶囊' })
  await makeStock(db, goods, [{ available: 500, batchNo: '260411', expiry: '2029-04-10' }])
})

const get = (url: string, cookie = service) => shop.ask('GET', url, { cookie })
const post = (url: string, body: object, cookie = service) => shop.ask('POST', url, { cookie, body })
async function place(number = 10): Promise<{ id: number; no: string }> {
  const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number }], `${number * 100 + (number < 10 ? 12 : 0)}.00`)
  return { id: order?.id ?? 0, no: order?.no ?? '' }
}
const ids = async (query: string, cookie = service) =>
  (await get(`/api/staff/order?company_id=${buyer.companyId}&${query}`, cookie)).data.list.map((one: { id: number }) => one.id)
const audits = async (id: number) =>
  (await pool.query('select action from audit_log where subject = $1 order by id', [`order:${id}`])).rows.map((row) => row.action)

describe('订单列表', () => {
  it('最新的在前；按状态、单号、企业、商品、金额、日期筛选；下一页接着上一页的最后一张', async () => {
    const [a, b, c] = [await place(10), await place(20), await place(5)]
    expect(await ids('')).toEqual([c.id, b.id, a.id])
    expect((await post(`/api/staff/order/${b.id}/cancel`, { reason: '客户不要了' })).status).toBe(200)
    expect(await ids('status=cancelled')).toEqual([b.id])
    expect(await ids(`no=${a.no}`)).toEqual([a.id])
    expect(await ids('goods=布洛芬')).toEqual([c.id, b.id, a.id])
    expect(await ids('goods=没有这种药')).toEqual([])
    expect(await ids('min=600&max=1500')).toEqual([a.id])
    expect(await ids('from=2026-11-24')).toEqual([])
    expect(await ids('to=2026-11-23&per_page=2')).toEqual([c.id, b.id])
    expect(await ids(`per_page=2&before=${b.id}`)).toEqual([a.id])
    const { counts } = (await get(`/api/staff/order/counts?company_id=${buyer.companyId}`)).data
    const count = (key: string) => counts.find((one: { key: string }) => one.key === key).count
    expect([count('all'), count('paid'), count('cancelled'), count('held')]).toEqual([3, 2, 1, 0])
    const byName = (await get(`/api/staff/order?company=${encodeURIComponent('溪桥')}&status=cancelled`)).data.list
    expect(byName.some((one: { id: number }) => one.id === b.id)).toBe(true)
  })

  it('企业多得不逐个列出时，每个标签的数与逐个列出时一样：按状态、暂停、售后，连同别的条件；数到为止的多一张', async () => {
    const [held, cancelled, later] = [await place(), await place(), await place(20)]
    await place()
    await pool.query(`update orders set held_at = now(), hold_reasons = '[]' where id = $1`, [held.id])
    await post(`/api/staff/order/${cancelled.id}/cancel`, { reason: '客户不要了' })
    await pool.query(
      `insert into after_sale (no, order_id, company_id, kind, reason, status, created_at, idempotency_key, expected_amount)
       values ('AS-MANY', $1, $2, 'return', 'damaged', 'reviewing', now(), 'many', 0)`,
      [later.id, buyer.companyId],
    )
    const named = (await pool.query<{ id: number }>(`select id from company where name like '%溪桥大药房%'`)).rows.map(({ id }) => id)
    const plain: StaffOrderFilter = {
      status: null,
      isHeld: false,
      inAfterSale: false,
      companyId: null,
      company: '溪桥大药房',
      companyIds: null,
      no: '',
      noIds: null,
      goodsIds: null,
      from: null,
      until: null,
      warehouseId: null,
      isEphedrine: false,
      min: null,
      max: null,
      ids: null,
      behind: null,
    }
    const tabs = (filter: StaffOrderFilter, most: number): Counted[] => [
      [{ ...filter, isHeld: true }, most],
      ...ORDER_STATES.map((status): Counted => [{ ...filter, status }, most]),
      [{ ...filter, inAfterSale: true }, most],
      [filter, most],
    ]
    for (const [more, most] of [
      [{}, 10_000],
      [{}, 1],
      [{ goodsIds: [goods] }, 10_000],
      [{ min: 150_000 as Fen, from: new Date('2026-11-01T00:00:00Z') }, 10_000],
    ] as const) {
      const counts = await countOrders(db, tabs({ ...plain, ...more }, most))
      expect(counts).toEqual(await countOrders(db, tabs({ ...plain, ...more, companyIds: named }, most)))
      expect(counts[0]).toBeGreaterThan('min' in more ? -1 : 0)
      expect(counts.at(-2)).toBeGreaterThan(0)
      expect(Math.max(...counts)).toBe(most === 1 ? 2 : counts.at(-1))
    }
    expect(await countOrders(db, [])).toEqual([])
  })

  it('已完结的一千张以上只说一千以上，在办的数到一万', async () => {
    const { id } = await place()
    const copies = (status: string) =>
      pool.query(
        `insert into orders overriding system value select (jsonb_populate_record(o, jsonb_build_object('id', nextval('orders_id_seq'), 'no', $2 || g, 'status', $2::text))).*
           from orders o, generate_series(1, 1001) g where o.id = $1`,
        [id, status],
      )
    await copies('completed')
    await copies('shipped')
    const { counts } = (await get(`/api/staff/order/counts?company_id=${buyer.companyId}`)).data
    const count = (key: string) => counts.find((one: { key: string }) => one.key === key)
    expect(count('all')).toMatchObject({ count: 1000, is_more: 1 })
    expect(count('completed')).toMatchObject({ count: 1000, is_more: 1 })
    expect(count('shipped')).toMatchObject({ count: 1001, is_more: 0 })
    await pool.query(`delete from orders where company_id = $1 and id <> $2`, [buyer.companyId, id])
  })

  it('含百分号、下划线的字按字面找，不当通配符；不存在的日期说明错在哪里', async () => {
    await place()
    expect(await ids('no=%25')).toEqual([])
    expect(await ids('no=_')).toEqual([])
    expect((await get('/api/staff/order?from=2026-02-30')).status).toBe(422)
    expect((await get('/api/staff/order?min=1.234')).status).toBe(422)
  })

  it('导出与列表同样筛选；没有金额权限的岗位不能导出', async () => {
    await place()
    const file = await get(`/api/staff/order/export?company_id=${buyer.companyId}`)
    expect(file.status).toBe(200)
    expect((await get('/api/staff/order/export', picker)).status).toBe(403)
  })
})

describe('金额', () => {
  it('仓储看订单：没有一处金额，日志里的金额也不写；按金额筛选不起作用，不能试出金额', async () => {
    const { id } = await place()
    await post(`/api/staff/order/${id}/note`, { kind: 'buyer', text: '已退 ¥65.65，差额 12 元下单时抵' })
    const seen = await get(`/api/staff/order/${id}`, picker)
    expect(seen.status).toBe(200)
    expect(seen.text).not.toMatch(/\d+\.\d\d"/)
    expect(seen.text).not.toContain('65.65')
    expect(seen.text).not.toContain('12 元')
    expect(seen.data).toMatchObject({ total: null, payable: null, money: [], payments: [], refunds: [], invoices: [] })
    expect(seen.data.lines[0]).toMatchObject({ name: '布洛芬缓释胶囊', price: null, amount: null, paid: null, explanation: [], shares: [] })
    expect(await ids('min=5000', picker)).toEqual([id])
    expect((await get('/api/staff/picking', picker)).text).not.toMatch(/\d+\.\d\d"/)
  })

  it('客服、质量、审计看得到金额，合计分文不差', async () => {
    const { id } = await place()
    for (const cookie of [service, quality, auditor]) {
      const { data } = await get(`/api/staff/order/${id}`, cookie)
      expect(data.total).toBe('1000.00')
      expect(data.lines[0]).toMatchObject({ price: '100.00', paid: '1000.00' })
      const sum = data.money.reduce((all: number, { amount }: { amount: string }) => all + Math.round(Number(amount) * 100), 0)
      expect(sum).toBe(Math.round(Number(data.payable) * 100))
    }
  })
})

describe('备注', () => {
  it('内部备注买家看不到，告知买家的他看得到；每条留痕；审计岗位只能看', async () => {
    const { id } = await place()
    expect((await post(`/api/staff/order/${id}/note`, { kind: 'inside', text: '陈店长电话说可等' })).status).toBe(200)
    expect((await post(`/api/staff/order/${id}/note`, { kind: 'buyer', text: '周三送到' })).status).toBe(200)
    expect((await post(`/api/staff/order/${id}/note`, { kind: 'inside', text: '   ' })).status).toBe(422)
    expect((await post(`/api/staff/order/${id}/note`, { kind: 'inside', text: '偷偷记' }, auditor)).status).toBe(403)
    const theirs = await get(`/api/order/info/${id}`, buyer.cookie)
    expect(theirs.text).toContain('周三送到')
    expect(theirs.text).not.toContain('可等')
    const { notes } = (await get(`/api/staff/order/${id}`)).data
    expect(notes).toMatchObject([{ kind: 'inside', actor: '周敏', text: '陈店长电话说可等' }])
    expect(await audits(id)).toEqual(['order.note', 'order.note'])
  })

  it('仓储报缺显示在订单上；发货后不再提示，也不能再报', async () => {
    const { id } = await place()
    await post(`/api/staff/order/${id}/pick`, {}, picker)
    expect((await post(`/api/staff/order/${id}/note`, { kind: 'short', text: '布洛芬 260411 缺 2 盒' }, picker)).status).toBe(200)
    expect((await get(`/api/staff/order/${id}`)).data.short).toBe('布洛芬 260411 缺 2 盒')
    await post(`/api/staff/order/${id}/ship`, {}, checker)
    expect((await get(`/api/staff/order/${id}`)).data.short).toBe('')
    expect((await post(`/api/staff/order/${id}/note`, { kind: 'short', text: '又缺一盒' }, picker)).status).toBe(409)
  })
})

describe('拣货与复核', () => {
  const mine = async (stage: string) =>
    (await get(`/api/staff/picking?stage=${stage}&per_page=100`, picker)).data.list.map((one: { id: number }) => one.id)

  it('待拣货最早付款的在前；拣完交复核；拣货人不能复核自己拣的货，另一人可以', async () => {
    const [first, second] = [await place(), await place()]
    const queue = await mine('pick')
    expect(queue.indexOf(first.id)).toBeLessThan(queue.indexOf(second.id))
    expect((await post(`/api/staff/order/${first.id}/gathered`, {}, picker)).status).toBe(409)
    await post(`/api/staff/order/${first.id}/pick`, {}, picker)
    expect(await mine('picking')).toContain(first.id)
    expect((await post(`/api/staff/order/${first.id}/gathered`, {}, picker)).status).toBe(200)
    expect(await mine('picking')).not.toContain(first.id)
    expect(await mine('check')).toContain(first.id)
    expect((await get(`/api/staff/order/${first.id}`, checker)).data).toMatchObject({ picker: '罗远', picked_by_me: 0 })
    const refused = await post(`/api/staff/order/${first.id}/ship`, {}, picker)
    expect(refused.status, refused.text).toBe(409)
    expect(refused.text).toContain('须由另一人复核')
    expect((await post(`/api/staff/order/${first.id}/ship`, { waybill: 'SF1', packages: 2 }, checker)).data).toEqual({
      status: 'shipped',
    })
    const { parcel } = (await get(`/api/staff/order/${first.id}`, checker)).data
    expect(parcel).toMatchObject({ waybill: 'SF1', packages: 2, picked_by: '罗远', checked_by: '田舟' })
    expect(parcel.papers.length).toBeGreaterThan(0)
    expect(await audits(first.id)).toEqual(['order.pick', 'order.gathered', 'order.ship'])
  })

  it('一人开始拣货，另一人拣完交复核：拣完的那一人也不能复核', async () => {
    const { id } = await place()
    await post(`/api/staff/order/${id}/pick`, {}, picker)
    expect((await post(`/api/staff/order/${id}/gathered`, {}, checker)).status).toBe(200)
    // Said once more by another one, it stays whose it is.
    expect((await post(`/api/staff/order/${id}/gathered`, {}, picker)).status).toBe(200)
    expect((await get(`/api/staff/order/${id}`, checker)).data.picked_by_me).toBe(1)
    for (const one of [picker, checker]) {
      const refused = await post(`/api/staff/order/${id}/ship`, {}, one)
      expect([refused.status, refused.message]).toEqual([409, '这张订单是您拣的货，须由另一人复核发货'])
    }
    const third = await makeStaffOf(db, 'warehouse', '第三人')
    expect((await post(`/api/staff/order/${id}/ship`, {}, third)).status).toBe(200)
  })

  it('复核的人自己换了批号，就要拣货的人重新交复核，不能换了自己发', async () => {
    const { id } = await place()
    const [other] = await makeStock(db, goods, [{ available: 20, batchNo: '260502', expiry: '2029-05-01' }])
    await post(`/api/staff/order/${id}/pick`, {}, picker)
    await post(`/api/staff/order/${id}/gathered`, {}, picker)
    const [piece] = (await get(`/api/staff/order/${id}/picking`, checker)).data.list
    expect((await post(`/api/staff/order/${id}/batch`, { piece_id: piece.id, batch_id: other, reason: '外箱破损' }, checker)).status).toBe(
      200,
    )
    expect(await mine('picking')).toContain(id)
    expect((await post(`/api/staff/order/${id}/ship`, {}, checker)).message).toBe('这张订单是您拣的货，须由另一人复核发货')
    expect((await post(`/api/staff/order/${id}/gathered`, {}, picker)).status).toBe(200)
    expect((await post(`/api/staff/order/${id}/ship`, {}, checker)).status).toBe(200)
  })

  it('复核人不能写成拣货的那一位', async () => {
    const { id } = await place()
    await post(`/api/staff/order/${id}/pick`, {}, picker)
    const refused = await post(`/api/staff/order/${id}/ship`, { checker: ' 罗远 ' }, checker)
    expect([refused.status, refused.data.errors?.[0]?.field]).toEqual([422, 'checker'])
    expect((await post(`/api/staff/order/${id}/ship`, { checker: '王药师' }, checker)).status).toBe(200)
    const corrected = await post(`/api/staff/order/${id}/papers`, { checker: '罗远', change: '复核人写错' }, checker)
    expect([corrected.status, corrected.data.errors?.[0]?.field]).toEqual([422, 'checker'])
  })

  it('设置写明一个人管仓库的，拣货人自己复核发货，操作记录里看得出', async () => {
    const { id } = await place()
    await writeSetting(db, 'picker_ships', true)
    await post(`/api/staff/order/${id}/pick`, {}, picker)
    expect((await post(`/api/staff/order/${id}/ship`, { checker: '李四' }, picker)).status).toBe(200)
    const { rows } = await pool.query(`select after from audit_log where subject = $1 and action = 'order.ship'`, [`order:${id}`])
    expect(rows).toEqual([{ after: { status: 'shipped', checker: '李四', own_picking: true } }])
  })

  it('拣货明细给出商品条码和贮藏条件，扫码枪扫得到', async () => {
    const { id } = await place()
    await pool.query(`update goods set barcode = '6901234567892' where id = $1`, [goods])
    const { list } = (await get(`/api/staff/order/${id}/picking`, picker)).data
    expect(list[0]).toMatchObject({ barcode: '6901234567892', batch_no: '260411', number: 10, cold_chain: 0 })
  })
})
