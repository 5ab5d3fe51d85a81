import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { givePoints, makeDraw, makePointsGoods, makePrize } from '../../../test/draw-points.ts'
import { makeStaff } from '../../../test/fixtures.ts'
import { makeGround, orderSteps, WAYS } from '../../../test/gates.ts'
import { openShop, type Shop } from '../../../test/harness.ts'
import type { Database } from '../../platform/database.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let shop: Shop
let db: Database
let staff: string
let steps: ReturnType<typeof orderSteps>
beforeAll(async () => {
  shop = await openShop({ now: NOW })
  db = shop.database.db
  staff = await makeStaff(db, '质管员')
  steps = orderSteps(shop, staff)
})
afterAll(() => shop.close())

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
})
