import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buy, fillCart, makeAddress, submit } from '../../../../test/buying.ts'
import { type Buyer, makeAvailability, makeGoods } from '../../../../test/fixtures.ts'
import { GATES_NOW, type GateShop, makeGround, openGateShop } from '../../../../test/gates.ts'
import { makePromotion } from '../../../../test/promotions.ts'
import { changeRow } from '../../../../test/rows.ts'

let { shop, db, staff, steps, decide } = {} as GateShop
beforeAll(async () => {
  ;({ shop, db, staff, steps, decide } = await openGateShop())
})
afterAll(() => shop.close())

describe('收货地址', () => {
  const FAR = { province: '广东省', city: '广州市', district: '天河区', detail: '示例路 8 号', is_default: false }
  const settle = async (buyer: Buyer, address: number, goodsId: number) => {
    const ids = await fillCart(shop, buyer, [{ goods_id: goodsId, number: 1 }])
    const body = { ids, address_id: address }
    const sheet = await steps.post(buyer.cookie, '/api/cart/checkout', body)
    expect(sheet.status, sheet.text).toBe(200)
    return { sheet: sheet.data, placed: await submit(shop, buyer, address, ids, sheet.data) }
  }
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
    expect((await steps.post(buyer.cookie, `/api/user/address/${id}`, body)).status).toBe(200)
    expect(await reviewOf(buyer, id)).toMatchObject({ review: 'rejected', receiver: '新收货人' })
    expect((await decide(id, 'pass')).status).toBe(200)
    expect((await steps.post(buyer.cookie, `/api/user/address/${id}`, { ...body, detail: '示例路 2 号' })).status).toBe(200)
    expect(await reviewOf(buyer, id)).toMatchObject({ review: 'waiting', review_reason: '' })
    const queue = (await shop.ask('GET', '/api/staff/address?per_page=100', { cookie: staff })).data.list
    const seen = queue.find((one: { id: number }) => one.id === id)
    await changeRow(db, 'address', id, { changed_at: new Date('2026-11-21T03:00:00Z') })
    expect(
      (await steps.post(staff, `/api/staff/address/${id}/decide`, { decision: 'pass', reason: '核对过', changed_at: seen.changed_at }))
        .status,
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
    const placed = await steps.place(['pay'])
    expect((await decide(placed.address, 'reject', '核实不是经营场所')).status).toBe(200)
    expect((await steps.command(placed.order, 'pick')).message).toContain('收货地址')
    expect((await steps.row(placed.order)).held_at).not.toBeNull()
  })

  it('被驳回的地址，买家删掉或改成别处，已下的订单照样不拣货', async () => {
    const moved = {
      receiver: '收货人',
      phone: '13900000001',
      province: '湖北省',
      city: '武汉市',
      district: '江岸区',
      detail: '另一处 9 号',
    }
    for (const method of ['DELETE', 'POST'] as const) {
      const placed = await steps.place(['pay'])
      expect((await decide(placed.address, 'reject', '核实不是经营场所')).status).toBe(200)
      const url = `/api/user/address/${placed.address}`
      const body = method === 'POST' ? { body: moved } : {}
      const changed = await shop.ask(method, url, { cookie: placed.buyer.cookie, ...body })
      expect(changed.status, changed.text).toBe(200)
      expect((await steps.command(placed.order, 'pick')).message, method).toContain('收货地址')
    }
  })

  it('驳回之后又通过的地方，订单照常拣货，地址删了也一样', async () => {
    const placed = await steps.place(['pay'])
    expect((await decide(placed.address, 'reject', '核实不是经营场所')).status).toBe(200)
    expect((await decide(placed.address, 'pass')).status).toBe(200)
    expect((await shop.ask('DELETE', `/api/user/address/${placed.address}`, { cookie: placed.buyer.cookie })).status).toBe(200)
    expect((await steps.command(placed.order, 'pick')).status).toBe(200)
  })

  it('下单之后企业迁址：原经营场所不再是许可证地址，不拣货；质管审核过原地址才放行', async () => {
    const ground = await makeGround(shop)
    await changeRow(db, 'address', ground.address, { is_licence: true })
    const [order] = await buy(shop, ground.buyer, ground.address, [{ goods_id: ground.goods, number: 1 }])
    const id = order?.id ?? 0
    expect((await steps.pay({ ...ground, order: id }, 'balance')).status).toBe(200)
    const change = await db
      .insertInto('company_change')
      .values({
        company_id: ground.buyer.companyId,
        fields: JSON.stringify({ address: '新址 99 号', district: '武昌区' }),
        created_at: GATES_NOW,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await steps.post(staff, `/api/staff/company_change/${change.id}`, { decision: 'pass' })).status).toBe(200)
    expect((await steps.command(id, 'pick')).message).toContain('收货地址尚未审核通过')
    const old = await makeAddress(db, ground.buyer.companyId, { review: 'waiting', is_default: false })
    expect((await steps.release(id)).status).toBe(409)
    expect((await decide(old, 'pass', '原址留作仓库，已备案')).status).toBe(200)
    expect((await steps.release(id)).status).toBe(200)
    expect((await steps.command(id, 'pick')).status).toBe(200)
  })

  it('从前驳回过的地方，后来成了许可证上的经营场所：能下单，也能拣货；再迁走就还是被驳回过的地方', async () => {
    const ground = await makeGround(shop)
    const placed = await steps.place(['pay'])
    expect((await decide(placed.address, 'reject', '核实不是经营场所')).status).toBe(200)
    await changeRow(db, 'address', placed.address, { is_licence: true })
    const bought = await settle(placed.buyer, placed.address, ground.goods)
    expect(bought.placed.status, bought.placed.text).toBe(200)
    const picked = await steps.command(placed.order, 'pick')
    expect(picked.status, picked.message).toBe(200)
    await changeRow(db, 'address', placed.address, { is_licence: false, review: 'passed' })
    expect((await steps.command(placed.order, 'ship')).message).toContain('收货地址')
  })

  it('审核必须带上打开时的修改时间：没有看到的改动不能通过', async () => {
    const { buyer } = await makeGround(shop)
    const id = await makeAddress(db, buyer.companyId, { review: 'waiting', is_default: false })
    expect((await steps.post(staff, `/api/staff/address/${id}/decide`, { decision: 'pass', reason: '核对过' })).status).toBe(422)
    expect(await reviewOf(buyer, id)).toMatchObject({ review: 'waiting' })
  })
})
