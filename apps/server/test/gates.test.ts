import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmBankTransfer } from '../src/modules/payments/public.ts'
import type { Database } from '../src/platform/database.ts'
import { balanceOf, buy, expectLedgerTrue, fillCart, makeAddress, openSheet, stockOf, submit } from './buying.ts'
import { givePoints, makeDraw, makePointsGoods, makePrize } from './draw-points.ts'
import { type Buyer, makeAvailability, makeCompany, makeGoods, makeStaff } from './fixtures.ts'
import { GATES, type Gate, type Ground, makeGround, RECEIPT_GATE, WAYS } from './gates.ts'
import { arrive, openBankAccount, paymentDepsOf } from './gateway.ts'
import { type Answer, openShop, type Shop } from './harness.ts'
import { makePromotion } from './promotions.ts'

/** Every way into an order, and every step of one, against every gate of law and standing. */

const NOW = new Date('2026-11-21T02:00:00Z')
let shop: Shop
let db: Database
let staff: string
beforeAll(async () => {
  shop = await openShop({ now: NOW })
  db = shop.database.db
  staff = await makeStaff(db, '质管员')
  await openBankAccount(db)
})
afterAll(async () => {
  await expectLedgerTrue(db)
  await shop.close()
})

/** What the test closes in the tables is known to the shop at once, as its triggers make it known between processes. */
async function close(gate: Gate, ground: Ground): Promise<void> {
  await gate.close(ground)
  shop.sessions.forget()
}

describe('进入订单的每一条路，都问每一道闸门', () => {
  it.each(WAYS)('$name：一切齐备时走得通', async ({ prepare }) => {
    const attempt = await prepare(await makeGround(shop))
    const outcome = await attempt()
    expect(outcome.isIn, outcome.text).toBe(true)
  })

  describe.each(WAYS)('$name', ({ prepare, silent }) => {
    it.each(GATES)('$name：进不去，并说明原因', async (gate) => {
      const ground = await makeGround(shop)
      const attempt = await prepare(ground)
      await close(gate, ground)
      const outcome = await attempt()
      expect(outcome.isIn, outcome.text).toBe(false)
      if (!silent || gate.ofCompany) expect(outcome.text).toMatch(gate.says)
    })
  })

  it.each(WAYS.filter(({ name }) => !/赠品|换购|组合/.test(name)))('含麻商品，回执逾期，$name：进不去', async ({ prepare, silent }) => {
    const ground = await makeGround(shop)
    const attempt = await prepare(ground)
    await close(RECEIPT_GATE, ground)
    const outcome = await attempt()
    expect(outcome.isIn, outcome.text).toBe(false)
    if (!silent) expect(outcome.text).toMatch(RECEIPT_GATE.says)
  })
})

interface Placed extends Ground {
  order: number
}

const post = (cookie: string, url: string, body: object = {}): Promise<Answer> => shop.ask('POST', url, { cookie, body })
const pay = ({ buyer, order }: Placed, channel: string) => post(buyer.cookie, `/api/pay/order/${order}`, { channel })
const command = (order: number, what: string, body: object = {}) => post(staff, `/api/staff/order/${order}/${what}`, body)
const release = (order: number) => post(staff, `/api/staff/held_order/${order}/release`, { reason: '已核对，可以继续' })
const detail = async ({ buyer, order }: Placed) => (await shop.ask('GET', `/api/order/info/${order}`, { cookie: buyer.cookie })).data
const row = (order: number) =>
  db
    .selectFrom('orders')
    .select(['status', 'held_at', 'hold_reasons', 'paid_amount', 'balance_amount'])
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
const saidOf = async (order: number): Promise<string> => JSON.stringify((await row(order)).hold_reasons)

/** An order of one box, in the state that the step starts from. */
async function place(steps: readonly ('pay' | 'pick')[] = []): Promise<Placed> {
  const ground = await makeGround(shop)
  const [order] = await buy(shop, ground.buyer, ground.address, [{ goods_id: ground.goods, number: 1 }])
  const placed = { ...ground, order: order?.id ?? 0 }
  if (steps.includes('pay')) expect((await pay(placed, 'balance')).status).toBe(200)
  if (steps.includes('pick')) expect((await command(placed.order, 'pick')).status).toBe(200)
  return placed
}

describe('下单之后闸门关上：付款、拣货、发货都不悄悄放行', () => {
  const gates = [...GATES, RECEIPT_GATE]

  it.each(gates)('$name：余额、账期、支付渠道、对公转账都付不了款，订单暂停并说明', async (gate) => {
    const placed = await place()
    await close(gate, placed)
    for (const channel of ['balance', 'credit', 'gateway', 'bank']) {
      const answer = await pay(placed, channel)
      expect(answer.status, answer.text).toBe(gate.name === '电子合同未签' ? 459 : 409)
      expect(answer.message).toMatch(gate.says)
    }
    const after = await row(placed.order)
    expect(after.status).toBe('pending_payment')
    expect(after.held_at).not.toBeNull()
    expect(JSON.stringify(after.hold_reasons)).toMatch(gate.says)
    expect(await balanceOf(db, placed.buyer.companyId)).toBe(100_000)
  })

  it.each(gates)('$name：渠道回调到账的钱收下，订单暂停', async (gate) => {
    const placed = await place()
    const started = await pay(placed, 'gateway')
    await close(gate, placed)
    const heard = await arrive(shop, started.data.payment_no)
    expect(heard.data.outcome).toBe('paid')
    expect(await row(placed.order)).toMatchObject({ status: 'paid', paid_amount: 2_200 })
    expect((await row(placed.order)).held_at).not.toBeNull()
    expect(await saidOf(placed.order)).toMatch(gate.says)
  })

  it.each(gates)('$name：财务确认到账的转账收下，订单暂停', async (gate) => {
    const placed = await place()
    await pay(placed, 'bank')
    await close(gate, placed)
    const finance = { accountId: placed.buyer.accountId, name: '财务小周' }
    expect(await confirmBankTransfer(paymentDepsOf(shop), placed.order, finance, NOW)).toBe('paid')
    expect(await saidOf(placed.order)).toMatch(gate.says)
    expect((await command(placed.order, 'pick')).status).toBe(409)
  })

  it.each(gates)('$name：已付款的不拣货，已拣货的不发货', async (gate) => {
    for (const [steps, what, status] of [
      [['pay'], 'pick', 'paid'],
      [['pay', 'pick'], 'ship', 'picking'],
    ] as const) {
      const placed = await place(steps)
      await close(gate, placed)
      const answer = await command(placed.order, what)
      expect(answer.status, answer.text).toBe(409)
      expect(answer.data.reason).toBe('ORDER_HELD')
      expect(answer.message).toMatch(gate.says)
      const after = await row(placed.order)
      expect(after.status).toBe(status)
      expect(after.held_at).not.toBeNull()
      expect(await stockOf(db, placed.goods)).toMatchObject({ reserved: 1 })
    }
  })
})

describe('暂停的订单', () => {
  const expire = async (placed: Placed, day: string) => {
    await db
      .updateTable('qualification')
      .set({ expires_on: day })
      .where('company_id', '=', placed.buyer.companyId)
      .where('kind', '=', 'drug_licence')
      .execute()
    shop.sessions.forget()
  }
  const held = async (): Promise<Placed> => {
    const placed = await place(['pay'])
    await expire(placed, '2026-11-20')
    expect((await command(placed.order, 'pick')).status).toBe(409)
    return placed
  }

  it('买家在订单详情、列表和消息里看得到原因；质管看得到暂停的订单；都有记录', async () => {
    const placed = await held()
    const shown = await detail(placed)
    expect(shown.hold.text).toContain('药品经营许可证已于 2026-11-20 到期')
    expect(shown.log[0].text).toContain('订单暂停处理')
    const list = (await shop.ask('GET', '/api/order/list', { cookie: placed.buyer.cookie })).data.list
    expect(list[0].hold.reasons[0].code).toBe('QUALIFICATION_EXPIRED')
    const messages = (await shop.ask('GET', '/api/user/message', { cookie: placed.buyer.cookie })).text
    expect(messages).toContain('订单暂停处理')
    const queue = (await shop.ask('GET', '/api/staff/held_order?per_page=100', { cookie: staff })).data.list
    expect(queue.map((one: { id: number }) => one.id)).toContain(placed.order)
    const audit = await db.selectFrom('audit_log').select('action').where('subject', '=', `order:${placed.order}`).execute()
    expect(audit.map(({ action }) => action)).toContain('order.hold')
  })

  it('原因没有消除，谁也不能放行；消除之后由质管解除，才继续拣货发货', async () => {
    const placed = await held()
    const early = await release(placed.order)
    expect(early.status).toBe(409)
    expect(early.message).toContain('原因尚未消除：您的药品经营许可证已于 2026-11-20 到期')
    await expire(placed, '2099-12-31')
    expect((await command(placed.order, 'pick')).status).toBe(409)
    expect((await release(placed.order)).status).toBe(200)
    expect((await detail(placed)).hold).toBeNull()
    expect((await release(placed.order)).status).toBe(409)
    expect((await command(placed.order, 'pick')).data.status).toBe('picking')
    expect((await command(placed.order, 'ship')).data.status).toBe('shipped')
    const audit = await db.selectFrom('audit_log').select('action').where('subject', '=', `order:${placed.order}`).execute()
    expect(audit.map(({ action }) => action)).toEqual(['order.hold', 'order.release', 'order.pick', 'order.ship'])
  })

  it('商品下架是本店自己的话：质管写明原因即可放行，这张订单不再因此暂停', async () => {
    const placed = await place(['pay'])
    await db.updateTable('goods').set({ on_shelf: false }).where('id', '=', placed.goods).execute()
    expect((await command(placed.order, 'pick')).message).toContain('已下架')
    expect((await release(placed.order)).status).toBe(200)
    expect((await command(placed.order, 'pick')).status).toBe(200)
    expect((await command(placed.order, 'ship')).data.status).toBe('shipped')
  })

  it('拣货中暂停的订单由质管取消，款项与库存退回', async () => {
    const placed = await place(['pay', 'pick'])
    expect((await command(placed.order, 'cancel', { reason: '不能取消' })).status).toBe(409)
    await expire(placed, '2026-11-20')
    expect((await command(placed.order, 'ship')).status).toBe(409)
    expect((await command(placed.order, 'cancel', { reason: '许可证过期' })).data.status).toBe('cancelled')
    expect(await balanceOf(db, placed.buyer.companyId)).toBe(100_000)
    expect(await stockOf(db, placed.goods)).toMatchObject({ reserved: 0, available: 100 })
    expect((await detail(placed)).hold).toBeNull()
  })

  it('已发货的订单不再问', async () => {
    const placed = await place(['pay', 'pick'])
    expect((await command(placed.order, 'ship')).status).toBe(200)
    await expire(placed, '2026-11-20')
    expect((await command(placed.order, 'ship')).data.status).toBe('shipped')
    expect((await row(placed.order)).held_at).toBeNull()
    expect((await post(placed.buyer.cookie, `/api/order/${placed.order}/receive`)).status).toBe(200)
  })

  it('还没付款的订单，原因消除后直接付款；由质管解除也行', async () => {
    for (const byStaff of [false, true]) {
      const placed = await place()
      await expire(placed, '2026-11-20')
      expect((await pay(placed, 'balance')).data.reason).toBe('ORDER_HELD')
      const open = async () => {
        const info = await shop.ask('GET', `/api/pay/order/${placed.order}`, { cookie: placed.buyer.cookie })
        return info.data.channels.some((one: { open: boolean }) => one.open)
      }
      expect(await open()).toBe(false)
      await expire(placed, '2099-12-31')
      expect(await open()).toBe(true)
      if (byStaff) expect((await release(placed.order)).status).toBe(200)
      expect((await pay(placed, 'balance')).status).toBe(200)
      expect(await row(placed.order)).toMatchObject({ status: 'paid', held_at: null })
    }
  })

  it('只有员工能解除', async () => {
    const placed = await held()
    expect((await post(placed.buyer.cookie, `/api/staff/held_order/${placed.order}/release`, { reason: '放行' })).status).toBe(403)
  })
})

describe('收货地址', () => {
  const FAR = { province: '广东省', city: '广州市', district: '天河区', detail: '示例路 8 号', is_default: false }
  const settle = async (buyer: Buyer, address: number, goodsId: number) => {
    const ids = await fillCart(shop, buyer, [{ goods_id: goodsId, number: 1 }])
    const body = { ids, address_id: address }
    const sheet = await post(buyer.cookie, '/api/cart/checkout', body)
    expect(sheet.status, sheet.text).toBe(200)
    return { sheet: sheet.data, placed: await submit(shop, buyer, address, ids, sheet.data) }
  }
  const decide = (id: number, decision: string, reason = '已核对租赁合同') =>
    post(staff, `/api/staff/address/${id}/decide`, { decision, reason })
  const reviewOf = async (buyer: Buyer, id: number) => {
    const { list } = (await shop.ask('GET', '/api/user/address', { cookie: buyer.cookie })).data
    return list.find((one: { id: number }) => one.id === id)
  }

  it('药品送到未审核的地址：核对页先说，提交被拒；质管通过之后才行', async () => {
    const { buyer, goods } = await makeGround(shop)
    const waiting = await makeAddress(db, buyer.companyId, { review: 'waiting', is_default: false, detail: '新库房' })
    const { sheet, placed } = await settle(buyer, waiting, goods)
    expect(sheet.undeliverable[0].reasons[0].code).toBe('ADDRESS_UNREVIEWED')
    expect(placed.status).toBe(409)
    expect(placed.data).toMatchObject({ reason: 'LINES_REFUSED', lines: [{ goods_id: goods, reasons: [{ code: 'ADDRESS_UNREVIEWED' }] }] })
    expect(await reviewOf(buyer, waiting)).toMatchObject({ review: 'waiting', review_name: '待审核' })
    expect((await decide(waiting, 'pass')).data.review).toBe('passed')
    const again = await settle(buyer, waiting, goods)
    expect(again.sheet.undeliverable).toEqual([])
    expect(again.placed.status, again.placed.text).toBe(200)
    const audit = await db.selectFrom('audit_log').select(['action', 'actor']).where('subject', '=', `address:${waiting}`).execute()
    expect(audit).toEqual([{ action: 'address.pass', actor: '质管员' }])
  })

  it('一般商品不问地址；许可证地址不用审核', async () => {
    const { buyer, goods, main } = await makeGround(shop)
    const waiting = await makeAddress(db, buyer.companyId, { review: 'waiting', is_default: false })
    expect((await settle(buyer, waiting, main)).placed.status).toBe(200)
    const licence = await makeAddress(db, buyer.companyId, { review: 'waiting', is_default: false, is_licence: true })
    expect((await settle(buyer, licence, goods)).placed.status).toBe(200)
    expect(await reviewOf(buyer, licence)).toMatchObject({ review: 'licence' })
    expect((await decide(licence, 'reject')).status).toBe(409)
  })

  it('驳回要写原因，买家看得到；改了地方重新审核，只改收货人不用', async () => {
    const { buyer } = await makeGround(shop)
    const id = await makeAddress(db, buyer.companyId, { review: 'waiting' })
    expect((await decide(id, 'reject', '  ')).status).toBe(422)
    expect((await decide(id, 'reject', '不是经营场所')).status).toBe(200)
    expect(await reviewOf(buyer, id)).toMatchObject({ review: 'rejected', review_name: '未通过', review_reason: '不是经营场所' })
    const body = {
      receiver: '新收货人',
      phone: '13900000001',
      province: '湖北省',
      city: '武汉市',
      district: '江岸区',
      detail: '示例路 1 号',
    }
    expect((await post(buyer.cookie, `/api/user/address/${id}`, body)).status).toBe(200)
    expect(await reviewOf(buyer, id)).toMatchObject({ review: 'rejected', receiver: '新收货人' })
    expect((await decide(id, 'pass')).status).toBe(200)
    expect((await post(buyer.cookie, `/api/user/address/${id}`, { ...body, detail: '示例路 2 号' })).status).toBe(200)
    expect(await reviewOf(buyer, id)).toMatchObject({ review: 'waiting', review_reason: '' })
    const queue = (await shop.ask('GET', '/api/staff/address?per_page=100', { cookie: staff })).data.list
    const seen = queue.find((one: { id: number }) => one.id === id)
    await db
      .updateTable('address')
      .set({ changed_at: new Date('2026-11-21T03:00:00Z') })
      .where('id', '=', id)
      .execute()
    expect(
      (await post(staff, `/api/staff/address/${id}/decide`, { decision: 'pass', reason: '核对过', changed_at: seen.changed_at })).status,
    ).toBe(409)
  })

  it('只在某地销售的商品：企业在当地，收货地址在外地也不行', async () => {
    const ground = await makeGround(shop)
    const limited = await makeGoods(db, { availability_id: await makeAvailability(db, [{ province: '湖北省' }]) })
    const far = await makeAddress(db, ground.buyer.companyId, FAR)
    const { placed } = await settle(ground.buyer, far, limited)
    expect(placed.status).toBe(409)
    expect(placed.message).toContain('该商品不在收货地址所在地区销售')
    expect((await settle(ground.buyer, ground.address, limited)).placed.status).toBe(200)
  })

  it('赠品不能送到的地址，赠品不给，主商品照样下单', async () => {
    const ground = await makeGround(shop)
    await makePromotion(db, 'gift', { scope: { goods: [ground.main] }, tiers: [{ from: '20.00', gifts: [{ goods: ground.goods }] }] })
    const waiting = await makeAddress(db, ground.buyer.companyId, { review: 'waiting', is_default: false })
    const { sheet, placed } = await settle(ground.buyer, waiting, ground.main)
    expect(sheet.activities[0].gifts[0]).toMatchObject({ open: 0, selected: 0 })
    expect(sheet.activities[0].gifts[0].why).toContain('尚未审核通过')
    expect(placed.status, placed.text).toBe(200)
    const lines = await db.selectFrom('order_line').select('goods_id').where('order_id', '=', placed.data.orders[0].id).execute()
    expect(lines).toEqual([{ goods_id: ground.main }])
  })

  it('下单之后质管驳回了那个地址：不拣货', async () => {
    const placed = await place(['pay'])
    expect((await decide(placed.address, 'reject', '核实不是经营场所')).status).toBe(200)
    expect((await command(placed.order, 'pick')).message).toContain('收货地址')
    expect((await row(placed.order)).held_at).not.toBeNull()
  })
})

describe('积分与奖品', () => {
  it('兑到、抽到的药品，发货时再问一次；不符合就不发', async () => {
    for (const name of ['积分兑换', '抽奖']) {
      const ground = await makeGround(shop)
      const way = WAYS.find((one) => one.name === name)
      expect((await (await way?.prepare(ground))?.())?.isIn).toBe(true)
      const order = await db
        .selectFrom('points_order')
        .select(['id', 'goods_id'])
        .where('company_id', '=', ground.buyer.companyId)
        .executeTakeFirstOrThrow()
      expect(order.goods_id).toBe(ground.goods)
      await db.updateTable('company').set({ review_state: 4 }).where('id', '=', ground.buyer.companyId).execute()
      const refused = await post(staff, `/api/staff/points_order/${order.id}/ship`)
      expect(refused.status, name).toBe(409)
      expect(refused.message).toContain('暂不能发货：您的账户已被冻结')
      await db.updateTable('company').set({ review_state: 2 }).where('id', '=', ground.buyer.companyId).execute()
      expect((await post(staff, `/api/staff/points_order/${order.id}/ship`)).status).toBe(200)
    }
  })

  it('没有指明商品、名字却像药品或器械的礼品，换不到也抽不到', async () => {
    const { buyer } = await makeGround(shop)
    await givePoints(db, buyer.companyId, 500)
    const id = await makePointsGoods(db, { name: '一次性使用医用口罩' })
    const taken = await post(buyer.cookie, '/api/points/order', { points_goods_id: id, number: 1, key: 'a-key-of-points' })
    expect(taken.message).toContain('补充药品或器械资料')
    const draw = await makeDraw(db)
    await makePrize(db, draw, { kind: 'goods', name: '电子血压计', stock: 1 })
    expect((await post(buyer.cookie, '/api/activity/tap', { id: draw })).message).toBe('奖品已全部抽完')
  })
})

describe('老客户与证照留存', () => {
  const setUntil = async (day: string | null) => {
    if (day === null) await db.deleteFrom('setting').where('key', '=', 'old_customers_until').execute()
    else {
      const value = JSON.stringify(day)
      await db
        .insertInto('setting')
        .values({ key: 'old_customers_until', value })
        .onConflict((on) => on.column('key').doUpdateSet({ value }))
        .execute()
    }
    shop.sessions.forget()
  }
  const old = () =>
    makeCompany(db, {
      imported_at: NOW,
      contract_signed: false,
      without: ['purchase_mandate', 'purchaser_id', 'receiver_mandate', 'receiver_id', 'quality_agreement'],
    })
  const add = (buyer: Buyer, goods: number) => post(buyer.cookie, '/api/cart', { list: [{ goods_id: goods, number: 1 }] })

  it('随导入而来的客户缺委托书、身份证、协议与合同：不能买，知道缺什么；列入待补资料', async () => {
    const buyer = await old()
    const goods = await makeGoods(db)
    const refused = await add(buyer, goods)
    expect(refused.data.lines[0].reasons[0]).toMatchObject({ code: 'QUALIFICATION_MISSING', action: { url: '/zzzj' } })
    expect(refused.message).toContain('采购委托书、采购员身份证、收货委托书、收货人身份证、质量保证协议')
    const dossier = (await shop.ask('GET', '/api/company', { cookie: buyer.cookie })).data
    expect(dossier.to_complete).toHaveLength(5)
    const queue = (await shop.ask('GET', '/api/staff/company?queue=to_complete&per_page=100', { cookie: staff })).data.list
    expect(queue.map((one: { id: number }) => one.id)).toContain(buyer.companyId)
    const registered = await makeCompany(db, { without: ['quality_agreement'] })
    expect((await shop.ask('GET', '/api/company', { cookie: registered.cookie })).data.to_complete).toEqual([])
  })

  it('开放到某日（含当日）；次日起不再；不代替许可证；登记注册的企业不受惠', async () => {
    const buyer = await old()
    const goods = await makeGoods(db)
    const registered = await makeCompany(db, { without: ['quality_agreement'] })
    await setUntil('2026-11-21')
    try {
      const address = await makeAddress(db, buyer.companyId)
      expect((await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }]))[0]?.status).toBe('pending_payment')
      expect((await add(registered, goods)).status).toBe(409)
      await setUntil('2026-11-20')
      expect((await add(buyer, goods)).status).toBe(409)
      await setUntil('不是日期')
      expect((await add(buyer, goods)).status).toBe(409)
      await setUntil('2026-12-31')
      expect((await add(buyer, goods)).status).toBe(200)
      await db
        .updateTable('qualification')
        .set({ expires_on: '2026-11-20' })
        .where('company_id', '=', buyer.companyId)
        .where('kind', '=', 'drug_licence')
        .execute()
      shop.sessions.forget()
      expect((await add(buyer, goods)).message).toContain('药品经营许可证已于 2026-11-20 到期')
    } finally {
      await setUntil(null)
    }
  })

  it('订单留下下单时的证照；之后换了证照，订单上的不变', async () => {
    const placed = await place(['pay'])
    await db.updateTable('qualification').set({ number: '换新证' }).where('company_id', '=', placed.buyer.companyId).execute()
    const { list } = (await shop.ask('GET', `/api/staff/order/${placed.order}/licences`, { cookie: staff })).data
    expect(list.map((one: { kind: string }) => one.kind)).toContain('drug_licence')
    expect(list).toHaveLength(7)
    expect(list.every((one: { number: string }) => one.number === '')).toBe(true)
    expect((await shop.ask('GET', '/api/staff/order/999999/licences', { cookie: staff })).status).toBe(404)
  })

  it('某一天在档的证照查得到，改写、删除都留下从前的', async () => {
    const { buyer } = await makeGround(shop)
    const mine = () => db.updateTable('qualification_history').where('company_id', '=', buyer.companyId).where('kind', '=', 'drug_licence')
    await mine().set({ valid_from: '2026-01-01T00:00:00Z' }).execute()
    const licence = db.updateTable('qualification').where('company_id', '=', buyer.companyId).where('kind', '=', 'drug_licence')
    await licence.set({ number: '新证', expires_on: '2030-01-01' }).execute()
    await mine().set({ valid_until: '2026-06-15T04:00:00Z' }).where('valid_until', 'is not', null).execute()
    await mine().set({ valid_from: '2026-06-15T04:00:00Z' }).where('valid_until', 'is', null).execute()
    await db.deleteFrom('qualification').where('company_id', '=', buyer.companyId).where('kind', '=', 'drug_licence').execute()
    await mine().set({ valid_until: '2026-09-01T04:00:00Z' }).where('number', '=', '新证').execute()
    const on = async (day: string) => {
      const answer = await shop.ask('GET', `/api/staff/company/${buyer.companyId}/licences?on=${day}`, { cookie: staff })
      expect(answer.status, answer.text).toBe(200)
      return answer.data.list.filter((one: { kind: string }) => one.kind === 'drug_licence').map((one: { number: string }) => one.number)
    }
    expect(await on('2025-12-31')).toEqual([])
    expect(await on('2026-06-14')).toEqual([''])
    expect(await on('2026-06-15')).toEqual(['新证'])
    expect(await on('2026-08-31')).toEqual(['新证'])
    expect(await on('2026-09-01')).toEqual([])
    expect((await shop.ask('GET', `/api/staff/company/${buyer.companyId}/licences?on=2026-02-30`, { cookie: staff })).status).toBe(422)
  })
})

it('核对页对每道闸门都重新问，不等缓存', async () => {
  const ground = await makeGround(shop)
  const ids = await fillCart(shop, ground.buyer, [{ goods_id: ground.goods, number: 1 }])
  await db.deleteFrom('company_scope').where('company_id', '=', ground.buyer.companyId).where('scope_code', '=', 'chem').execute()
  expect((await openSheet(shop, ground.buyer, ids)).status).toBe(409)
})
