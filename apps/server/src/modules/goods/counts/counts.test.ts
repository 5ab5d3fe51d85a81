import { beforeEach, describe, expect, it } from 'vitest'
import { buy, makeAddress, stockOf } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { refreshGoodsStock } from '../stock/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let warehouse: number
let goods: number
let batches: number[]
let counter = 0

const shop = await testShop({ now: NOW })
const { db } = shop.database
const clerk = await makeStaffOf(db, 'warehouse', '盘点人')
const second = await makeStaffOf(db, 'warehouse', '批准人')
const buyer = await makeCompany(db, { balance: '50000.00' })
const address = await makeAddress(db, buyer.companyId)
beforeEach(async () => {
  counter += 1
  warehouse = await makeWarehouse(db, { code: `PD${counter}`, name: `盘点仓${counter}` })
  goods = await makeGoods(db, { stock: 0, name: `盘点片${counter}` })
  batches = await makeStock(
    db,
    goods,
    [
      { available: 10, batchNo: 'P1', expiry: '2028-01-31' },
      { available: 20, batchNo: 'P2', expiry: '2029-01-31' },
    ],
    warehouse,
  )
})

const get = (url: string, cookie = clerk) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = clerk) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
const start = async (more: object = {}): Promise<number> => (await post('count', { warehouse_id: warehouse, ...more })).data.id
const enter = (id: number, batch: number | undefined, counted: number | null, cookie = clerk) =>
  post(`count/${id}/line`, { batch_id: batch, counted }, cookie)
const decide = (id: number, command: string, cookie = second, reason = '') => post(`count/${id}/${command}`, { reason }, cookie)
const figures = async () =>
  (await db.selectFrom('stock_batch').select(['available', 'reserved']).where('goods_id', '=', goods).orderBy('id').execute()).map(
    ({ available, reserved }) => `${available}+${reserved}`,
  )
const order = (number: number) => buy(shop, buyer, address, [{ goods_id: goods, number, ck_id: warehouse } as never])

describe('盘点', () => {
  it('录入的数再离谱，盘点单的合计也数得下：列表照常打开，单子可以作废', async () => {
    const many = await makeStock(
      db,
      goods,
      Array.from({ length: 216 }, (_, at) => ({ available: 1, batchNo: `W${at}`, expiry: '2029-01-31' })),
      warehouse,
    )
    const id = await start({ words: `盘点片${counter}` })
    await db
      .updateTable('stock_count_line')
      .set({ counted: 10_000_000 })
      .where('count_id', '=', id)
      .where('stock_batch_id', 'in', many)
      .execute()
    const found = await get(`count?warehouse_id=${warehouse}`)
    expect([found.status, found.data?.list?.[0]?.more]).toEqual([200, 216 * 9_999_999])
    expect((await decide(id, 'cancel', clerk, '录错了')).status).toBe(200)
  })

  it('盘点单按范围列批号，录入、提交，另一人批准后才过账，流水写着单号和两个人', async () => {
    const { data } = await post('count', { warehouse_id: warehouse, words: `盘点片${counter}` })
    expect(data).toMatchObject({ no: expect.stringMatching(/^PD20261121-\d{5}$/), lines: 2, elsewhere: 0 })
    const id = data.id
    expect((await enter(id, batches[0], 8)).data).toMatchObject({ book: 10, counted: 8, counter: '盘点人', problem: '' })
    expect((await decide(id, 'submit', clerk)).message).toBe('还有 1 行没有录入盘点数')
    expect((await get(`count/${id}/lines?only=open`)).data).toMatchObject({ total: 1, list: [{ batch_no: 'P2', book: 20 }] })
    await enter(id, batches[1], 23, second)
    await enter(id, batches[1], 23)
    expect((await decide(id, 'approve')).message).toContain('盘点中，不能批准')
    await decide(id, 'submit', clerk)
    expect((await get(`count/${id}/lines?only=differing`)).data.total).toBe(2)
    expect((await get(`count?state=submitted&kind=count&warehouse_id=${warehouse}`)).data).toMatchObject({
      total: 1,
      list: [{ id, differing: 2, more: 3, less: 2, mine: 1, title: `“盘点片${counter}”` }],
    })
    expect((await decide(id, 'approve', clerk)).message).toBe('您参与了这次盘点或申请，须由另一人批准')
    expect(await figures()).toEqual(['10+0', '20+0'])
    expect((await decide(id, 'approve')).data).toEqual({ state: 'approved', posted: 2 })
    expect(await figures()).toEqual(['8+0', '23+0'])
    expect((await stockOf(db, goods)).shown).toBe(31)
    const { list } = (await get(`stock/movements?document_no=${data.no}`)).data
    expect(list.map(({ available, actor }: Record<string, unknown>) => [available, actor])).toEqual([
      [3, '盘点人／批准人'],
      [-2, '盘点人／批准人'],
    ])
    expect((await decide(id, 'approve')).message).toContain('已批准，不能批准')
    expect((await get(`count/${id}`)).data).toMatchObject({ state_name: '已批准', decider: '批准人' })
  })

  it('录过数的人都不能批准，不只是开单的人', async () => {
    const id = await start()
    await enter(id, batches[0], 9, second)
    await enter(id, batches[1], 20)
    await decide(id, 'submit', clerk)
    expect((await decide(id, 'approve')).message).toContain('须由另一人批准')
    expect((await decide(id, 'approve', await makeStaffOf(db, 'finance'))).data.posted).toBe(1)
    expect((await decide(id, 'cancel', await makeStaffOf(db, 'service'), '不该')).code).toBe(403)
  })

  it('盘点期间照常卖：差异按录入那一刻的账面算，之后卖掉的不算进差异', async () => {
    await db.transaction().execute((trx) => refreshGoodsStock(trx, [goods], NOW))
    const id = await start()
    await order(4)
    expect((await enter(id, batches[0], 9)).data).toMatchObject({ book: 10, reserved: 4 })
    await enter(id, batches[1], 20)
    await order(2)
    await decide(id, 'submit', clerk)
    await decide(id, 'approve')
    expect(await figures()).toEqual(['3+6', '20+0'])
  })

  it('库存不会低于订单占用：说清占用多少，一行过不了整张不过', async () => {
    await db.transaction().execute((trx) => refreshGoodsStock(trx, [goods], NOW))
    await order(8)
    const id = await start()
    expect((await enter(id, batches[0], 5)).data.problem).toBe('订单占用 8，可用只有 2，不能减 5；请先处理占用它的订单')
    await enter(id, batches[1], 30)
    await decide(id, 'submit', clerk)
    const refused = await decide(id, 'approve')
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('订单占用 8') })
    expect(await figures()).toEqual(['2+8', '20+0'])
    expect((await decide(id, 'return', second)).data.errors).toEqual([{ field: 'reason', message: '请填写原因' }])
    expect((await decide(id, 'return', second, '第一行重盘')).data.state).toBe('open')
    await enter(id, batches[0], 9)
    await decide(id, 'submit', clerk)
    expect((await decide(id, 'approve')).data.posted).toBe(2)
    expect(await figures()).toEqual(['1+8', '30+0'])
  })

  it('一个批号只在一张没有了结的单里；作废以后才能再盘；盘点后导入过库存的要重盘', async () => {
    const id = await start()
    expect((await post('count', { warehouse_id: warehouse })).message).toBe('范围内的批号都在别的盘点单里，没有了结')
    expect((await post('stock/adjust', { batch_id: batches[0], number: 1, reason: '破损' })).message).toContain('还没有了结')
    await enter(id, batches[0], 9)
    await enter(id, batches[1], 20)
    await enter(id, batches[1], null)
    await enter(id, batches[1], 20)
    await decide(id, 'submit', clerk)
    await db
      .insertInto('stock_movement')
      .values({ stock_batch_id: batches[0] ?? 0, kind: 'import', available: 9, reserved: 0, at: new Date(NOW.getTime() + 1000) })
      .execute()
    expect((await decide(id, 'approve')).message).toContain('盘点之后又导入过库存，请重盘这一行')
    expect((await decide(id, 'cancel', clerk, '重来')).data.state).toBe('cancelled')
    expect((await post('count', { warehouse_id: warehouse })).data.lines).toBe(2)
  })

  it('范围可按货位、类别、冷藏、效期缩小；没有批号的范围说没有；别仓的批号录不进来', async () => {
    const of = (more: object) => post('count', { warehouse_id: warehouse, ...more })
    expect((await of({ kind: 'herb', cold: 1 })).data.errors).toEqual([{ field: 'words', message: '这个范围里没有批号' }])
    await post('stock/place', { warehouse_id: warehouse, goods_id: goods, place: 'B-07' })
    const { id, lines } = (await of({ words: 'b-0', expiring: 500 })).data
    expect(lines).toBe(1)
    expect((await get(`count/${id}/lines`)).data.list).toMatchObject([{ place: 'B-07', batch_no: 'P1' }])
    const elsewhere = await makeWarehouse(db, { code: `E${counter}`, name: `别仓${counter}` })
    const [far] = await makeStock(db, goods, [{ available: 1 }], elsewhere)
    expect((await enter(id, far, 1)).message).toContain('账上没有这个批号')
    expect((await enter(id, batches[1], 21)).data).toMatchObject({ counted: 21 })
    expect((await get(`count/${id}`)).data.lines).toBe(2)
    expect((await get('count/999999')).code).toBe(404)
    expect((await get('count/999999/lines')).code).toBe(404)
  })

  it('两人同时批准，只过账一次', async () => {
    const id = await start()
    await enter(id, batches[0], 7)
    await enter(id, batches[1], 20)
    await decide(id, 'submit', clerk)
    const answers = await Promise.all([decide(id, 'approve'), decide(id, 'approve', await makeStaffOf(db, 'finance'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await figures()).toEqual(['7+0', '20+0'])
  })
})

describe('调整', () => {
  it('一个人申请，写明原因，另一个人批准才改；不能低于占用；退回就作废', async () => {
    await db.transaction().execute((trx) => refreshGoodsStock(trx, [goods], NOW))
    await order(3)
    const adjust = (number: number, reason = '搬运破损') => post('stock/adjust', { batch_id: batches[0], number, reason })
    expect((await adjust(2)).message).toContain('订单占用 3，不能调到 2')
    expect((await adjust(10)).message).toBe('与账面相同，不用调整')
    const { id, no } = (await adjust(6)).data
    expect(no).toMatch(/^TZ/)
    expect((await decide(id, 'approve', clerk)).message).toContain('须由另一人批准')
    expect((await decide(id, 'approve')).data).toEqual({ state: 'approved', posted: 1 })
    expect(await figures()).toEqual(['3+3', '20+0'])
    expect((await get(`stock/movements?document_no=${no}`)).data.list).toMatchObject([
      { kind_name: '库存调整', available: -4, reason: '搬运破损' },
    ])
    const again = (await adjust(9)).data
    expect((await decide(again.id, 'return', second, '先找一找')).data.state).toBe('cancelled')
    expect(await figures()).toEqual(['3+3', '20+0'])
    expect((await post('stock/adjust', { batch_id: 999_999_999, number: 1, reason: '无' })).code).toBe(404)
  })
})

describe('调拨', () => {
  const send = (lines: object[], to: number) => post('stock/move', { from_id: warehouse, to_id: to, lines, remark: '补货' })
  it('发出即不可卖，到货进同一批号；在途的不算任何一仓', async () => {
    await db.transaction().execute((trx) => refreshGoodsStock(trx, [goods], NOW))
    const to = await makeWarehouse(db, { code: `T${counter}`, name: `调入仓${counter}` })
    await makeStock(db, goods, [{ available: 1, batchNo: 'p 1', expiry: '2028-01-31' }], to)
    const { id, no } = (
      await send(
        [
          { batch_id: batches[0], number: 6 },
          { batch_id: batches[1], number: 5 },
        ],
        to,
      )
    ).data
    expect(await figures()).toEqual(['4+0', '15+0', '1+0'])
    expect((await get('stock/move?state=sent')).data.list[0]).toMatchObject({ no, number: 11, to: `调入仓${counter}`, state_name: '在途' })
    const arrived = await Promise.all([post(`stock/move/${id}/arrive`, {}), post(`stock/move/${id}/arrive`, {}, second)])
    expect(arrived.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await figures()).toEqual(['4+0', '15+0', '7+0', '5+0'])
    expect((await get(`stock/movements?document_no=${no}`)).data.list.map((row: { available: number }) => row.available)).toEqual([
      5, 6, -5, -6,
    ])
    expect((await stockOf(db, goods)).shown).toBe(31)
  })

  it('在途时发出仓的批号被锁定：不能混进到货仓可卖的同一批号；撤回则回到锁着的批号里', async () => {
    const to = await makeWarehouse(db, { code: `T${counter}`, name: `调入仓${counter}` })
    await makeStock(db, goods, [{ available: 1, batchNo: 'P1', expiry: '2028-01-31' }], to)
    const { id } = (await send([{ batch_id: batches[0], number: 6 }], to)).data
    await post(`batch/${batches[0]}/lock`, { reason: '本仓超温', everywhere: 0 })
    const late = await post(`stock/move/${id}/arrive`, {})
    expect([late.status, late.message]).toEqual([409, expect.stringContaining(`盘点片${counter} P1 在发出仓已锁定`)])
    expect(await figures()).toEqual(['4+0', '20+0', '1+0'])
    expect((await post(`stock/move/${id}/cancel`, { reason: '等质量处理' })).status).toBe(200)
    expect(await figures()).toEqual(['10+0', '20+0', '1+0'])
    const again = (await send([{ batch_id: batches[1], number: 6 }], to)).data
    await post(`batch/${batches[1]}/lock`, { reason: '可疑' })
    expect((await post(`stock/move/${again.id}/arrive`, {})).status).toBe(200)
    const there = await db
      .selectFrom('stock_batch')
      .select('locked_reason')
      .where('warehouse_id', '=', to)
      .where('batch_no', '=', 'P2')
      .execute()
    expect(there).toEqual([{ locked_reason: '可疑' }])
  })

  it('不够的、锁定的、别仓的、列两次的不发；撤回原样回来', async () => {
    const to = await makeWarehouse(db, { code: `T${counter}`, name: `调入仓${counter}` })
    expect((await send([{ batch_id: batches[0], number: 1 }], warehouse)).message).toBe('调入仓与调出仓相同')
    await post(`batch/${batches[1]}/lock`, { reason: '可疑' })
    const answer = await send(
      [
        { batch_id: batches[0], number: 11 },
        { batch_id: batches[1], number: 1 },
        { batch_id: batches[0], number: 1 },
        { batch_id: 999_999_999, number: 1 },
      ],
      to,
    )
    expect(answer.data.errors.map(({ message }: { message: string }) => message)).toEqual([
      `盘点片${counter} P1 可用只有 10`,
      `盘点片${counter} P2 已锁定，不能调拨`,
      `盘点片${counter} P1 列了两次`,
      '调出仓没有这个批号',
    ])
    const { id } = (await send([{ batch_id: batches[0], number: 10 }], to)).data
    expect((await post(`stock/move/${id}/cancel`, { reason: '车坏了' })).data).toEqual({ state: 'cancelled' })
    expect(await figures()).toEqual(['10+0', '20+0'])
    expect((await post(`stock/move/${id}/arrive`, {})).status).toBe(409)
    expect((await post('stock/move/999999/arrive', {})).code).toBe(404)
  })
})
