import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { balanceOf, buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeCompanyPrice, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { openBankAccount } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { edited } from '../../../../test/order-edit.ts'
import { holdCoupon, makeTemplate } from '../../../../test/promotions.ts'
import { giveCredit } from '../../../../test/wallet.ts'
import { findViolations } from '../../money/invariants/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number
let serial = 0

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaffOf(db, 'service', '王客服')
await openBankAccount(db)
afterAll(async () => {
  expect(await findViolations(db, NOW)).toEqual([])
})
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '900.00' })
  address = await makeAddress(db, buyer.companyId)
})

const at = (path = '') => `/api/staff/order_entry/company/${buyer.companyId}${path}`
const get = (path: string, cookie = staff) => shop.ask('GET', path, { cookie })
const sheet = (lines: string, more = '') => get(at(`/sheet?lines=${lines}&address_id=${address}${more}`))
const place = (goodsId: number, number: number, total: string, more: object = {}) =>
  shop.ask('POST', at(), {
    cookie: staff,
    body: {
      key: `entry-${++serial}-key`,
      lines: [{ goods_id: goodsId, number }],
      address_id: address,
      invoice_kind: 'normal',
      pay: 'later',
      asked_by: '李店长',
      total,
      ...more,
    },
  })
const orderOf = async (id: number) => (await shop.ask('GET', `/api/order/info/${id}`, { cookie: buyer.cookie })).data

describe('代客下单', () => {
  it('按首字母、电话、名称找到企业；看得见它的关口、地址和最近的订单', async () => {
    await db.updateTable('company').set({ name: '望槐堂大药房', phone: '13888880001' }).where('id', '=', buyer.companyId).execute()
    await db.updateTable('company').set({ initials: 'whtdyf' }).where('id', '=', buyer.companyId).execute()
    for (const words of ['whtd', '13888880', '望槐'])
      expect((await get(`/api/staff/order_entry/company?keywords=${encodeURIComponent(words)}`)).data.list).toMatchObject([
        { id: buyer.companyId, name: '望槐堂大药房' },
      ])
    const goods = await makeGoods(db, { name: '常买药', price: '50.00' })
    const [former] = await buy(shop, buyer, address, [{ goods_id: goods, number: 3 }])
    const company = (await get(at())).data
    expect(company).toMatchObject({ why: [], addresses: [{ id: address }], recent: [{ no: former?.no, goods: '常买药' }] })
    expect((await get(at(`/again/${former?.id}`))).data.lines).toEqual([{ goods_id: goods, number: 3 }])
    expect((await get(at('/again/999999'))).code).toBe(404)
  })

  it('粘贴几行编码和数量，找到各行的商品，价格是这家企业自己的', async () => {
    const [a, b] = [
      await makeGoods(db, { code: 'ENTRY01', name: '代客甲', price: '10.00' }),
      await makeGoods(db, { code: 'ENTRY02', price: '10.00' }),
    ]
    await makeCompanyPrice(db, buyer.companyId, a, '8.80')
    await shop.search.refresh()
    const found = await get(at(`/goods?text=${encodeURIComponent('ENTRY01 5\nENTRY02 3\n没有的药 1')}`))
    expect(found.data.lines).toMatchObject([
      { number: 5, is_sure: 1, candidates: [{ goods_id: a, price: '8.80', why: '' }] },
      { number: 3, is_sure: 1, candidates: [{ goods_id: b, price: '10.00' }] },
      { is_sure: 0 },
    ])
  })

  it('试算与下单同一个价；订单像企业自己下的，标明谁代下，客户马上收到消息，审计有据', async () => {
    const goods = await makeGoods(db, { name: '代客药', price: '20.00' })
    await makeCompanyPrice(db, buyer.companyId, goods, '18.00')
    const shown = (await sheet(`${goods}:10`)).data
    expect(shown).toMatchObject({ is_open: 1, lines: [{ price: '18.00', amount: '180.00', reasons: [] }] })
    const before = await balanceOf(db, buyer.companyId)
    const placed = await place(goods, 10, shown.total, { remark: '下午要' })
    expect(placed.status, placed.text).toBe(200)
    const [{ id, no }] = placed.data.orders
    expect(await orderOf(id)).toMatchObject({
      no,
      status: 'pending_payment',
      entered_by: '王客服',
      remark: '下午要',
      log: [{ actor: '王客服（代客下单）' }],
    })
    expect(await balanceOf(db, buyer.companyId)).toBe(before)
    expect((await get(`/api/staff/order/${id}`)).data).toMatchObject({ entered_by: '王客服' })
    const told = await db.selectFrom('message').select('title').where('company_id', '=', buyer.companyId).execute()
    expect(told.map(({ title }) => title)).toContain(`已代您下单：${no}`)
    const audit = await db.selectFrom('audit_log').selectAll().where('subject', '=', `order:${id}`).execute()
    expect(audit).toMatchObject([{ action: 'order.enter', actor: '王客服', after: { asked_by: '李店长', pay: 'later' } }])
  })

  it('价格不能自己填：合计与试算不同的，什么也不下', async () => {
    const goods = await makeGoods(db, { price: '20.00' })
    expect(await place(goods, 10, '1.00')).toMatchObject({ status: 409, data: { reason: 'TOTAL_CHANGED' } })
    expect((await get(at())).data.recent).toEqual([])
  })

  it('账期付的当场付清，随后改少，账期减回；额度不够的，订单留着并说明', async () => {
    await giveCredit(db, buyer.companyId, '300.00', 30)
    const goods = await makeGoods(db, { name: '账期代客', price: '50.00' })
    const { total, pays } = (await sheet(`${goods}:4`)).data
    expect(pays).toContainEqual(expect.objectContaining({ code: 'credit', open: true }))
    const placed = await place(goods, 4, total, { pay: 'credit' })
    expect(placed.data).toMatchObject({ unpaid: '', orders: [{ status_name: '待拣货' }] })
    expect((await edited(shop, staff, placed.data.orders[0].id, { lines: { 账期代客: 2 } })).data.back).toMatchObject([{ to: '账期额度' }])
    const again = (await sheet(`${goods}:6`)).data
    expect(again.pays).toContainEqual(expect.objectContaining({ code: 'credit', open: false }))
    expect((await place(goods, 6, again.total, { pay: 'credit' })).data).toMatchObject({
      unpaid: expect.stringContaining('额度不足'),
      orders: [{ status_name: '待付款' }],
    })
  })

  it('客户的余额和券是客户自己的：不用余额；没说用券就不用，说了才用', async () => {
    const goods = await makeGoods(db, { price: '50.00' })
    await holdCoupon(db, buyer.companyId, await makeTemplate(db, { amount: '15.00', taken: 1 }))
    const plain = (await sheet(`${goods}:4`)).data
    expect(plain.coupons).toBe(1)
    const wished = (await sheet(`${goods}:4`, '&coupons=1')).data
    expect(Number(plain.total) - Number(wished.total)).toBe(15)
    expect(plain.pays.map((one: { code: string }) => one.code)).toEqual(['later', 'bank'])
    const placed = await place(goods, 4, wished.total, { coupons: 1 })
    expect(placed.status, placed.text).toBe(200)
  })

  it('关口一个不少：没有库存、不够起订、没审核的地址、冻结的企业，各说原因', async () => {
    const short = await makeGoods(db, { name: '只剩两盒', price: '20.00', stock: 2 })
    const shown = (await sheet(`${short}:10`)).data
    expect(shown).toMatchObject({ is_open: 0, lines: [{ reasons: [{ code: 'NO_STOCK' }] }] })
    expect(await place(short, 10, shown.total)).toMatchObject({ status: 409, data: { reason: 'LINES_REFUSED' } })
    const goods = await makeGoods(db, { price: '20.00' })
    const waiting = await makeAddress(db, buyer.companyId, { detail: '未审', is_licence: false, is_default: false, review: 'waiting' })
    expect((await place(goods, 2, '40.00', { address_id: waiting })).data.errors[0].field).toBe('address_id')
    expect((await place(goods, 2, '40.00', { asked_by: ' ' })).data.errors[0].field).toBe('asked_by')
    expect((await sheet(`${goods}:2,${goods}:3`)).data.errors[0].message).toContain('合并')
    await db.updateTable('company').set({ review_state: 4 }).where('id', '=', buyer.companyId).execute()
    expect((await get(at())).data.why[0]).toBeTruthy()
    expect((await place(goods, 2, '52.00')).message).toContain('现在不能下单')
  })

  it('同一次提交换个付法再来：不再付款，账期不会在没有记录的情况下用掉', async () => {
    await giveCredit(db, buyer.companyId, '5000.00', 30)
    const goods = await makeGoods(db, { price: '60.00' })
    const { total } = (await sheet(`${goods}:2`)).data
    const key = 'first-later-then-credit'
    expect((await place(goods, 2, total, { key })).data.unpaid).toBe('')
    expect(await place(goods, 99, '1.00', { key, pay: 'credit' })).toMatchObject({ status: 409, data: { reason: 'KEY_USED' } })
    const again = await place(goods, 2, total, { key, pay: 'credit' })
    expect(again.data).toMatchObject({ orders: [{ status_name: '待付款' }], unpaid: expect.stringContaining('此前已提交过') })
  })

  it('同一次提交只下一单；代客的订单照常拣货发货；仓库不能代客下单', async () => {
    const goods = await makeGoods(db, { price: '60.00' })
    const { total } = (await sheet(`${goods}:2`)).data
    const key = 'the-same-key-twice'
    const [first, second] = [await place(goods, 2, total, { key }), await place(goods, 2, total, { key })]
    expect(second.data.orders[0].id).toBe(first.data.orders[0].id)
    await shop.ask('POST', `/api/pay/order/${first.data.orders[0].id}`, { cookie: buyer.cookie, body: { channel: 'balance' } })
    await bring(shop, await makeStaffOf(db, 'warehouse'), first.data.orders[0].id, 'pick')
    expect((await get(at(), await makeStaffOf(db, 'warehouse'))).code).toBe(403)
  })
})
