import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, stockOf } from '../../../../test/buying.ts'
import { makeStaff } from '../../../../test/fixtures.ts'
import { GATES_NOW, type GateShop, openGateShop, type Placed } from '../../../../test/gates.ts'
import { changeRow } from '../../../../test/rows.ts'
import { untilOneWaits } from '../../../../test/waiting.ts'

let { shop, db, staff, steps } = {} as GateShop
beforeAll(async () => {
  ;({ shop, db, staff, steps } = await openGateShop())
})
afterAll(() => shop.close())

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
    const placed = await steps.place(['pay'])
    await expire(placed, '2026-11-20')
    expect((await steps.command(placed.order, 'pick')).status).toBe(409)
    return placed
  }

  it('买家在订单详情、列表和消息里看得到原因；质管看得到暂停的订单；都有记录', async () => {
    const placed = await held()
    const shown = await steps.detail(placed)
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
    const early = await steps.release(placed.order)
    expect(early.status).toBe(409)
    expect(early.message).toContain('原因尚未消除：您的药品经营许可证已于 2026-11-20 到期')
    await expire(placed, '2099-12-31')
    expect((await steps.command(placed.order, 'pick')).status).toBe(409)
    expect((await steps.release(placed.order)).status).toBe(200)
    expect((await steps.detail(placed)).hold).toBeNull()
    expect((await steps.release(placed.order)).status).toBe(409)
    expect((await steps.command(placed.order, 'pick')).data.status).toBe('picking')
    expect((await steps.command(placed.order, 'ship')).data.status).toBe('shipped')
    const audit = await db.selectFrom('audit_log').select('action').where('subject', '=', `order:${placed.order}`).execute()
    expect(audit.map(({ action }) => action)).toEqual(['order.hold', 'order.release', 'order.pick', 'order.ship'])
  })

  it('商品下架是本店自己的话：质管写明原因即可放行，这张订单不再因此暂停', async () => {
    const placed = await steps.place(['pay'])
    await changeRow(db, 'goods', placed.goods, { on_shelf: false })
    expect((await steps.command(placed.order, 'pick')).message).toContain('已下架')
    expect((await steps.release(placed.order)).status).toBe(200)
    expect((await steps.command(placed.order, 'pick')).status).toBe(200)
    expect((await steps.command(placed.order, 'ship')).data.status).toBe('shipped')
  })

  it('质管暂停销售的商品不能放行，从前放行过下架也一样；恢复销售后才继续', async () => {
    const placed = await steps.place(['pay'])
    await changeRow(db, 'goods', placed.goods, { on_shelf: false })
    expect((await steps.command(placed.order, 'pick')).status).toBe(409)
    expect((await steps.release(placed.order)).status).toBe(200)
    expect((await steps.post(staff, `/api/staff/goods/${placed.goods}/stop`, { reason: '质量存疑' })).status).toBe(200)
    expect((await steps.command(placed.order, 'pick')).message).toContain('暂停销售')
    expect((await steps.release(placed.order)).message).toContain('原因尚未消除')
    const quality = await makeStaff(db, '质管王', '质管')
    expect((await steps.post(quality, `/api/staff/goods/${placed.goods}/resume`, { reason: '检验合格' })).status).toBe(200)
    expect((await steps.release(placed.order)).status).toBe(200)
    expect((await steps.command(placed.order, 'pick')).status).toBe(200)
  })

  it('拣货中暂停的订单由质管取消，款项与库存退回', async () => {
    const placed = await steps.place(['pay', 'pick'])
    expect((await steps.command(placed.order, 'cancel', { reason: '不能取消' })).status).toBe(409)
    await expire(placed, '2026-11-20')
    expect((await steps.command(placed.order, 'ship')).status).toBe(409)
    expect((await steps.command(placed.order, 'cancel', { reason: '许可证过期' })).data.status).toBe('cancelled')
    expect(await balanceOf(db, placed.buyer.companyId)).toBe(100_000)
    expect(await stockOf(db, placed.goods)).toMatchObject({ reserved: 0, available: 100 })
    expect((await steps.detail(placed)).hold).toBeNull()
  })

  it('已发货的订单不再问', async () => {
    const placed = await steps.place(['pay', 'pick'])
    expect((await steps.command(placed.order, 'ship')).status).toBe(200)
    await expire(placed, '2026-11-20')
    expect((await steps.command(placed.order, 'ship')).data.status).toBe('shipped')
    expect((await steps.row(placed.order)).held_at).toBeNull()
    expect((await steps.post(placed.buyer.cookie, `/api/order/${placed.order}/receive`)).status).toBe(200)
  })

  it('还没付款的订单，原因消除后直接付款；由质管解除也行', async () => {
    for (const byStaff of [false, true]) {
      const placed = await steps.place()
      await expire(placed, '2026-11-20')
      expect((await steps.pay(placed, 'balance')).data.reason).toBe('ORDER_HELD')
      const open = async () => {
        const info = await shop.ask('GET', `/api/pay/order/${placed.order}`, { cookie: placed.buyer.cookie })
        return info.data.channels.some((one: { open: boolean }) => one.open)
      }
      expect(await open()).toBe(false)
      await expire(placed, '2099-12-31')
      expect(await open()).toBe(true)
      if (byStaff) expect((await steps.release(placed.order)).status).toBe(200)
      expect((await steps.pay(placed, 'balance')).status).toBe(200)
      expect(await steps.row(placed.order)).toMatchObject({ status: 'paid', held_at: null })
    }
  })

  it.each([[[]], [['pay']], [['pay', 'pick']]] as const)(
    '下单后商品改按含特殊药品复方制剂管理（已做 %j）：不能按普通订单付款、拣货、发货，也不能放行，取消后重下',
    async (done) => {
      const placed = await steps.place(done)
      await changeRow(db, 'goods', placed.goods, { is_ephedrine: true, special_substances: ['ephedrine'] })
      const next = async () =>
        done.length === 0 ? steps.pay(placed, 'balance') : steps.command(placed.order, done.length === 1 ? 'pick' : 'ship')
      const refused = await next()
      expect(refused.status).toBe(409)
      expect(refused.message).toContain('含特殊药品复方制剂管理，须单独成单')
      expect((await steps.release(placed.order)).status).toBe(409)
      const cancelled =
        done.length === 0
          ? await steps.post(placed.buyer.cookie, `/api/order/${placed.order}/cancel`, {})
          : await steps.command(placed.order, 'cancel', { reason: '须单独成单' })
      expect(cancelled.status, cancelled.text).toBe(200)
      expect(await balanceOf(db, placed.buyer.companyId)).toBe(100_000)
    },
  )

  it('只有员工能解除', async () => {
    const placed = await held()
    expect((await steps.post(placed.buyer.cookie, `/api/staff/held_order/${placed.order}/release`, { reason: '放行' })).status).toBe(401)
  })

  it('占用的批次在发货之前过了有效期：不拣货也不发货，不能放行；质管取消，款项退回', async () => {
    const lapse = (placed: Placed, day: string) =>
      db.updateTable('stock_batch').set({ expiry_date: day }).where('goods_id', '=', placed.goods).execute()
    for (const steps_ of [['pay'], ['pay', 'pick']] as const) {
      const placed = await steps.place(steps_)
      const next = steps_.length === 1 ? 'pick' : 'ship'
      await lapse(placed, '2026-11-20')
      const refused = await steps.command(placed.order, next)
      expect(refused.status, next).toBe(409)
      expect(refused.message).toContain('已于 2026-11-20 过期')
      expect((await steps.release(placed.order)).status).toBe(409)
      expect((await steps.command(placed.order, 'cancel', { reason: '批次过期' })).data.status).toBe('cancelled')
      expect(await balanceOf(db, placed.buyer.companyId)).toBe(100_000)
    }
    // On its last day it is in date.
    const today = await steps.place(['pay'])
    await lapse(today, '2026-11-21')
    expect((await steps.command(today.order, 'pick')).status).toBe(200)
  })

  it('锁定批次与发货同时：要么发走了、不算在未发货订单里，要么发不了', async () => {
    for (let round = 0; round < 5; round++) {
      const placed = await steps.place(['pay', 'pick'])
      const { id } = await db.selectFrom('stock_batch').select('id').where('goods_id', '=', placed.goods).executeTakeFirstOrThrow()
      const [shipped, locked] = await Promise.all([
        steps.command(placed.order, 'ship'),
        steps.post(staff, `/api/staff/batch/${id}/lock`, { reason: '召回', everywhere: 1 }),
      ])
      expect(locked.status, locked.text).toBe(200)
      expect([shipped.status, locked.data.open_orders]).toEqual(shipped.status === 200 ? [200, 0] : [409, 1])
    }
  })

  const untilWaiting = (statement: string) => untilOneWaits(shop.database, statement)
  const stop = (placed: Placed) => steps.post(staff, `/api/staff/goods/${placed.goods}/stop`, { reason: '质量存疑' })

  it('暂停销售先到一步、还没落定：发货等它，然后发不了', async () => {
    const placed = await steps.place(['pay', 'pick'])
    const stopping = await db.startTransaction().execute()
    await stopping
      .updateTable('goods')
      .set({
        stopped_at: GATES_NOW,
        stopped_by: '质管',
        stopped_reason: '质量存疑',
        stopped_shelf: JSON.stringify({ on_shelf: true, reason: '' }),
      })
      .where('id', '=', placed.goods)
      .execute()
    const shipping = steps.command(placed.order, 'ship')
    await Promise.race([untilWaiting('%from goods%'), shipping])
    await stopping.commit().execute()
    const refused = await shipping
    expect(refused.status, refused.text).toBe(409)
    expect(refused.message).toContain('暂停销售')
    expect((await steps.row(placed.order)).status).toBe('picking')
  })

  it('发货先到一步：暂停销售等它发完才答复，不会先答复已暂停、货随后才走', async () => {
    const placed = await steps.place(['pay', 'pick'])
    const blocking = await db.startTransaction().execute()
    await sql`lock table shipment in share row exclusive mode`.execute(blocking)
    const shipping = steps.command(placed.order, 'ship')
    await untilWaiting('%shipment%')
    let answered = false
    const stopped = stop(placed).finally(() => {
      answered = true
    })
    await Promise.race([untilWaiting('%from goods%for update%'), stopped])
    const early = answered
    await blocking.commit().execute()
    expect(early).toBe(false)
    expect((await shipping).data.status).toBe('shipped')
    expect((await stopped).status).toBe(200)
  })

  it('暂停销售与发货同时，两样商品的两张订单：要么发走，要么发不了，谁也不会互相等死', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await steps.place(['pay', 'pick']), await steps.place(['pay', 'pick'])]
      const [first, second, ...stops] = await Promise.all([
        steps.command(one.order, 'ship'),
        steps.command(other.order, 'ship'),
        stop(one),
        stop(other),
      ])
      expect(stops.map(({ status }) => status)).toEqual([200, 200])
      for (const shipped of [first, second]) expect([200, 409], shipped.text).toContain(shipped.status)
      expect((await steps.command(one.order, 'ship')).status).toBe(first.status)
    }
  })

  it('批号被质管锁定：买家只读到暂停销售、核查中或召回，质管写的原因只给员工看', async () => {
    const quality = await makeStaff(db, '质管王', '质管')
    const WHY = '疑似张三投诉的假药，勿外传'
    for (const recalled of [false, true]) {
      const placed = await steps.place(['pay'])
      const { id, batch_no } = await db
        .selectFrom('stock_batch')
        .select(['id', 'batch_no'])
        .where('goods_id', '=', placed.goods)
        .executeTakeFirstOrThrow()
      const locked = recalled
        ? await steps.post(quality, '/api/staff/recall', {
            batch_id: id,
            level: 2,
            initiator: '持有人',
            reason: WHY,
            advice: '停止销售，原样退回',
          })
        : await steps.post(staff, `/api/staff/batch/${id}/lock`, { reason: WHY })
      expect(locked.status, locked.text).toBe(200)
      const refused = await steps.command(placed.order, 'pick')
      expect(refused.message).toContain(
        recalled ? `批号 ${batch_no} 正在召回，不能发货` : `批号 ${batch_no} 暂停销售，质量部门核查中，不能发货`,
      )
      const shown = await steps.detail(placed)
      expect(shown.hold.reasons[0].code).toBe('BATCH_LOCKED')
      expect(JSON.stringify(shown)).not.toContain(WHY)
      const pages = await Promise.all(
        ['/api/order/list', '/api/user/message'].map((path) => shop.ask('GET', path, { cookie: placed.buyer.cookie })),
      )
      for (const { text } of pages) {
        expect(text).toContain(batch_no)
        // What a batch is called back for its buyers are told by the recall itself.
        if (!recalled) expect(text).not.toContain(WHY)
      }
      const queue = (await shop.ask('GET', '/api/staff/held_order?per_page=100', { cookie: staff })).data.list
      const row = queue.find((one: { id: number }) => one.id === placed.order)
      expect(row.locked).toEqual([{ batch_no, goods: row.reasons[0].goods, reason: recalled ? `召回：${WHY}` : WHY }])
    }
  })
})
