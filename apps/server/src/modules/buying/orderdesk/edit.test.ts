import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bring, grantVoucher, payAtGateway, refundedBySource } from '../../../../test/after-sales.ts'
import { balanceOf, buy, fillCart, makeAddress, openSheet, stockOf, submit, type WishedLine } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeOffer, makeStaffOf, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { arrive, openBankAccount } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { edited, editForm, previewedEdit } from '../../../../test/order-edit.ts'
import { holdCoupon, makeBundle, makePromotion, makeTemplate } from '../../../../test/promotions.ts'
import { changeRow, keepSetting } from '../../../../test/rows.ts'
import { giveCredit } from '../../../../test/wallet.ts'
import { findViolations } from '../../money/invariants/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaffOf(db, 'service', '王客服')
const warehouse = await makeStaffOf(db, 'warehouse', '周仓库')
await openBankAccount(db)
await keepSetting(db, 'shipping', { free_from: '100.00', fee: '12.00' })
afterAll(async () => {
  expect(await findViolations(db, NOW)).toEqual([])
})
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '5000.00' })
  address = await makeAddress(db, buyer.companyId)
})

const orderOf = async (id: number) => (await shop.ask('GET', `/api/order/info/${id}`, { cookie: buyer.cookie })).data
const linesOf = async (id: number): Promise<Record<string, number>> =>
  Object.fromEntries((await orderOf(id)).lines.map((line: { name: string; number: number }) => [line.name, line.number]))
const balance = () => balanceOf(db, buyer.companyId)
const drug = (name: string, price: string, stock = 500) => makeGoods(db, { name, price, stock })
const paid = async (list: readonly WishedLine[], then: readonly WishedLine[] = []) => {
  const ids = [...(await fillCart(shop, buyer, list)), ...(then.length > 0 ? await fillCart(shop, buyer, then) : [])]
  const sheet = await openSheet(shop, buyer, ids, '5000.00')
  const placed = await submit(shop, buyer, address, ids, sheet.data, '5000.00')
  expect(placed.status, placed.text).toBe(200)
  return placed.data.orders as { id: number; no: string; status: string }[]
}
const one = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('nothing there')
  return first
}

describe('拣货前改单', () => {
  it('余额付清的订单少要几盒：预览写明每一元，确认后钱、库存、日志、消息都对，客户在订单里看得到', async () => {
    const [a, b] = [await drug('甲药', '30.00'), await drug('乙药', '7.50')]
    const { id } = one(
      await paid([
        { goods_id: a, number: 10 },
        { goods_id: b, number: 4 },
      ]),
    )
    const before = { balance: await balance(), a: await stockOf(db, a) }
    const { preview, save } = await previewedEdit(shop, staff, id, { lines: { 甲药: 6, 乙药: 0 } })
    expect(preview.status, preview.text).toBe(200)
    expect(preview.data).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ name: '甲药', before: 10, after: 6, paid_before: '300.00', paid_after: '180.00' }),
        expect.objectContaining({ name: '乙药', before: 4, after: 0, paid_after: '0.00' }),
      ]),
      back_total: '150.00',
      back: [{ to: '账户余额', amount: '150.00', when: '立即到账' }],
    })
    expect(preview.data.money).toContainEqual({ key: 'total', label: '订单合计', before: '330.00', after: '180.00' })
    // A preview leaves nothing behind.
    expect(await balance()).toBe(before.balance)
    expect(await stockOf(db, a)).toEqual(before.a)
    expect((await orderOf(id)).edits).toEqual([])

    const saved = await save()
    expect(saved.status, saved.text).toBe(200)
    expect(await balance()).toBe(before.balance + 15_000)
    expect(await linesOf(id)).toEqual({ 甲药: 6 })
    expect(await stockOf(db, a)).toMatchObject({ available: before.a.available + 4, reserved: 6 })
    const order = await orderOf(id)
    expect(order).toMatchObject({ total: '180.00', status: 'paid', rows: [{ key: 'goods', note: '1 种 6 件', amount: '180.00' }, {}, {}] })
    expect(order.edits).toMatchObject([
      {
        actor: '王客服',
        reason: '客户来电要求',
        back: '150.00',
        lines: expect.arrayContaining([
          { name: '甲药', unit: '盒', before: 10, after: 6 },
          { name: '乙药', unit: '盒', before: 4, after: 0 },
        ]),
      },
    ])
    for (const said of ['甲药 由 10 盒改为 6 盒', '乙药 4 盒不要了', '合计由 ¥330.00 改为 ¥180.00', '退款：账户余额 ¥150.00'])
      expect(order.log[0].text).toContain(said)
    const told = await db
      .selectFrom('message')
      .selectAll()
      .where('company_id', '=', buyer.companyId)
      .where('title', 'like', '订单已修改%')
      .execute()
    expect(told).toHaveLength(1)
    const audit = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'order.edit')
      .where('subject', '=', `order:${id}`)
      .execute()
    expect(audit).toMatchObject([
      { actor: '王客服', reason: '客户来电要求', before: { total: 33_000 }, after: { total: 18_000, cause: 'buyer' } },
    ])
  })

  it('满减、优惠券、现金券、余额、网关一起付的：退回的与留下的分毫不差，先退网关，再退余额，最后现金券', async () => {
    const [a, b] = [await drug('满减甲', '19.90'), await drug('满减乙', '33.30')]
    const scope = { goods: [a, b] }
    const promotion = await makePromotion(db, 'full_reduction', { scope })
    const coupon = await holdCoupon(db, buyer.companyId, await makeTemplate(db, { amount: '15.00', scope }))
    await grantVoucher(db, buyer.companyId, '60.00', NOW)
    await db.updateTable('coupon_template').set({ taken: 1 }).execute()
    const asked = { voucher: '60.00', balance: '100.00', coupons: [coupon] }
    const { id } = one(
      await buy(
        shop,
        buyer,
        address,
        [
          { goods_id: a, number: 5 },
          { goods_id: b, number: 3 },
        ],
        asked,
      ),
    )
    await payAtGateway(shop, buyer.cookie, id)
    // 199.40 − 10.00 − 15.00 = 174.40 free of shipping: voucher 60, balance 100, gateway 14.40. Two of five of A are worth ⌊87.03 × 2/5⌋ = 34.81.
    const { preview, save } = await previewedEdit(shop, staff, id, { lines: { 满减甲: 3 }, cause: 'shop' })
    expect(preview.data).toMatchObject({
      back_total: '34.81',
      back: [
        { amount: '14.40', when: '由支付渠道原路退回' },
        { to: '账户余额', amount: '20.41', when: '立即到账' },
      ],
    })
    expect((await save()).status).toBe(200)
    expect(await refundedBySource(db, id)).toEqual({ gateway: 1440, balance: 2041 })
    expect((await edited(shop, staff, id, { lines: { 满减甲: 0 }, cause: 'shop' })).data.back_total).toBe('52.22')
    const rest = await orderOf(id)
    expect(rest).toMatchObject({ total: '87.37', payable: '0.00' })
    await changeRow(db, 'promotion', promotion.id, { is_open: false })
    // What is left goes back to the fen when it is cancelled then.
    expect((await shop.ask('POST', `/api/order/${id}/cancel`, { cookie: buyer.cookie, body: {} })).status).toBe(200)
    expect(await balance()).toBe(500_000)
  })

  it('账期付的订单：账单先减，多的不欠', async () => {
    await giveCredit(db, buyer.companyId, '1000.00', 30)
    const goods = await drug('账期药', '50.00')
    const { id } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }]))
    const answer = await shop.ask('POST', `/api/pay/order/${id}`, { cookie: buyer.cookie, body: { channel: 'credit' } })
    expect(answer.status, answer.text).toBe(200)
    expect((await edited(shop, staff, id, { lines: { 账期药: 4 } })).data.back).toEqual([
      { to: '账期额度', amount: '300.00', when: '立即到账' },
    ])
    const bill = await db.selectFrom('credit_bill').select('open').where('order_id', '=', id).executeTakeFirstOrThrow()
    expect(bill.open).toBe(20_000)
  })

  it('还没付的订单：直接少付；按原金额付来的原路退回，按新金额付才算付了', async () => {
    const goods = await drug('待付药', '50.00')
    const { id } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 4 }]))
    const started = await shop.ask('POST', `/api/pay/order/${id}`, { cookie: buyer.cookie, body: { channel: 'gateway' } })
    const answer = await edited(shop, staff, id, { lines: { 待付药: 3 } })
    expect(answer.data).toMatchObject({ is_paid: 0, back: [{ to: '应付减少', amount: '50.00' }] })
    await arrive(shop, started.data.payment_no)
    expect(await orderOf(id)).toMatchObject({ status: 'pending_payment', payable: '150.00' })
    await payAtGateway(shop, buyer.cookie, id)
    expect(await orderOf(id)).toMatchObject({ status: 'paid', payable: '150.00' })
  })

  it('余额付了一部分、剩下的改没了：订单就是已付款', async () => {
    const goods = await drug('部分付', '60.00')
    const { id } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 4 }], '120.00'))
    expect((await edited(shop, staff, id, { lines: { 部分付: 2 } })).data).toMatchObject({ is_paid: 1 })
    expect(await orderOf(id)).toMatchObject({ status: 'paid', payable: '0.00', total: '120.00' })
  })

  it('不再满足的赠品不随单，名额退回；不再包邮的收运费；说是我方缺货的，赠品和包邮照旧', async () => {
    const [a, gift] = [await drug('买赠药', '20.00'), await makeGoods(db, { name: '赠的药', price: '5.00', drug_class: 'otc_b' })]
    const { gifts } = await makePromotion(db, 'gift', {
      scope: { goods: [a] },
      tiers: [{ from: '100.00', repeat: true, gifts: [{ goods: gift, quota: 50 }] }],
    })
    const taken = async () =>
      (
        await db
          .selectFrom('promotion_gift')
          .select('taken')
          .where('id', '=', gifts[0] ?? 0)
          .executeTakeFirstOrThrow()
      ).taken
    const first = one(await paid([{ goods_id: a, number: 10 }]))
    expect(await linesOf(first.id)).toEqual({ 买赠药: 10, 赠的药: 2 })
    const { preview, save } = await previewedEdit(shop, staff, first.id, { lines: { 买赠药: 4 } })
    expect(preview.data).toMatchObject({ back_total: '108.00' })
    expect(preview.data.notes).toContain('不再满足免运费，收运费 ¥12.00')
    expect(preview.data.items[1]).toMatchObject({ name: '赠的药', after: 0, why: expect.stringContaining('不再满足') })
    await save()
    expect(await linesOf(first.id)).toEqual({ 买赠药: 4 })
    expect(await taken()).toBe(0)
    const second = one(await paid([{ goods_id: a, number: 10 }]))
    expect((await edited(shop, staff, second.id, { lines: { 买赠药: 4 }, cause: 'shop' })).data.back_total).toBe('120.00')
    expect(await linesOf(second.id)).toEqual({ 买赠药: 4, 赠的药: 2 })
    // Returned by the buyer's own wish later, the gift is asked for as if all had been kept until then.
    await db.updateTable('promotion').set({ is_open: false }).execute()
  })

  it('组合按套减，活动名额退回', async () => {
    const [a, b] = [await drug('组合甲', '30.00'), await drug('组合乙', '20.00')]
    const bundle = await makeBundle(db, {
      name: '感冒组合',
      quota: 100,
      items: [
        { goods: a, number: 2, price: '25.00' },
        { goods: b, number: 1, price: '15.00' },
      ],
    })
    const { id } = one(await paid([{ goods_id: a, number: 5, type: 3, goods_price_id: bundle }]))
    expect((await editForm(shop, staff, id)).data.items).toMatchObject([{ name: '感冒组合', unit: '套', number: 5 }])
    expect((await edited(shop, staff, id, { lines: { 感冒组合: 2 } })).data.back_total).toBe('195.00')
    expect(await linesOf(id)).toEqual({ 组合甲: 4, 组合乙: 2 })
    expect((await db.selectFrom('bundle').select('taken').where('id', '=', bundle).executeTakeFirstOrThrow()).taken).toBe(2)
  })

  it('秒杀的名额随减的退回；整件的不能拆着减', async () => {
    const goods = await drug('秒杀药', '40.00')
    const offer = await makeOffer(db, goods, { kind: 'flash', price: '20.00', quota: 30 })
    const { id } = one(await paid([{ goods_id: goods, number: 10, goods_price_id: offer }]))
    expect((await edited(shop, staff, id, { lines: { 秒杀药: 7 } })).status).toBe(200)
    expect((await db.selectFrom('goods_offer').select('taken').where('id', '=', offer).executeTakeFirstOrThrow()).taken).toBe(7)
    const packed = await makeGoods(db, { name: '中包装药', price: '10.00', mid_pack: 5, splittable: false })
    const other = one(await paid([{ goods_id: packed, number: 20 }]))
    const { preview } = await previewedEdit(shop, staff, other.id, { lines: { 中包装药: 12 } })
    expect(preview).toMatchObject({ status: 422, data: { errors: [{ field: 'lines.0.number', message: '中包装药 按 5 盒的倍数销售' }] } })
  })
})

describe('改单的关口', () => {
  it('不能加，不能全去掉，没有改动不算改，订单里没有的行不认', async () => {
    const goods = await drug('关口药', '20.00')
    const { id } = one(await paid([{ goods_id: goods, number: 10 }]))
    expect((await previewedEdit(shop, staff, id, { lines: { 关口药: 11 } })).preview.data.errors[0].message).toContain('改单不能加')
    expect((await previewedEdit(shop, staff, id, { lines: { 关口药: 0 } })).preview.message).toContain('取消订单')
    expect((await previewedEdit(shop, staff, id, {})).preview.message).toBe('没有改动')
    expect((await previewedEdit(shop, staff, id, { lines: { 没有的药: 1 } })).preview.data.errors[0].message).toBe('订单中没有这一行')
    const { save } = await previewedEdit(shop, staff, id, { lines: { 关口药: 5 } })
    expect((await save({ reason: ' ' })).data.errors[0].field).toBe('reason')
  })

  it('拣货开始之后不能改；预览之后开始拣货的，确认时也不能', async () => {
    const goods = await drug('拣货药', '20.00')
    const { id } = one(await paid([{ goods_id: goods, number: 10 }]))
    const { save } = await previewedEdit(shop, staff, id, { lines: { 拣货药: 5 } })
    await bring(shop, warehouse, id, 'pick')
    expect(await save()).toMatchObject({ status: 409, message: expect.stringContaining('已开始拣货') })
    expect((await editForm(shop, staff, id)).data.why).toContain('已开始拣货')
  })

  it('预览之后付了款：钱的去向变了，要重新看过预览', async () => {
    const goods = await drug('抢付药', '50.00')
    const { id } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 4 }]))
    const { save } = await previewedEdit(shop, staff, id, { lines: { 抢付药: 3 } })
    await payAtGateway(shop, buyer.cookie, id)
    expect(await save()).toMatchObject({ status: 409, data: { reason: 'PREVIEW_CHANGED' } })
    expect(await linesOf(id)).toEqual({ 抢付药: 4 })
  })

  it('两位同事改同一张：后存的一位被告知前一位改了什么，什么也没改坏', async () => {
    const goods = await drug('两人改', '50.00')
    const { id } = one(await paid([{ goods_id: goods, number: 8 }]))
    const mine = await previewedEdit(shop, staff, id, { lines: { 两人改: 6 } })
    const other = await makeStaffOf(db, 'service', '李客服')
    expect((await edited(shop, other, id, { lines: { 两人改: 7 }, reason: '客户只少一盒' })).status).toBe(200)
    expect(await mine.save()).toMatchObject({
      status: 409,
      data: { reason: 'CHANGED_MEANWHILE', version: 1, changes: [{ theirs: '李客服：客户只少一盒' }] },
    })
    expect(await linesOf(id)).toEqual({ 两人改: 7 })
  })

  it('客户已传转账凭证的，先由财务处理', async () => {
    const goods = await drug('转账药', '50.00')
    const { id } = one(await buy(shop, buyer, address, [{ goods_id: goods, number: 4 }]))
    const started = await shop.ask('POST', `/api/pay/order/${id}`, { cookie: buyer.cookie, body: { channel: 'bank' } })
    await db
      .insertInto('transfer_proof')
      .values((eb) => ({
        payment_id: eb.selectFrom('payment').select('id').where('no', '=', started.data.payment_no),
        company_id: buyer.companyId,
        amount: 20_000,
        paid_on: '2026-11-21',
        payer_name: '测试药店',
        payer_account: '1',
        remark: '',
        created_at: NOW,
      }))
      .execute()
    expect((await previewedEdit(shop, staff, id, { lines: { 转账药: 3 } })).preview.message).toContain('先由财务确认')
  })

  it('同次结算的另一张订单的赠品因此不再满足：先改那一张，不留下白送的', async () => {
    const [near, far] = [await makeWarehouse(db), await makeWarehouse(db, { code: 'CK2', name: '二号仓' })]
    const a = await makeGoods(db, { name: '跨仓甲', price: '60.00', stock: 0 })
    await makeStock(db, a, [{ available: 100 }], near)
    const b = await makeGoods(db, { name: '跨仓乙', price: '60.00', stock: 0 })
    await makeStock(db, b, [{ available: 100 }], far)
    const gift = await makeGoods(db, { name: '跨仓赠', price: '5.00', stock: 0, drug_class: 'otc_b' })
    for (const place of [near, far]) await makeStock(db, gift, [{ available: 100 }], place)
    await makePromotion(db, 'gift', { scope: { goods: [a, b] }, tiers: [{ from: '150.00', gifts: [{ goods: gift }] }] })
    const orders = await paid([
      { goods_id: a, number: 2 },
      { goods_id: b, number: 2 },
    ])
    expect(orders).toHaveLength(2)
    const lines = await Promise.all(orders.map(async ({ id }) => ({ id, lines: await linesOf(id) })))
    const withGift = one(lines.filter((order) => '跨仓赠' in order.lines))
    const without = one(lines.filter((order) => !('跨仓赠' in order.lines)))
    const [bought = ''] = Object.keys(without.lines)
    expect((await edited(shop, staff, without.id, { lines: { [bought]: 1 } })).status).toBe(200)
    const [other = ''] = Object.keys(withGift.lines).filter((name) => name !== '跨仓赠')
    // 180 is left; one more of either would leave 120.
    await db.updateTable('promotion').set({ is_open: false }).execute()
    expect((await edited(shop, staff, withGift.id, { lines: { [other]: 1 } })).data.notes[0]).toContain('不再满足')
    expect(await linesOf(withGift.id)).toEqual({ [other]: 1 })
  })

  it('赠品随另一张订单走的，减这一张会让它白送：先改那一张', async () => {
    const [near, far] = [await makeWarehouse(db), await makeWarehouse(db, { code: 'CK2', name: '二号仓' })]
    const a = await makeGoods(db, { name: '同仓甲', price: '60.00', stock: 0 })
    await makeStock(db, a, [{ available: 100 }], near)
    const b = await makeGoods(db, { name: '远仓乙', price: '60.00', stock: 0 })
    await makeStock(db, b, [{ available: 100 }], far)
    const gift = await makeGoods(db, { name: '只赠品', price: '5.00', stock: 0, drug_class: 'otc_b' })
    for (const place of [near, far]) await makeStock(db, gift, [{ available: 100 }], place)
    await makePromotion(db, 'gift', { scope: { goods: [a, b] }, tiers: [{ from: '200.00', gifts: [{ goods: gift }] }] })
    const orders = await paid([
      { goods_id: a, number: 2 },
      { goods_id: b, number: 2 },
    ])
    await db.updateTable('promotion').set({ is_open: false }).execute()
    const lines = await Promise.all(orders.map(async ({ id }) => ({ id, lines: await linesOf(id) })))
    const withGift = one(lines.filter((order) => '只赠品' in order.lines))
    const without = one(lines.filter((order) => !('只赠品' in order.lines)))
    const [bought = ''] = Object.keys(without.lines)
    expect((await previewedEdit(shop, staff, without.id, { lines: { [bought]: 1 } })).preview).toMatchObject({
      status: 409,
      message: expect.stringContaining('只赠品 1 盒因此不再满足'),
    })
    expect((await edited(shop, staff, withGift.id, { lines: { 只赠品: 0 } })).data.back_total).toBe('0.00')
    expect((await edited(shop, staff, without.id, { lines: { [bought]: 1 } })).data.back_total).toBe('48.00')
  })

  it('换到同一企业审核过的地址可以；没有审核的、别家的、不让卖的地区不行', async () => {
    const goods = await drug('地址药', '50.00')
    const { id } = one(await paid([{ goods_id: goods, number: 4 }]))
    const second = await makeAddress(db, buyer.companyId, {
      detail: '二号库',
      receiver: '赵收货',
      is_default: false,
      is_licence: false,
      review: 'passed',
    })
    const waiting = await makeAddress(db, buyer.companyId, { detail: '未审地址', is_default: false, is_licence: false, review: 'waiting' })
    const stranger = await makeAddress(db, (await makeCompany(db)).companyId)
    expect((await previewedEdit(shop, staff, id, { addressId: waiting })).preview.data.errors[0].message).toContain('没有审核')
    expect((await previewedEdit(shop, staff, id, { addressId: stranger })).preview.data.errors[0].message).toContain('没有这个收货地址')
    const moved = await edited(shop, staff, id, { addressId: second, remark: '送后门' })
    expect(moved.data).toMatchObject({
      back_total: '0.00',
      others: [
        { label: '收货地址', after: expect.stringContaining('二号库') },
        { label: '备注', after: '送后门' },
      ],
    })
    expect(await orderOf(id)).toMatchObject({ receiver: { receiver: '赵收货', detail: '二号库' }, remark: '送后门', total: '200.00' })
  })

  it('换批号：同仓可售的另一批，写进日志', async () => {
    const goods = await makeGoods(db, { name: '两批药', price: '50.00', stock: 0 })
    await makeStock(db, goods, [
      { available: 50, batchNo: 'A1', expiry: '2028-01-01' },
      { available: 50, batchNo: 'B2', expiry: '2029-01-01' },
    ])
    const { id } = one(await paid([{ goods_id: goods, number: 4 }]))
    const { items } = (await editForm(shop, staff, id)).data
    const [{ piece_id, others }] = items[0].batches
    const answer = await edited(shop, staff, id, { batches: [{ piece_id, batch_id: others[0].batch_id, number: 3 }], lines: { 两批药: 3 } })
    expect(answer.status, answer.text).toBe(200)
    // The batch that expires last gives way.
    expect((await orderOf(id)).lines[0].batches).toMatchObject([
      { batch_no: 'A1', number: 1 },
      { batch_no: 'B2', number: 2 },
    ])
  })

  it('仓库、财务不能改单，客户自己也不能', async () => {
    const goods = await drug('权限药', '50.00')
    const { id } = one(await paid([{ goods_id: goods, number: 4 }]))
    for (const cookie of [warehouse, await makeStaffOf(db, 'finance')]) expect((await editForm(shop, cookie, id)).code).toBe(403)
    expect((await editForm(shop, buyer.cookie, id)).code).not.toBe(200)
  })
})
