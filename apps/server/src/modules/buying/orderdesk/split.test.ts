import { describe, expect, it } from 'vitest'
import { applyFor, formLines, grantVoucher, payAtGateway, throughToRefund } from '../../../../test/after-sales.ts'
import { balanceOf, buy, stockOf } from '../../../../test/buying.ts'
import { makeGoods, makeOffer, makeStaffOf, makeStock } from '../../../../test/fixtures.ts'
import { edited } from '../../../../test/order-edit.ts'
import { one, previewedSplit, SplitDesk, split } from '../../../../test/order-split.ts'
import { holdCoupon, makeBundle, makePromotion, makeTemplate } from '../../../../test/promotions.ts'
import { giveCredit } from '../../../../test/wallet.ts'

const desk = new SplitDesk(new Date('2026-11-21T02:00:00Z'))
const sums = async (ids: readonly number[]) => {
  const rows = await desk.db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
  const keys = [
    'goods_amount',
    'reduction_amount',
    'shipping_amount',
    'voucher_amount',
    'balance_amount',
    'payable_amount',
    'paid_amount',
  ] as const
  return Object.fromEntries(
    [...keys, 'cashback_amount' as const, 'points' as const].map((key) => [key, rows.reduce((sum, row) => sum + Number(row[key]), 0)]),
  )
}

describe('拣货前拆单', () => {
  it('满减、优惠券、现金券、余额、网关一起付的：两张每一项合计等于原来；占用一盒没放开；两边都查得到对方；分别取消，各退各的，一分不多', async () => {
    const [a, b] = [await desk.drug('拆甲', '19.90'), await desk.drug('拆乙', '33.30')]
    const scope = { goods: [a, b] }
    const promotion = await makePromotion(desk.db, 'full_reduction', { scope })
    const cashback = await makePromotion(desk.db, 'cashback', { scope, tiers: [{ from: '50.00', amount: '3.33' }] })
    const coupon = await holdCoupon(desk.db, desk.buyer.companyId, await makeTemplate(desk.db, { amount: '15.00', scope }))
    await desk.db.updateTable('coupon_template').set({ taken: 1 }).execute()
    await grantVoucher(desk.db, desk.buyer.companyId, '60.00', desk.now)
    const asked = { voucher: '60.00', balance: '100.00', coupons: [coupon] }
    const { id, no } = one(
      await buy(
        desk.shop,
        desk.buyer,
        desk.address,
        [
          { goods_id: a, number: 7 },
          { goods_id: b, number: 4 },
        ],
        asked,
      ),
    )
    await desk.db.updateTable('promotion').set({ is_open: false }).where('id', 'in', [promotion.id, cashback.id]).execute()
    const paymentNo = await payAtGateway(desk.shop, desk.buyer.cookie, id)
    const [before, held] = [await sums([id]), await stockOf(desk.db, a)]
    expect(Math.min(Number(before.reduction_amount), Number(before.payable_amount), Number(before.cashback_amount))).toBeGreaterThan(0)

    const { preview, save } = await previewedSplit(desk.shop, desk.staff, id, { lines: { 拆甲: 3, 拆乙: 4 } })
    expect(preview.status, preview.text).toBe(200)
    expect(preview.data).toMatchObject({
      new_no: `${no}-1`,
      items: [
        { name: '拆乙', kept: 0, moved: 4, kept_paid: '0.00' },
        { name: '拆甲', kept: 4, moved: 3 },
      ],
    })
    for (const row of preview.data.money) expect(Number(row.kept) + Number(row.moved), row.label).toBeCloseTo(Number(row.before), 6)
    // A preview leaves nothing behind.
    expect((await desk.orderOf(id)).splits).toEqual([])

    const done = await save()
    expect(done.status, done.text).toBe(200)
    const fresh = done.data.id as number
    expect(done.data.no).toBe(`${no}-1`)
    expect(await sums([id, fresh])).toEqual(before)
    expect(await stockOf(desk.db, a)).toEqual(held)
    expect([await desk.linesOf(id), await desk.linesOf(fresh)]).toEqual([{ 拆甲: 4 }, { 拆甲: 3, 拆乙: 4 }])
    const [parent, child] = [await desk.orderOf(id), await desk.orderOf(fresh)]
    expect(parent.splits).toMatchObject([
      { way: 'into', id: fresh, no: `${no}-1`, reason: '客户要求分开送', goods: [{ name: '拆乙' }, { name: '拆甲', number: 3 }] },
    ])
    expect(child).toMatchObject({ status: 'paid', split_from: no, created_at: parent.created_at, splits: [{ way: 'from', id }] })
    expect((await desk.recordOf(fresh)).splits).toMatchObject([{ way: 'from', no, actor: '王客服' }])
    expect(one(parent.payments)).toMatchObject({ no: paymentNo, status: '已支付', amount: parent.payable })
    expect(one(child.payments)).toMatchObject({ no: paymentNo, status: '已支付', amount: child.payable })
    expect(parent.log[0].text).toContain(`拆出订单 ${no}-1：拆乙 4 盒、拆甲 3 盒（客户要求分开送）`)
    expect(child.log.at(-1).text).toContain(`由订单 ${no} 拆出`)
    const told = await desk.db
      .selectFrom('message')
      .selectAll()
      .where('company_id', '=', desk.buyer.companyId)
      .where('title', 'like', '订单已拆分%')
      .execute()
    expect(told).toHaveLength(1)
    const audit = await desk.db
      .selectFrom('audit_log')
      .select('subject')
      .where('action', '=', 'order.split')
      .where('actor', '=', '王客服')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(audit.map(({ subject }) => subject).sort()).toEqual([`order:${id}`, `order:${fresh}`].sort())
    const { list } = (await desk.shop.ask('GET', '/api/order/list', { cookie: desk.buyer.cookie })).data
    expect(list.map((row: { no: string; split_from: string }) => [row.no, row.split_from])).toEqual([
      [`${no}-1`, no],
      [no, ''],
    ])

    // The papers in force that it rests on go along.
    const licences = async (of: number) =>
      desk.db.selectFrom('order_licence').select(['kind', 'number']).where('order_id', '=', of).orderBy('kind').execute()
    expect(await licences(fresh)).toEqual(await licences(id))
    expect((await licences(fresh)).length).toBeGreaterThan(0)

    // Each is cancelled for itself; the coupon comes back with the last.
    const purse = await balanceOf(desk.db, desk.buyer.companyId)
    expect((await desk.cancel(fresh)).status).toBe(200)
    await desk.shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
    expect(await balanceOf(desk.db, desk.buyer.companyId)).toBe(
      purse + Math.round(Number(-child.rows.find((row: { key: string }) => row.key === 'balance').amount) * 100),
    )
    expect(one((await desk.orderOf(fresh)).payments)).toMatchObject({ status: '已退款', amount: child.payable })
    expect((await desk.orderOf(id)).status).toBe('paid')
    expect(
      (await desk.db.selectFrom('coupon').select('checkout_id').where('id', '=', coupon).executeTakeFirstOrThrow()).checkout_id,
    ).not.toBeNull()
    expect((await desk.cancel(id)).status).toBe(200)
    await desk.shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
    expect(await balanceOf(desk.db, desk.buyer.companyId)).toBe(500_000)
    expect(
      (await desk.db.selectFrom('coupon').select('checkout_id').where('id', '=', coupon).executeTakeFirstOrThrow()).checkout_id,
    ).toBeNull()
    const back = await desk.db.selectFrom('gateway_simulator_refund').select('amount').where('payment_no', '=', paymentNo).execute()
    expect(back.map(({ amount }) => amount).reduce((sum, amount) => sum + amount, 0)).toBe(before.payable_amount)
    const refunds = (await desk.shop.ask('GET', `/api/staff/refund?keywords=${no}`, { cookie: await makeStaffOf(desk.db, 'finance') })).data
      .list
    expect(refunds.filter((row: { source: string }) => row.source === 'cancel')).toHaveLength(2)
    expect(await stockOf(desk.db, a)).toMatchObject({ reserved: 0 })
  })

  it('拆出的再拆，原订单再拆：号码接着编；各自改单、发货、退货，退的都不超过各自付的', async () => {
    const goods = await desk.drug('连拆药', '9.99')
    const { id, no } = one(await buy(desk.shop, desk.buyer, desk.address, [{ goods_id: goods, number: 30 }]))
    await payAtGateway(desk.shop, desk.buyer.cookie, id)
    const first = await split(desk.shop, desk.staff, id, { lines: { 连拆药: 20 } })
    const second = await split(desk.shop, desk.staff, first.id, { lines: { 连拆药: 13 } })
    const third = await split(desk.shop, desk.staff, id, { lines: { 连拆药: 1 } })
    expect([first.no, second.no, third.no]).toEqual([`${no}-1`, `${no}-2`, `${no}-3`])
    const ids = [id, first.id, second.id, third.id]
    expect(await Promise.all(ids.map(async (of) => (await desk.linesOf(of)).连拆药))).toEqual([9, 7, 13, 1])
    expect((await sums(ids)).payable_amount).toBe(29_970)
    expect((await edited(desk.shop, desk.staff, first.id, { lines: { 连拆药: 5 }, cause: 'shop' })).data).toMatchObject({
      back_total: '19.98',
    })
    await desk.shipped(second.id)
    expect((await desk.shop.ask('POST', `/api/order/${second.id}/receive`, { cookie: desk.buyer.cookie, body: {} })).status).toBe(200)
    const [line] = await formLines(desk.shop, desk.buyer.cookie, second.id)
    const applied = await applyFor(desk.shop, desk.buyer.cookie, {
      order_id: second.id,
      lines: [{ id: line?.id ?? 0, number: 13 }],
      reason: 'other',
    })
    expect(applied.status, applied.text).toBe(200)
    const service = await makeStaffOf(desk.db, 'service')
    expect((await throughToRefund(desk.shop, { cookie: desk.buyer.cookie, staff: service }, applied.data.id)).status).toBeLessThan(500)
    expect((await desk.cancel(third.id)).status).toBe(200)
    await desk.allTrue()
  })

  it('账期付的、已还了一部分的：账单按份额拆成两张，欠的与还的合计不变；取消一张只减它的', async () => {
    await giveCredit(desk.db, desk.buyer.companyId, '1000.00', 30)
    const goods = await desk.drug('账期拆', '50.00')
    const { id } = one(await buy(desk.shop, desk.buyer, desk.address, [{ goods_id: goods, number: 10 }]))
    await desk.shop.ask('POST', `/api/pay/order/${id}`, { cookie: desk.buyer.cookie, body: { channel: 'credit' } })
    const repaid = await desk.shop.ask('POST', '/api/pay/user_credit_create', { cookie: desk.buyer.cookie, body: { amount: '100.01' } })
    expect(repaid.status, repaid.text).toBe(200)
    const started = await desk.shop.ask('POST', '/api/pay/user_credit_pay', {
      cookie: desk.buyer.cookie,
      body: { id: repaid.data.id, channel: 'balance' },
    })
    expect(started.status, started.text).toBe(200)
    const fresh = await split(desk.shop, desk.staff, id, { lines: { 账期拆: 3 } })
    const bills = () =>
      desk.db
        .selectFrom('credit_bill')
        .select(['order_id', 'amount', 'repaid', 'open', 'due_on'])
        .where('company_id', '=', desk.buyer.companyId)
        .orderBy('order_id')
        .execute()
    expect(await bills()).toMatchObject([
      { order_id: id, amount: 35_000, repaid: 7_001, open: 27_999 },
      { order_id: fresh.id, amount: 15_000, repaid: 3_000, open: 12_000 },
    ])
    expect((await desk.cancel(fresh.id)).status).toBe(200)
    expect(await bills()).toMatchObject([{ open: 27_999 }, { open: 0 }])
    await desk.allTrue()
  })

  it('账期只付了一分钱、全落在拆出的一半：账单跟着走，不留一张零元的', async () => {
    await giveCredit(desk.db, desk.buyer.companyId, '1000.00', 30)
    const goods = await desk.drug('一分账期', '50.00')
    const { id } = one(await buy(desk.shop, desk.buyer, desk.address, [{ goods_id: goods, number: 10 }], { balance: '499.99' }))
    const paid = await desk.shop.ask('POST', `/api/pay/order/${id}`, { cookie: desk.buyer.cookie, body: { channel: 'credit' } })
    expect(paid.status, paid.text).toBe(200)
    const fresh = await split(desk.shop, desk.staff, id, { lines: { 一分账期: 3 } })
    const bills = await desk.db
      .selectFrom('credit_bill')
      .select(['order_id', 'amount', 'open'])
      .where('company_id', '=', desk.buyer.companyId)
      .execute()
    expect(bills).toEqual([{ order_id: fresh.id, amount: 1, open: 1 }])
    for (const order of [fresh.id, id]) expect((await desk.cancel(order)).status).toBe(200)
    await desk.allTrue()
  })

  it('对公转账付的含麻单：拆成两张，各退各的转账，各交各的回执', async () => {
    const goods = await makeGoods(desk.db, { name: '含麻拆', is_ephedrine: true, stock: 1_000, price: '20.00' })
    const { id } = one(await buy(desk.shop, desk.buyer, desk.address, [{ goods_id: goods, number: 10 }]))
    const started = await desk.shop.ask('POST', `/api/pay/order/${id}`, { cookie: desk.buyer.cookie, body: { channel: 'bank' } })
    const finance = await makeStaffOf(desk.db, 'finance')
    expect(
      (await desk.shop.ask('POST', `/api/staff/payment/${started.data.payment_no}/arrived`, { cookie: finance, body: {} })).status,
    ).toBe(200)
    const { preview } = await previewedSplit(desk.shop, desk.staff, id, { lines: { 含麻拆: 4 } })
    expect(preview.data.notes).toContain('含特殊药品复方制剂：两张订单各交一份回执')
    const fresh = await split(desk.shop, desk.staff, id, { lines: { 含麻拆: 4 } })
    expect((await desk.cancel(fresh.id)).status).toBe(200)
    const { list } = (await desk.shop.ask('GET', `/api/staff/refund?keywords=${fresh.no}`, { cookie: finance })).data
    expect(list).toMatchObject([{ source: 'cancel', amount: (await desk.orderOf(fresh.id)).total, standing: 'bank' }])
    expect(
      (await desk.shop.ask('POST', `/api/staff/refund/${one<{ no: string }>(list).no}/sent`, { cookie: finance, body: {} })).status,
    ).toBe(200)
    const last = await split(desk.shop, desk.staff, id, { lines: { 含麻拆: 2 } })
    for (const one of [id, last.id]) {
      await desk.shipped(one)
      expect((await desk.shop.ask('POST', `/api/order/${one}/receive`, { cookie: desk.buyer.cookie, body: {} })).status).toBe(200)
    }
    const receipts = await desk.db
      .selectFrom('ephedrine_receipt')
      .select('order_id')
      .where('company_id', '=', desk.buyer.companyId)
      .execute()
    expect(receipts.map((row) => row.order_id).sort()).toEqual([id, last.id].sort())
    await desk.allTrue()
  })

  it('赠品整行留下或整行拆出；凭另一半得的赠品已随一张发出，另一张客户不能自己取消', async () => {
    const [a, gift] = [await desk.drug('赠拆药', '20.00'), await makeGoods(desk.db, { name: '随赠药', price: '5.00', drug_class: 'otc_b' })]
    await makePromotion(desk.db, 'gift', {
      scope: { goods: [a] },
      tiers: [{ from: '100.00', gifts: [{ goods: gift, quota: 50, number: 2 }] }],
    })
    const { id } = await desk.paid([{ goods_id: a, number: 6 }])
    await desk.db.updateTable('promotion').set({ is_open: false }).execute()
    const gifts = 2
    expect(await desk.linesOf(id)).toEqual({ 赠拆药: 6, 随赠药: gifts })
    const cut = await previewedSplit(desk.shop, desk.staff, id, { lines: { 随赠药: 1, 赠拆药: 1 } })
    expect(cut.preview.data.errors[0].message).toContain('整行留下或整行拆出')
    expect((await previewedSplit(desk.shop, desk.staff, id, { lines: { 随赠药: gifts } })).preview.message).toContain(
      '只有赠品不能单独成为一张订单',
    )
    expect((await previewedSplit(desk.shop, desk.staff, id, { lines: { 赠拆药: 6 } })).preview.message).toContain('留下的只有赠品')
    const fresh = await split(desk.shop, desk.staff, id, { lines: { 赠拆药: 5 } })
    expect([await desk.linesOf(id), await desk.linesOf(fresh.id)]).toEqual([{ 赠拆药: 1, 随赠药: gifts }, { 赠拆药: 5 }])
    await desk.shipped(id)
    expect((await desk.cancel(fresh.id)).message).toContain('随赠药已随同次结算的另一订单发出')
  })

  it('组合按套拆，中包装按倍数拆，秒杀名额、近效期批号跟着走', async () => {
    const [a, b] = [await desk.drug('组甲', '30.00'), await desk.drug('组乙', '20.00')]
    const bundle = await makeBundle(desk.db, {
      name: '拆套组合',
      quota: 100,
      items: [
        { goods: a, number: 2, price: '25.00' },
        { goods: b, number: 1, price: '15.00' },
      ],
    })
    const sets = await desk.paid([{ goods_id: a, number: 5, type: 3, goods_price_id: bundle }])
    const fresh = await split(desk.shop, desk.staff, sets.id, { lines: { 拆套组合: 2 } })
    expect([await desk.linesOf(sets.id), await desk.linesOf(fresh.id)]).toEqual([
      { 组甲: 6, 组乙: 3 },
      { 组甲: 4, 组乙: 2 },
    ])
    expect((await desk.cancel(fresh.id)).status).toBe(200)
    expect((await desk.db.selectFrom('bundle').select('taken').where('id', '=', bundle).executeTakeFirstOrThrow()).taken).toBe(3)
    const packed = await makeGoods(desk.db, { name: '整包药', price: '10.00', mid_pack: 5, splittable: false })
    const flash = await desk.drug('秒拆药', '40.00')
    const offer = await makeOffer(desk.db, flash, { kind: 'flash', price: '20.00', quota: 30 })
    const order = await desk.paid([
      { goods_id: packed, number: 20 },
      { goods_id: flash, number: 10, goods_price_id: offer },
    ])
    expect((await previewedSplit(desk.shop, desk.staff, order.id, { lines: { 整包药: 12 } })).preview.data.errors[0].message).toBe(
      '整包药 按 5 盒的倍数销售',
    )
    const half = await split(desk.shop, desk.staff, order.id, { lines: { 整包药: 10, 秒拆药: 4 } })
    expect((await desk.cancel(half.id)).status).toBe(200)
    expect((await desk.db.selectFrom('goods_offer').select('taken').where('id', '=', offer).executeTakeFirstOrThrow()).taken).toBe(6)
    const ending = await makeGoods(desk.db, { name: '近效药', price: '40.00', stock: 0 })
    const [near = 0] = await makeStock(desk.db, ending, [
      { available: 10, batchNo: `N${ending}`, expiry: '2027-01-20' },
      { available: 50, batchNo: `M${ending}`, expiry: '2029-01-01' },
    ])
    const special = await makeOffer(desk.db, ending, { kind: 'near_expiry', price: '5.00', stock_batch_id: near })
    const named = await desk.paid([{ goods_id: ending, number: 8, goods_price_id: special }])
    const part = await split(desk.shop, desk.staff, named.id, { lines: { 近效药: 3 } })
    for (const [of, number] of [
      [named.id, 5],
      [part.id, 3],
    ] as const)
      expect((await desk.orderOf(of)).lines[0].batches).toMatchObject([{ batch_no: `N${ending}`, number }])
  })
})
