import { beforeEach, describe, expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaffOf, makeStock, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { split } from '../../../../test/order-split.ts'
import { keepSetting } from '../../../../test/rows.ts'
import { findViolations } from '../../money/invariants/public.ts'

const NOW = new Date('2026-11-23T02:30:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await nameSupplier(db)
await keepSetting(db, 'picker_ships', false)
const lead = await makeStaffOf(db, 'warehouse', '冯仓')
const picker = await makeStaffOf(db, 'warehouse', '罗远')
const second = await makeStaffOf(db, 'warehouse', '祝同')
const checker = await makeStaffOf(db, 'warehouse', '田舟')
const service = await makeStaffOf(db, 'service', '周敏')
const quality = await makeStaffOf(db, 'quality', '方正')
let buyer: Buyer
let address: number
/** W1 expires first: orders take it. */
let goods: number
let batches: number[]

beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '90000.00', name: `溪桥大药房${Math.random()}` })
  address = await makeAddress(db, buyer.companyId)
  goods = await makeGoods(db, { price: '100.00', stock: 0, name: '布洛芬缓释胶囊' })
  batches = await makeStock(db, goods, [
    { available: 10, batchNo: 'W1', expiry: '2028-04-10' },
    { available: 500, batchNo: 'W2', expiry: '2029-04-10' },
  ])
})

const get = (url: string, cookie = lead) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object = {}, cookie = lead) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
async function place(number: number, of = goods): Promise<{ id: number; no: string }> {
  const [order] = await buy(shop, buyer, address, [{ goods_id: of, number }], '9000.00')
  return { id: order?.id ?? 0, no: order?.no ?? '' }
}
async function form(ids: readonly number[], more: object = {}): Promise<number> {
  const made = await post('wave', { ids, ...more })
  expect(made.status, made.text).toBe(200)
  return made.data.id
}
const look = async (id: number, cookie = lead) => (await get(`wave/${id}`, cookie)).data
const start = async (id: number, cookie = picker) => {
  const answer = await post(`wave/${id}/start`, {}, cookie)
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
interface Piece {
  batch_id: number
  batch_no: string
  number: number
  taken: number
}
const take = (id: number, lines: readonly object[], cookie = picker) => post(`wave/${id}/take`, { lines }, cookie)
async function takeAll(id: number, cookie = picker): Promise<void> {
  const { list } = await look(id)
  const answer = await take(
    id,
    list.map(({ batch_id, taken, number }: Piece) => ({ batch_id, from: taken, number })),
    cookie,
  )
  expect(answer.status, answer.text).toBe(200)
}
const gathered = (order: number, cookie = picker) => post(`order/${order}/gathered`, {}, cookie)
const figures = (list: readonly Piece[]) => list.map(({ batch_no, number, taken }) => [batch_no, number, taken])
const states = (wave: { order_list: { state: string }[] }) => wave.order_list.map(({ state }) => state)
const auditsOf = async (id: number) =>
  (await pool.query<{ action: string }>('select action from audit_log where subject = $1 order by id', [`wave:${id}`])).rows.map(
    ({ action }) => action,
  )
const idOf = async (name: string) => (await pool.query<{ id: number }>('select id from account where name = $1', [name])).rows[0]?.id ?? 0
const allTrue = async () => expect(await findViolations(db, NOW)).toEqual([])

describe('波次', () => {
  it('成波、开始、按货位拣、分到各单、复核发货：进度随时看得到，拣完即了结；拣过一手的不能复核', async () => {
    const [a, b, c] = [await place(4), await place(8), await place(5)]
    const id = await form([a.id, b.id, c.id], { picker_id: await idOf('罗远'), remark: '上午第一趟' })
    const fresh = await look(id)
    expect(fresh).toMatchObject({
      state: 'waiting',
      picker: '罗远',
      orders: 3,
      todo: 3,
      unbegun: 3,
      picked: 0,
      lines: 2,
      lines_taken: 0,
      number: 17,
    })
    expect(fresh.order_list.map(({ tote, no }: { tote: number; no: string }) => [tote, no])).toEqual([
      [1, a.no],
      [2, b.no],
      [3, c.no],
    ])
    expect(figures(fresh.list)).toEqual([
      ['W1', 10, 0],
      ['W2', 7, 0],
    ])
    expect(fresh.list[0].orders).toEqual([
      { no: a.no, tote: 1, number: 4 },
      { no: b.no, tote: 2, number: 6 },
    ])
    expect(JSON.stringify(fresh)).not.toContain('100.00')
    // Given to one, it is not begun by another one.
    expect((await post(`wave/${id}/start`, {}, second)).message).toContain('交给了罗远，请先换拣货人')
    expect((await take(id, [{ batch_id: batches[0], from: 0, number: 1 }])).message).toContain('还没有开始拣货')
    expect(await start(id)).toEqual({ begun: 3, refused: [] })
    expect((await look(id)).state).toBe('picking')
    expect((await get(`order/${b.id}`)).data).toMatchObject({ status: 'picking', picker: '罗远', wave: { id, tote: 2 } })

    // Two pick one list: what the other counted meanwhile is not counted over.
    expect((await take(id, [{ batch_id: batches[0], from: 0, number: 6 }])).data).toEqual({ lines_taken: 0, lines: 2 })
    expect((await take(id, [{ batch_id: batches[0], from: 0, number: 10 }], second)).message).toContain('刚刚由别人记为 6')
    expect((await take(id, [{ batch_id: batches[0], from: 6, number: 11 }], second)).message).toContain('只要 10')
    expect((await take(id, [{ batch_id: batches[0], from: 6, number: 10 }], second)).data).toEqual({ lines_taken: 1, lines: 2 })
    await takeAll(id)
    expect(await look(id)).toMatchObject({ lines_taken: 2, taken: 17, state: 'picking' })

    for (const { id: order } of [a, b]) expect((await gathered(order)).status).toBe(200)
    expect(await look(id)).toMatchObject({ picked: 2, todo: 1, state: 'picking' })
    expect((await gathered(c.id)).status).toBe(200)
    expect(await look(id)).toMatchObject({ picked: 3, todo: 0, state: 'done' })
    expect((await get('wave?state=done')).data.list.map((one: { id: number }) => one.id)).toContain(id)
    expect((await get('wave?state=picking')).data.list.map((one: { id: number }) => one.id)).not.toContain(id)

    for (const hands of [picker, second]) expect((await post(`order/${a.id}/ship`, {}, hands)).message).toContain('须由另一人复核')
    expect((await get(`order/${a.id}`, second)).data.picked_by_me).toBe(1)
    expect((await get(`order/${a.id}`, checker)).data.picked_by_me).toBe(0)
    for (const order of [a, b, c]) expect((await post(`order/${order.id}/ship`, {}, checker)).status).toBe(200)
    expect(figures((await look(id)).list)).toEqual([
      ['W1', 10, 10],
      ['W2', 7, 7],
    ])
    expect(await auditsOf(id)).toEqual(['wave.form', 'wave.start', 'wave.take', 'wave.take', 'wave.take'])
    await allTrue()
  })

  it('暂停、取消、移出的不再算在拣货单里，已拿下来的写明要放回；解除暂停的回到波次', async () => {
    const [a, b, c, d] = [await place(2), await place(3), await place(4), await place(1)]
    const id = await form([a.id, b.id, c.id, d.id])
    expect((await look(id)).number).toBe(10)
    expect((await post(`order/${a.id}/cancel`, { reason: '客户不要了' }, service)).status).toBe(200)
    await start(id)
    await takeAll(id)
    const held = await post('bulk/order.hold', { ids: [b.id], wish: { reason: '客户来电改期' } }, service)
    await shop.jobs.runDue(['bulk.work'])
    await post(`bulk_job/${held.data.id}/run`, {}, service)
    await shop.jobs.runDue(['bulk.work'])
    expect((await post(`wave/${id}/leave`, { order_id: c.id, reason: '客户自提，单独拣' })).data).toEqual({ orders: 2 })
    const now = await look(id)
    expect(states(now)).toEqual(['cancelled', 'held', 'left', 'picking'])
    expect(now).toMatchObject({ orders: 2, todo: 1, held: 1, number: 1 })
    expect(figures(now.list)).toEqual([['W1', 1, 8]])
    expect((await post(`wave/${id}/leave`, { order_id: c.id, reason: '再来一次' })).message).toBe('订单不在这个波次里')
    expect((await post(`wave/${id}/leave`, { order_id: a.id, reason: '已取消' })).message).toContain('不用移出')
    // The seven that nobody wants any more go back to the shelf.
    expect((await take(id, [{ batch_id: batches[0], from: 8, number: 1 }])).status).toBe(200)
    expect((await gathered(b.id)).status).toBe(409)
    await gathered(d.id)
    expect(await look(id)).toMatchObject({ state: 'done', held: 1 })
    // What left goes on by itself, and may join another wave only as long as nobody has begun it.
    expect((await post('wave', { ids: [c.id] })).message).toContain('不能进波次')
    expect((await gathered(c.id)).status).toBe(200)
    const again = await post('bulk/order.resume', { ids: [b.id], wish: { reason: '客户确认收货' } }, service)
    await shop.jobs.runDue(['bulk.work'])
    await post(`bulk_job/${again.data.id}/run`, {}, service)
    await shop.jobs.runDue(['bulk.work'])
    expect(await look(id)).toMatchObject({ state: 'picking', todo: 1, held: 0, number: 4, taken: 1 })
    await allTrue()
  })

  it('同一张订单只在一个波次：两人同时成波，各单只进一个；进不来的写明原因，一张都进不来的不成波', async () => {
    const [a, b, c] = [await place(1), await place(2), await place(3)]
    const both = await Promise.all([post('wave', { ids: [a.id, b.id] }), post('wave', { ids: [b.id, a.id, c.id] }, second)])
    const made = both.filter(({ status }) => status === 200)
    expect(made.reduce((sum, { data }) => sum + data.orders, 0)).toBe(3)
    const { rows } = await pool.query('select order_id from wave_order where order_id = any($1)', [[a.id, b.id, c.id]])
    expect(rows).toHaveLength(3)
    expect((await post('wave', { ids: [a.id, 999_999_999] })).message).toMatch(/^没有一张能进波次：已在波次 BC20261123-/)
    const [fresh, begun] = [await place(1), await place(1)]
    await bring(shop, picker, begun.id, 'pick')
    const { data } = await post('wave', { ids: [begun.id, a.id, fresh.id, 999_999_999] })
    expect(data).toMatchObject({
      orders: 1,
      left_out: [
        { no: begun.no, message: '订单拣货中，不能进波次' },
        { no: a.no, message: expect.stringContaining('已在波次') },
        { no: '999999999', message: '订单不存在，或不在您的查看范围' },
      ],
    })
    expect((await post('wave', { ids: [fresh.id], picker_id: await idOf('周敏') })).status).toBe(422)
    expect((await post('wave', { ids: [fresh.id] }, service)).code).toBe(403)
  })

  it('开始时关口拦下的订单自己暂停，不挡别的；解除后再开始其余的。换拣货人：后存的那位被告知', async () => {
    const a = await place(2)
    const stopped = await makeGoods(db, { price: '100.00', stock: 50 })
    const b = await place(3, stopped)
    const id = await form([a.id, b.id])
    expect((await post(`goods/${stopped}/stop`, { reason: '抽检' }, quality)).status).toBe(200)
    const answer = await start(id)
    expect(answer).toMatchObject({ begun: 1, refused: [{ no: b.no, message: expect.stringContaining('暂停销售') }] })
    expect(states(await look(id))).toEqual(['picking', 'held'])
    expect((await post(`wave/${id}/start`, {}, picker)).message).toContain('没有等着开始的订单')
    expect((await post(`goods/${stopped}/resume`, { reason: '合格' }, quality)).status).toBe(200)
    expect((await post(`held_order/${b.id}/release`, { reason: '抽检合格' }, quality)).status).toBe(200)
    expect((await look(id)).unbegun).toBe(1)
    expect(await start(id)).toEqual({ begun: 1, refused: [] })

    const { version } = await look(id)
    const give = (to: number | null, at: number) => post(`wave/${id}/give`, { picker_id: to, version: at })
    expect((await give(await idOf('祝同'), version)).data.version).toBe(version + 1)
    expect((await give(await idOf('田舟'), version)).data).toMatchObject({
      reason: 'CHANGED_MEANWHILE',
      changes: [{ field: 'picker_id', theirs: '祝同' }],
    })
    expect((await give(null, version + 1)).status).toBe(200)
    expect((await get('wave?mine=1', second)).data.total).toBe(0)
    const { list } = (await get('wave_picker')).data
    expect(list.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['罗远', '祝同', '田舟']))
    expect(list.map(({ name }: { name: string }) => name)).not.toContain('周敏')
  })

  it('解散：没拣完的出来，可以进别的波次；拣完的留着；解散、拣完的不再动', async () => {
    const [a, b] = [await place(1), await place(2)]
    const id = await form([a.id, b.id])
    await start(id)
    await gathered(a.id)
    const { version } = await look(id)
    const dissolve = (at: number) => post(`wave/${id}/dissolve`, { reason: '车次取消', version: at })
    expect((await dissolve(version - 1)).data.reason).toBe('CHANGED_MEANWHILE')
    expect((await dissolve(version)).data).toEqual({ left: 1 })
    const gone = await look(id)
    expect(gone).toMatchObject({ state: 'dissolved', list: [] })
    expect(states(gone)).toEqual(['picked', 'left'])
    expect((await take(id, [{ batch_id: batches[0], from: 0, number: 1 }])).message).toContain('已解散')
    expect((await get('wave?state=dissolved')).data.list[0].id).toBe(id)
    const done = await form([(await place(1)).id])
    await start(done)
    await gathered((await look(done)).order_list[0].id)
    const { version: at } = await look(done)
    expect((await post(`wave/${done}/dissolve`, { reason: '车次取消', version: at })).message).toContain('已拣完')
  })

  it('波次里先发已有：拆出去的不在波次里，拣货单随着变；质量锁定的批号不能再拿', async () => {
    const a = await place(12)
    const id = await form([a.id])
    await start(id)
    await take(id, [{ batch_id: batches[0], from: 0, number: 10 }])
    const part = await split(shop, picker, a.id, { stage: 'picking', batches: { W2: 2 }, reason: '货架上差两盒' })
    expect(await look(id)).toMatchObject({ lines: 1, lines_taken: 1, orders: 1, number: 10 })
    expect((await get(`picking?stage=pick&in_wave=0`)).data.list.map(({ no }: { no: string }) => no)).toContain(part.no)
    expect((await gathered(a.id)).status).toBe(200)
    expect((await post(`order/${a.id}/ship`, {}, checker)).status).toBe(200)
    const b = await place(5)
    const other = await form([b.id, part.id])
    await start(other)
    await pool.query(`update stock_batch set locked_at = now(), locked_by = 'x', locked_reason = '可疑' where id = $1`, [batches[1]])
    expect((await take(other, [{ batch_id: batches[1], from: 0, number: 1 }])).message).toContain('已被质量锁定')
    await pool.query('update stock_batch set locked_at = null, locked_by = null, locked_reason = null where id = $1', [batches[1]])
    await allTrue()
  })
})

describe('拣货队列的筛选', () => {
  it('按截单时间、送往哪里、货位区、冷链、进没进波次', async () => {
    const cold = await makeGoods(db, { price: '100.00', stock: 50, cold_chain: true, storage: '2～8℃' })
    const [plain, chilled] = [await place(1), await place(2, cold)]
    const { rows } = await pool.query<{ warehouse_id: number }>('select warehouse_id from stock_batch where id = $1', [batches[0]])
    await post('stock/place', { warehouse_id: rows[0]?.warehouse_id, goods_id: goods, place: 'ZQ-01-02' })
    const found = async (query: string) => {
      const { list, total } = (await get(`picking?stage=pick&per_page=100&${query}`)).data
      const ids = list.map(({ id }: { id: number }) => id)
      expect(total).toBe(ids.length)
      return [plain.id, chilled.id].filter((id) => ids.includes(id))
    }
    await pool.query('update orders set paid_at = $2 where id = $1', [plain.id, new Date('2026-11-23T01:00:00Z')])
    await pool.query('update orders set paid_at = $2 where id = $1', [chilled.id, new Date('2026-11-23T02:00:00Z')])
    expect(await found('paid_before=09:30')).toEqual([plain.id])
    expect(await found('paid_before=10:01')).toEqual([plain.id, chilled.id])
    expect(await found('zone=ZQ-')).toEqual([plain.id])
    expect(await found('cold=1')).toEqual([chilled.id])
    expect(await found('cold=0')).toEqual([plain.id])
    expect(await found('place=武汉')).toEqual([plain.id, chilled.id])
    expect(await found('place=拉萨')).toEqual([])
    await form([chilled.id])
    expect(await found('in_wave=0')).toEqual([plain.id])
    expect(await found('in_wave=1')).toEqual([chilled.id])
    expect((await get('picking?paid_before=25:00')).status).toBe(422)
  })
})

describe('查看范围', () => {
  it('只看别的仓库、别的客户的人，看不到这个波次', async () => {
    const id = await form([(await place(1)).id])
    const narrow = await makeStaffOf(db, 'warehouse', '只看西藏')
    const narrowTo = (warehouses: string | null, provinces: string | null) =>
      pool.query(
        `update staff set narrow_warehouses = $1, narrow_provinces = $2 where account_id = (select id from account where name = '只看西藏')`,
        [warehouses, provinces],
      )
    for (const [warehouses, provinces] of [
      [null, '{西藏自治区}'],
      ['{999999}', null],
    ] as const) {
      await narrowTo(warehouses, provinces)
      expect((await get(`wave/${id}`, narrow)).code).toBe(404)
      expect((await get('wave', narrow)).data.total).toBe(0)
      expect((await post(`wave/${id}/start`, {}, narrow)).code).toBe(404)
    }
  })
})

describe('拣货单', () => {
  it('几张订单合成一张：同一批号合成一行，按货位排，冷藏的最后，写明分到哪一格；没有价格', async () => {
    const cold = await makeGoods(db, { name: '甲冷针', price: '100.00', stock: 0, cold_chain: true, storage: '2～8℃' })
    const [chilled] = await makeStock(db, cold, [{ available: 9, batchNo: 'C1' }])
    const [a, b, c] = [await place(3), await place(3, cold), await place(5)]
    const { rows } = await pool.query<{ warehouse_id: number }>('select warehouse_id from stock_batch where id = $1', [chilled])
    await post('stock/place', { warehouse_id: rows[0]?.warehouse_id, goods_id: goods, place: 'C-3' })
    const { data, text } = await get(`picking/wave?ids=${a.id},${b.id},${c.id}`)
    expect(data.orders.map(({ no, tote }: { no: string; tote: number }) => [no, tote])).toEqual([
      [a.no, 1],
      [b.no, 2],
      [c.no, 3],
    ])
    expect(data.list).toMatchObject([
      {
        place: 'C-3',
        batch_no: 'W1',
        number: 8,
        taken: 0,
        orders: [
          { no: a.no, tote: 1, number: 3 },
          { no: c.no, tote: 3, number: 5 },
        ],
      },
      { place: '', batch_no: 'C1', number: 3, cold_chain: 1, locked: 0 },
    ])
    expect(text).not.toContain('100.00')
    expect((await get('picking/wave?ids=999999')).code).toBe(404)
    expect((await get(`picking/wave?ids=${a.id}`, service)).code).toBe(403)
  })
})
