import { describe, expect, it } from 'vitest'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'
import { doTask } from '../../../../test/tasks.ts'
import { jobs } from '../../../platform/jobs.ts'
import { refreshGoodsStock } from '../../goods/stock/public.ts'
import { collectTasks } from '../../modules.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const DAY_MS = 86_400_000

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db, { balance: '5000.00' })
const address = await makeAddress(db, buyer.companyId)
const staff = await makeStaff(db)

interface Told {
  title: string
  text: string
  url: string
  kind: string
}
const toldTo = async (who: Buyer = buyer): Promise<Told[]> =>
  (await shop.ask('GET', '/api/user/message?per_page=100', { cookie: who.cookie })).data.list
const titlesOf = async (no: string): Promise<string[]> =>
  (await toldTo()).filter(({ title }) => title.endsWith(no)).map(({ title }) => title.replace(`：${no}`, ''))
const run = async (name: string, now: Date) => {
  await doTask(collectTasks({ database: shop.database, config: shop.config, jobs }), name, {}, now)
}

describe('订单的消息', () => {
  const order = async (balance?: string) => {
    const goods = await makeGoods(db, { price: '100.00' })
    const [placed] = await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }], balance)
    if (!placed) throw new Error('nothing was placed')
    return placed
  }
  const byStaff = (id: number, what: string, body = {}) => shop.ask('POST', `/api/staff/order/${id}/${what}`, { cookie: staff, body })

  it('付款到账、发货、系统代收货各告诉一次，点开是这张订单；拣货不打扰', async () => {
    const { id, no } = await order()
    await shop.ask('POST', `/api/pay/order/${id}`, { cookie: buyer.cookie, body: { channel: 'balance' } })
    for (const what of ['pick', 'ship', 'ship', 'receive']) await byStaff(id, what)
    expect(await titlesOf(no)).toEqual(['订单已确认收货', '订单已发货', '已收到付款'])
    const paid = (await toldTo()).find(({ title }) => title === `已收到付款：${no}`)
    expect(paid).toMatchObject({ kind: 'order', url: `/order/info/${id}`, text: expect.stringContaining('余额支付 ¥112.00 到账') })
  })

  it('自己确认收货不用再告诉自己', async () => {
    const { id, no } = await order('112.00')
    for (const what of ['pick', 'ship']) await byStaff(id, what)
    await shop.ask('POST', `/api/order/${id}/receive`, { cookie: buyer.cookie })
    expect(await titlesOf(no)).toEqual(['订单已发货'])
  })

  it('员工取消写明原因，退款到账另有一条', async () => {
    const { id, no } = await order()
    await shop.ask('POST', `/api/pay/order/${id}`, { cookie: buyer.cookie, body: { channel: 'balance' } })
    await byStaff(id, 'cancel', { reason: '该批号召回' })
    expect((await titlesOf(no)).sort()).toEqual(['已收到付款', '订单已取消', '退款已到账'].sort())
    expect((await toldTo()).find(({ title }) => title === `订单已取消：${no}`)?.text).toContain('该批号召回')
  })

  it('超时未付款自动取消时告诉企业', async () => {
    const { no } = await order()
    shop.clock.now = new Date(NOW.getTime() + 2 * DAY_MS)
    await shop.jobs.runDue()
    shop.clock.now = NOW
    expect(await titlesOf(no)).toEqual(['订单已取消'])
  })
})

describe('到货提醒', () => {
  const remind = (goods: number, who: Buyer = buyer) => shop.ask('POST', `/api/goods/${goods}/remind`, { cookie: who.cookie })
  const arrivals = async (who: Buyer, name: string) => (await toldTo(who)).filter(({ title }) => title === `到货提醒：${name}`)
  const arrive = async (goods: number, available = 10) => {
    const [batch] = await makeStock(db, goods, [{ available: 0 }])
    await changeRow(db, 'stock_batch', batch ?? 0, { available })
    await db.transaction().execute((trx) => refreshGoodsStock(trx, [goods], NOW))
    await shop.jobs.runDue()
  }

  it('缺货的商品入库后，登记过的企业各得一条，没登记的没有；再入库不再说', async () => {
    const other = await makeCompany(db)
    const idle = await makeCompany(db)
    const goods = await makeGoods(db, { name: '蒙脱石散', stock: 0 })
    await remind(goods)
    await remind(goods, other)
    await arrive(goods)
    expect(await arrivals(buyer, '蒙脱石散')).toMatchObject([{ kind: 'activity', url: `/list/info/${goods}` }])
    expect(await arrivals(other, '蒙脱石散')).toHaveLength(1)
    expect(await arrivals(idle, '蒙脱石散')).toHaveLength(0)
    await arrive(goods)
    expect(await arrivals(buyer, '蒙脱石散')).toHaveLength(1)
  })

  it('有一家告诉不了，不耽误其他各家；那一家的登记还在', async () => {
    const { pool } = shop.database
    const stuck = await makeCompany(db)
    const goods = await makeGoods(db, { name: '氯雷他定', stock: 0 })
    await remind(goods, stuck)
    await remind(goods)
    await pool.query(`create function no_news() returns trigger language plpgsql as $$ begin raise exception 'no news'; end $$`)
    await pool.query(
      `create trigger no_news before insert on message for each row when (new.company_id = ${stuck.companyId}) execute function no_news()`,
    )
    await expect(arrive(goods)).rejects.toThrow('1 of 2 failed')
    await pool.query('drop trigger no_news on message')
    await pool.query('drop function no_news')
    expect(await arrivals(buyer, '氯雷他定')).toHaveLength(1)
    const left = await db.selectFrom('arrival_reminder').where('goods_id', '=', goods).select('company_id').execute()
    expect(left).toEqual([{ company_id: stuck.companyId }])
  })

  it('取消的订单退回最后一件，也算到货；登记一次提醒一次，之后可以再登记', async () => {
    const goods = await makeGoods(db, { name: '奥司他韦', stock: 3, price: '100.00' })
    const other = await makeCompany(db)
    for (const round of [1, 2]) {
      const [placed] = await buy(shop, buyer, address, [{ goods_id: goods, number: 3 }])
      shop.clock.now = new Date(NOW.getTime() + round * 1000)
      await remind(goods, other)
      await shop.ask('POST', `/api/order/${placed?.id}/cancel`, { cookie: buyer.cookie, body: {} })
      await shop.jobs.runDue()
      expect(await arrivals(other, '奥司他韦')).toHaveLength(round)
    }
    shop.clock.now = NOW
  })

  it('来了又被买光或已下架的，继续等下一次', async () => {
    const goods = await makeGoods(db, { name: '布洛芬', stock: 0 })
    await remind(goods)
    await changeRow(db, 'goods', goods, { on_shelf: false })
    await arrive(goods)
    expect(await arrivals(buyer, '布洛芬')).toHaveLength(0)
    expect(await db.selectFrom('arrival_reminder').where('goods_id', '=', goods).select('company_id').execute()).toHaveLength(1)
  })
})

it('三天内到期的优惠券按到期日各提醒一次，用掉的不提', async () => {
  const template = await db
    .insertInto('coupon_template')
    .values({ name: '满300减20', amount: 2000, scope: JSON.stringify({}), valid_days: 7 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const coupon = (days: number) => ({
    template_id: template.id,
    company_id: buyer.companyId,
    valid_from: NOW,
    valid_until: new Date(NOW.getTime() + days * DAY_MS),
  })
  await addRow(db, 'coupon', [coupon(1), coupon(2), coupon(2), coupon(9)])
  await run('promotions.coupons_expiring', NOW)
  await run('promotions.coupons_expiring', new Date(NOW.getTime() + 3_600_000))
  const told = (await toldTo()).filter(({ title }) => title.includes('优惠券'))
  expect(told.map(({ title }) => title).sort()).toEqual(['2 张优惠券即将到期', '优惠券“满300减20”即将到期'].sort())
  expect(told.map(({ text }) => text)).toContain('请在 2026-11-23 前使用，到期后自动失效。')
})
