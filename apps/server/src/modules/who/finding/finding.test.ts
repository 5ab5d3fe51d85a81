import { describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaffOf, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'

const shop = await testShop({ now: new Date('2026-11-23T02:00:00Z') })
const { db } = shop.database
const buyer = await makeCompany(db, { name: '武汉望槐堂大药房', credit_code: '91420100MA4KXXXX1P', phone: '13812340001', code: 'K0007' })
await changeRow(db, 'company', buyer.companyId, { initials: 'whwhtdyf' })
const goods = await makeGoods(db, { name: '阿莫西林胶囊', code: 'YP00123', mnemonic: 'AMXLJN', barcode: '6901234567890' })
await makeStock(db, goods, [{ available: 10, batchNo: 'a2601-07' }])
const order = await makeOrder(db, buyer, [{ goodsId: goods, number: 1 }])
const orderNo: string = (await db.selectFrom('orders').select('no').where('id', '=', order).executeTakeFirstOrThrow()).no
const paid = { company_id: buyer.companyId, amount: 1000, channel: 'bank', order_id: order, subject_id: order }
await addRow(db, 'payment', { ...paid, no: 'P202611230001' })

const find = async (role: string, q: string, name = '找人') => {
  const cookie = await makeStaffOf(db, role, name)
  const { data } = await shop.ask('GET', `/api/staff/find?q=${encodeURIComponent(q)}`, { cookie })
  return data.groups as { kind: string; list: { text: string; key: string; id: number }[] }[]
}
const texts = async (role: string, q: string) => (await find(role, q)).map(({ kind, list }) => [kind, ...list.map(({ text }) => text)])

describe('查找记录', () => {
  it('订单按单号开头，企业按首字母、名称、电话、信用代码、编码', async () => {
    expect(await texts('service', orderNo.toLowerCase())).toEqual([['order', orderNo]])
    for (const q of ['wht', 'WHT', '望槐', '1381234', '91420100ma', 'k0007'])
      expect(await texts('finance', q), q).toContainEqual(['company', '武汉望槐堂大药房'])
  })

  it('商品按首字母、编码、条码、名称；批号不分大小写', async () => {
    for (const q of ['amxl', 'yp001', '690123', '莫西林'])
      expect(await texts('merchandiser', q), q).toContainEqual(['goods', '阿莫西林胶囊'])
    expect(await texts('warehouse', 'A2601')).toEqual([['batch', 'a2601-07']])
  })

  it('付款单号找到它的订单；员工按姓名', async () => {
    const [group] = await find('finance', 'p20261123')
    expect(group).toMatchObject({ kind: 'payment', list: [{ text: 'P202611230001', key: orderNo }] })
    await makeStaffOf(db, 'warehouse', '司马仓')
    expect(await texts('administrator', '司马')).toEqual([['staff', '司马仓']])
  })

  it('只找有权看的：仓储找不到企业和付款，管理员找不到订单', async () => {
    expect(await texts('warehouse', '望槐')).toEqual([])
    expect(await texts('warehouse', 'P20261123')).toEqual([])
    expect(await texts('administrator', orderNo)).toEqual([])
    expect((await find('auditor', orderNo)).length).toBe(1)
  })

  it('太短的不找；通配符只是字', async () => {
    expect(await find('auditor', 'w')).toEqual([])
    for (const q of ['%%', '__', '望%', 'YP_0']) expect(await find('auditor', q), q).toEqual([])
  })

  it('售后、退款、发票没有的号码，答没有', async () => {
    expect(await texts('service', 'SH99999999')).toEqual([])
    expect(await texts('finance', '24420000009999')).toEqual([])
  })
})
