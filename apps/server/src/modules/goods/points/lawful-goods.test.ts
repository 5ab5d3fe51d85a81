import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givePoints, makeDraw, makePointsGoods, makePrize } from '../../../../test/draw-points.ts'
import { makeGoods, makeScope } from '../../../../test/fixtures.ts'
import { type GateShop, makeDeviceGround, makeGround, openGateShop, WAYS } from '../../../../test/gates.ts'

let { shop, db, staff, steps, decide } = {} as GateShop
beforeAll(async () => {
  ;({ shop, db, staff, steps, decide } = await openGateShop())
})
afterAll(() => shop.close())

describe('积分与奖品', () => {
  it('兑到、抽到的器械，发货时再问一次；不符合就不发', async () => {
    for (const name of ['积分兑换', '抽奖']) {
      const ground = await makeDeviceGround(shop)
      const way = WAYS.find((one) => one.name === name)
      expect((await (await way?.prepare(ground))?.())?.isIn).toBe(true)
      const order = await db
        .selectFrom('points_order')
        .select(['id', 'goods_id'])
        .where('company_id', '=', ground.buyer.companyId)
        .executeTakeFirstOrThrow()
      expect(order.goods_id).toBe(ground.goods)
      await db.updateTable('company').set({ review_state: 4 }).where('id', '=', ground.buyer.companyId).execute()
      const refused = await steps.post(staff, `/api/staff/points_order/${order.id}/ship`)
      expect(refused.status, name).toBe(409)
      expect(refused.message).toContain('暂不能发货：您的账户已被冻结')
      await db.updateTable('company').set({ review_state: 2 }).where('id', '=', ground.buyer.companyId).execute()
      expect((await steps.post(staff, `/api/staff/points_order/${order.id}/ship`)).status).toBe(200)
    }
  })

  it('没有指明商品、名字却像药品或器械的礼品，换不到也抽不到', async () => {
    const { buyer } = await makeGround(shop)
    await givePoints(db, buyer.companyId, 500)
    const id = await makePointsGoods(db, { name: '一次性使用医用口罩' })
    const taken = await steps.post(buyer.cookie, '/api/points/order', { points_goods_id: id, number: 1, key: 'a-key-of-points' })
    expect(taken.message).toContain('补充药品或器械资料')
    const draw = await makeDraw(db)
    await makePrize(db, draw, { kind: 'goods', name: '电子血压计', stock: 1 })
    expect((await steps.post(buyer.cookie, '/api/activity/tap', { id: draw })).message).toBe('奖品已全部抽完')
  })

  it.each(['美施康定 礼盒', '人血白蛋白', '罂粟壳', '瘦脸用保妥适', '白加黑'])(
    '没有指明商品、禁售目录或特殊复方认得的名字（%s），换不到也抽不到',
    async (name) => {
      const { buyer } = await makeGround(shop)
      await givePoints(db, buyer.companyId, 500)
      const id = await makePointsGoods(db, { name })
      const taken = await steps.post(buyer.cookie, '/api/points/order', { points_goods_id: id, number: 1, key: `a-key-of-${id}-points` })
      expect(taken.status).toBe(409)
      expect(taken.message).toContain('补充药品或器械资料')
      const draw = await makeDraw(db)
      await makePrize(db, draw, { kind: 'goods', name, stock: 1 })
      expect((await steps.post(buyer.cookie, '/api/activity/tap', { id: draw })).message).toBe('奖品已全部抽完')
    },
  )

  it('礼品的名字就是目录里某种药品的名字，没有指明商品：换不到也抽不到', async () => {
    const { buyer } = await makeGround(shop)
    await givePoints(db, buyer.companyId, 500)
    await makeGoods(db, { name: '清咽利嗓宝', generic_name: '清咽利嗓宝', kind: 'drug' })
    const take = async (name: string) => {
      const id = await makePointsGoods(db, { name })
      return steps.post(buyer.cookie, '/api/points/order', { points_goods_id: id, number: 1, key: `key-of-${id}` })
    }
    expect((await take('清咽利嗓宝 3 盒')).message).toContain('补充药品或器械资料')
    expect((await take('不锈钢保温杯')).status).toBe(200)
    const draw = await makeDraw(db)
    await makePrize(db, draw, { kind: 'goods', name: '清咽利嗓宝', stock: 1 })
    expect((await steps.post(buyer.cookie, '/api/activity/tap', { id: draw })).message).toBe('奖品已全部抽完')
  })

  it('抽到的器械送到没有审核过的地址：不发；地址删了、改到别处，照样不发', async () => {
    const moved = {
      receiver: '收货人',
      phone: '13900000001',
      province: '湖北省',
      city: '武汉市',
      district: '江岸区',
      detail: '另一处 9 号',
    }
    for (const method of ['DELETE', 'POST'] as const) {
      const ground = await makeDeviceGround(shop)
      await db.updateTable('address').set({ review: 'waiting' }).where('id', '=', ground.address).execute()
      expect((await (await WAYS.find(({ name }) => name === '抽奖')?.prepare(ground))?.())?.isIn).toBe(true)
      const order = await db
        .selectFrom('points_order')
        .select('id')
        .where('company_id', '=', ground.buyer.companyId)
        .executeTakeFirstOrThrow()
      const ship = () => steps.post(staff, `/api/staff/points_order/${order.id}/ship`)
      expect((await ship()).message).toContain('收货地址')
      const url = `/api/user/address/${ground.address}`
      const body = method === 'POST' ? { body: moved } : {}
      expect((await shop.ask(method, url, { cookie: ground.buyer.cookie, ...body })).status).toBe(200)
      // Elsewhere is fine: that says nothing of where the parcel goes.
      await db.updateTable('address').set({ review: 'passed' }).where('id', '=', ground.address).execute()
      expect((await ship()).message, method).toContain('收货地址')
    }
  })

  it('兑到之后地址被驳回，删了地址也不发', async () => {
    const ground = await makeDeviceGround(shop)
    expect((await (await WAYS.find(({ name }) => name === '积分兑换')?.prepare(ground))?.())?.isIn).toBe(true)
    const order = await db
      .selectFrom('points_order')
      .select('id')
      .where('company_id', '=', ground.buyer.companyId)
      .executeTakeFirstOrThrow()
    expect((await decide(ground.address, 'reject', '核实不是经营场所')).status).toBe(200)
    expect((await shop.ask('DELETE', `/api/user/address/${ground.address}`, { cookie: ground.buyer.cookie })).status).toBe(200)
    expect((await steps.post(staff, `/api/staff/points_order/${order.id}/ship`)).message).toContain('收货地址')
  })

  it('药品、中药饮片换不到也抽不到；此前换到的不能发货，取消后积分退回', async () => {
    for (const values of [{ kind: 'drug' }, { kind: 'herb', scope_code: 'herb', drug_class: 'none' }, { kind: 'device' }] as const) {
      const ground = await makeGround(shop)
      if ('scope_code' in values) {
        await makeScope(db, 'herb')
        await db.insertInto('company_scope').values({ company_id: ground.buyer.companyId, scope_code: 'herb' }).execute()
      }
      await db.updateTable('goods').set(values).where('id', '=', ground.goods).execute()
      for (const name of ['积分兑换', '抽奖']) {
        const outcome = await (await WAYS.find((one) => one.name === name)?.prepare(ground))?.()
        expect(outcome?.isIn, `${name} ${JSON.stringify(values)} ${outcome?.text}`).toBe(false)
      }
    }
    const ground = await makeDeviceGround(shop)
    expect((await (await WAYS.find(({ name }) => name === '积分兑换')?.prepare(ground))?.())?.isIn).toBe(true)
    const { id } = await db
      .selectFrom('points_order')
      .select('id')
      .where('company_id', '=', ground.buyer.companyId)
      .executeTakeFirstOrThrow()
    await db.updateTable('goods').set({ kind: 'drug', scope_code: 'chem', drug_class: 'otc_b' }).where('id', '=', ground.goods).execute()
    const refused = await steps.post(staff, `/api/staff/points_order/${id}/ship`)
    expect(refused.status).toBe(409)
    expect(refused.message).toContain('药品须随订单按批号发货')
    // Nor past the gate.
    await expect(db.updateTable('points_order').set({ status: 'shipped' }).where('id', '=', id).execute()).rejects.toThrow('batch')
    expect((await steps.post(staff, `/api/staff/points_order/${id}/cancel`)).status).toBe(200)
  })

  it('含特殊药品的复方制剂、处方药和甲类非处方药，换不到也抽不到', async () => {
    for (const values of [{ is_ephedrine: true }, { drug_class: 'rx' }, { drug_class: 'otc_a' }] as const) {
      const ground = await makeGround(shop)
      await db.updateTable('goods').set(values).where('id', '=', ground.goods).execute()
      for (const name of ['积分兑换', '抽奖']) {
        const outcome = await (await WAYS.find((one) => one.name === name)?.prepare(ground))?.()
        expect(outcome?.isIn, `${name} ${JSON.stringify(values)} ${outcome?.text}`).toBe(false)
      }
    }
  })
})
