import { beforeEach, describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaffOf, makeStock, nameSupplier } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'

const NOW = new Date('2026-11-23T02:30:00Z')
let buyer: Buyer
let address: number
let goods: number

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await nameSupplier(db)
const service = await makeStaffOf(db, 'service', '周敏')
const second = await makeStaffOf(db, 'service', '何青')
const picker = await makeStaffOf(db, 'warehouse', '罗远')
const checker = await makeStaffOf(db, 'warehouse', '田舟')
const quality = await makeStaffOf(db, 'quality', '方正')
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '90000.00', name: `溪桥大药房${Math.random()}` })
  address = await makeAddress(db, buyer.companyId)
  goods = await makeGoods(db, { price: '100.00', stock: 0, name: '布洛芬缓释胶囊' })
  await makeStock(db, goods, [{ available: 500, batchNo: '260411', expiry: '2029-04-10' }])
})

const post = (url: string, body: object, cookie = service) => shop.ask('POST', url, { cookie, body })
async function place(number = 10): Promise<number> {
  const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number }], `${number * 100}.00`)
  return order?.id ?? 0
}
const bulk = (deed: string, ids: readonly number[], reason = '客户来电说晚些收', cookie = service) =>
  post(`/api/staff/order_bulk/${deed}`, { ids, reason }, cookie)
const preview = async (deed: string, ids: readonly number[], cookie = service) =>
  (await shop.ask('GET', `/api/staff/order_bulk/${deed}?ids=${ids.join(',')}`, { cookie })).data.list
const audits = async (id: number) =>
  (await pool.query('select action from audit_log where subject = $1 order by id', [`order:${id}`])).rows.map((row) => row.action)
const held = async (ids: readonly number[]) =>
  (await pool.query('select held_at is not null as held from orders where id = any($1) order by id', [ids])).rows.map((row) => row.held)

describe('一次处理几张订单', () => {
  it('预览说出每一张会怎样、为什么不行，什么也没有动；照办之后一张一张报告，办不成的不挡别的', async () => {
    const [a, b, c] = [await place(10), await place(20), await place(12)]
    expect((await post(`/api/staff/order/${b}/cancel`, { reason: '客户不要了' })).status).toBe(200)
    const before = await audits(a)
    const weighed = await preview('hold', [a, b, c, 999_999_999])
    expect(weighed).toMatchObject([
      { id: a, can: 1, message: '', company: expect.stringContaining('溪桥大药房') },
      { id: b, can: 0, message: expect.stringContaining('只有在仓库的订单可以暂停') },
      { id: c, can: 1 },
      { id: 999_999_999, no: '', can: 0, message: '订单不存在，或不在您的查看范围' },
    ])
    expect(await held([a, b, c])).toEqual([false, false, false])
    expect(await audits(a)).toEqual(before)

    const done = await bulk('hold', [a, b, c, 999_999_999])
    expect(done.data.done).toBe(2)
    expect(done.data.list.map((one: { done: number }) => one.done)).toEqual([1, 0, 1, 0])
    expect(done.data.list[1].message).toBe(weighed[1].message)
    expect(await held([a, b, c])).toEqual([true, false, true])
    for (const id of [a, c]) expect((await audits(id)).at(-1)).toBe('order.hold')
    expect(await post(`/api/staff/order/${a}/pick`, {}, picker)).toMatchObject({ status: 409, data: { reason: 'ORDER_HELD' } })
    const told = await shop.ask('GET', `/api/order/info/${a}`, { cookie: buyer.cookie })
    expect(told.text).toContain('客户来电说晚些收')

    // Once more it is refused, and said so before.
    expect((await preview('hold', [a])).at(0)).toMatchObject({ can: 0, message: '订单已经暂停' })
    expect((await bulk('resume', [a, c], '客户说可以送了')).data.done).toBe(2)
    expect(await held([a, c])).toEqual([false, false])
    expect((await audits(a)).at(-1)).toBe('order.resume')
    expect((await post(`/api/staff/order/${a}/pick`, {}, picker)).status).toBe(200)
  })

  it('质量暂停的，客服恢复不了，质量可以解除；没有暂停的不能恢复', async () => {
    const [a, b] = [await place(10), await place(20)]
    expect((await bulk('hold', [a], '核对批号', quality)).data.done).toBe(1)
    expect(await preview('resume', [a, b])).toMatchObject([
      { can: 0, message: '由质量解除：核对批号' },
      { can: 0, message: '订单没有暂停' },
    ])
    expect((await bulk('resume', [a])).data.done).toBe(0)
    expect((await bulk('release', [a])).status).toBe(403)
    expect(await held([a])).toEqual([true])
    expect((await bulk('release', [a], '批号无误', quality)).data.done).toBe(1)
    expect((await audits(a)).at(-1)).toBe('order.release')
  })

  it('客服先暂停的，质量照样可以再暂停：客服恢复不了，由质量解除', async () => {
    const a = await place(10)
    await bulk('hold', [a], '核对地址')
    expect((await bulk('hold', [a], '这批货可疑', quality)).data.done).toBe(1)
    expect((await bulk('hold', [a], '再来一次', quality)).data.list[0].message).toBe('订单已经暂停')
    expect((await bulk('resume', [a])).data.list[0].message).toBe('由质量解除：核对地址；这批货可疑')
    expect((await bulk('release', [a], '批号无误', quality)).data.done).toBe(1)
    expect(await held([a])).toEqual([false])
  })

  it('暂停期间资质到了期，恢复不了，说出是什么', async () => {
    const a = await place(10)
    await bulk('hold', [a])
    await pool.query('update company set contract_signed = false where id = $1', [buyer.companyId])
    expect((await bulk('resume', [a])).data.list[0]).toMatchObject({ done: 0, message: expect.stringContaining('现在不能恢复') })
    expect(await held([a])).toEqual([true])
  })

  it('几张记同一条内部备注；两个人同时暂停同一张，只成一个；一次最多二百张，理由要写', async () => {
    const [a, b] = [await place(10), await place(20)]
    expect((await bulk('note', [a, b], '陈店长电话说可等')).data.done).toBe(2)
    for (const id of [a, b]) {
      const { notes } = (await shop.ask('GET', `/api/staff/order/${id}`, { cookie: service })).data
      expect(notes).toMatchObject([{ kind: 'inside', actor: '周敏', text: '陈店长电话说可等' }])
    }
    const both = await Promise.all([bulk('hold', [a, b]), bulk('hold', [b, a], '另一位也想暂停', second)])
    expect(both.map(({ data }) => data.done).reduce((sum, one) => sum + one, 0)).toBe(2)
    expect((await audits(a)).filter((action) => action === 'order.hold')).toHaveLength(1)
    const many = Array.from({ length: 201 }, (_, at) => at + 1)
    expect((await bulk('note', many)).status).toBe(422)
    expect((await bulk('note', [a], '  ')).data.done ?? 0).toBe(0)
    expect((await bulk('hold', [a], '暂停', picker)).status).toBe(403)
  })

  it('只看别处的人，这些订单对他不存在：预览和照办都这样说，什么也没有动', async () => {
    const a = await place(10)
    const narrow = await makeStaffOf(db, 'service', '只看西藏')
    await pool.query(
      "update staff set narrow_provinces = '{西藏自治区}' where account_id = (select id from account where name = '只看西藏')",
    )
    const gone = { id: a, no: '', company: '', message: '订单不存在，或不在您的查看范围' }
    expect(await preview('hold', [a], narrow)).toMatchObject([{ ...gone, can: 0 }])
    expect((await bulk('hold', [a], '看不到的', narrow)).data).toMatchObject({ done: 0, list: [gone] })
    expect((await shop.ask('GET', `/api/staff/order_notes?ids=${a}`, { cookie: narrow })).data?.list ?? [gone]).toMatchObject([gone])
    expect(await held([a])).toEqual([false])
  })

  it('只导出所选的', async () => {
    const [a, b] = [await place(10), await place(20)]
    const list = async (ids: readonly number[]) =>
      (await shop.ask('GET', `/api/staff/order?company_id=${buyer.companyId}&ids=${ids.join(',')}`, { cookie: service })).data.list.map(
        (one: { id: number }) => one.id,
      )
    expect(await list([a])).toEqual([a])
    expect(await list([a, b])).toEqual([b, a])
    const file = await shop.app.inject({ url: `/api/staff/order/export?ids=${a}`, headers: { cookie: `staff=${service}` } })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheet')])
  })
})

describe('一次打印几张随货同行单', () => {
  it('没发货的说没有，发了货的合成一份 PDF，谁取走的留痕', async () => {
    const [a, b] = [await place(10), await place(20)]
    const notes = async () => (await shop.ask('GET', `/api/staff/order_notes?ids=${a},${b}`, { cookie: checker })).data.list
    expect(await notes()).toMatchObject([{ can: 0, message: '还没有发货，没有随货同行单', document_id: null }, { can: 0 }])
    const print = (cookie: string) =>
      shop.app.inject({ url: `/api/staff/order_notes/print?ids=${a},${b}`, headers: { cookie: `staff=${cookie}` } })
    expect((await print(checker)).json()).toMatchObject({ code: 409, message: '所选订单都没有可打印的随货同行单' })

    expect((await post(`/api/staff/order/${a}/pick`, {}, picker)).status).toBe(200)
    expect((await post(`/api/staff/order/${a}/gathered`, {}, picker)).status).toBe(200)
    const shipped = await post(`/api/staff/order/${a}/ship`, { carrier: '顺丰', waybill: 'SF1', packages: 1 }, checker)
    expect(shipped.status, shipped.text).toBe(200)
    expect((await notes())[0].message).toContain('还在制作')
    await shop.jobs.runDue()
    expect(await notes()).toMatchObject([
      { id: a, can: 1, document_id: expect.any(Number) },
      { id: b, can: 0 },
    ])
    const pdf = await print(checker)
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
    const { rows } = await pool.query('select way from document_download where document_id = $1', [(await notes())[0].document_id])
    expect(rows).toEqual([{ way: 'print' }])
  })
})
