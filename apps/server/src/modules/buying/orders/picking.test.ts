import { beforeEach, describe, expect, it } from 'vitest'
import { applyFor, bring, formLines, throughToRefund } from '../../../../test/after-sales.ts'
import { buy, makeAddress, stockOf } from '../../../../test/buying.ts'
import {
  type Buyer,
  makeCompany,
  makeGoods,
  makeOffer,
  makeStaff,
  makeStock,
  makeWarehouse,
  nameSupplier,
} from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { addRow } from '../../../../test/rows.ts'
import { untilOneWaits } from '../../../../test/waiting.ts'
import { findViolations } from '../../money/invariants/public.ts'
import { documentsOf } from '../../papers/documents/public.ts'

const NOW = new Date('2026-11-22T02:30:00Z')
let buyer: Buyer
let address: number
let goods: number
/** P1 expires first: orders take it. */
let batches: number[]

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await nameSupplier(db)
const staff = await makeStaff(db, '王捷')
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '90000.00' })
  address = await makeAddress(db, buyer.companyId)
  goods = await makeGoods(db, { price: '100.00', stock: 0 })
  batches = await makeStock(db, goods, [
    { available: 50, batchNo: 'P1', expiry: '2028-01-01' },
    { available: 30, batchNo: 'P2', expiry: '2029-01-01' },
  ])
})

const ask = (url: string, body: object, cookie = staff) => shop.ask('POST', url, { cookie, body })
async function order(number: number): Promise<number> {
  const [placed] = await buy(shop, buyer, address, [{ goods_id: goods, number }], `${number * 100 + (number < 10 ? 12 : 0)}.00`)
  return placed?.id ?? 0
}
const picking = async (id: number) => (await shop.ask('GET', `/api/staff/order/${id}/picking`, { cookie: staff })).data
const pieceOf = async (id: number, batchNo: string): Promise<number> =>
  (await picking(id)).list.find((one: { batch_no: string }) => one.batch_no === batchNo).id
const piecesOf = async (id: number) =>
  (await picking(id)).list.map((one: { batch_no: string; number: number }) => [one.batch_no, one.number])
const figures = async () =>
  (
    await db
      .selectFrom('stock_batch')
      .select(['batch_no', 'available', 'reserved'])
      .where('goods_id', '=', goods)
      .orderBy('batch_no')
      .execute()
  ).map(({ batch_no, available, reserved }) => [batch_no, available, reserved])
const consistent = async () =>
  expect(await findViolations(db, NOW, ['stock_reserved', 'stock_movements', 'order_batches', 'goods_stock', 'stock_negative'])).toEqual([])
const auditOf = async (id: number, action: string) =>
  (await pool.query('select before, after from audit_log where subject = $1 and action = $2 order by id', [`order:${id}`, action])).rows

describe('拣货明细', () => {
  it('写着货位；没有人说过在哪里的空着', async () => {
    const id = await order(5)
    expect((await picking(id)).list[0].place).toBe('')
    const { warehouse_id } = await db.selectFrom('orders').select('warehouse_id').where('id', '=', id).executeTakeFirstOrThrow()
    await addRow(db, 'shelf_place', { warehouse_id, goods_id: goods, place: 'A-03-2' })
    expect((await picking(id)).list[0].place).toBe('A-03-2')
  })
})

describe('拣货时换批号', () => {
  it('全部换、换一部分再换回：订单金额不变，库存、占用、流水处处相符，买方日志和审计写明', async () => {
    const id = await order(10)
    await bring(shop, staff, id, 'pick')
    const piece = await pieceOf(id, 'P1')
    const [p1, p2] = batches
    expect((await picking(id)).list[0].others).toMatchObject([{ batch_id: p2, batch_no: 'P2', available: 30 }])
    const part = await ask(`/api/staff/order/${id}/batch`, { piece_id: piece, batch_id: p2, number: 4, reason: '外包装破损' })
    expect(part.status, part.text).toBe(200)
    expect(await piecesOf(id)).toEqual([
      ['P1', 6],
      ['P2', 4],
    ])
    expect(await figures()).toEqual([
      ['P1', 44, 6],
      ['P2', 26, 4],
    ])
    await consistent()
    await ask(`/api/staff/order/${id}/batch`, { piece_id: piece, batch_id: p2, reason: '外包装破损' })
    expect(await piecesOf(id)).toEqual([['P2', 10]])
    await ask(`/api/staff/order/${id}/batch`, { piece_id: await pieceOf(id, 'P2'), batch_id: p1, number: 1, reason: '找到完好的一盒' })
    expect(await figures()).toEqual([
      ['P1', 49, 1],
      ['P2', 21, 9],
    ])
    await consistent()
    expect((await stockOf(db, goods)).shown).toBe(70)
    expect(await auditOf(id, 'order.batch')).toHaveLength(3)
    const info = await shop.ask('GET', `/api/order/info/${id}`, { cookie: buyer.cookie })
    expect(info.text).toContain('P1 换为 P2（外包装破损）')
    await bring(shop, staff, id, 'ship')
    await consistent()
    const { rows } = await pool.query<{ id: number }>('select id from shipment where order_id = $1', [id])
    const [paper] = await documentsOf(db, [`shipment:${rows[0]?.id}`])
    expect(paper?.snapshot).toMatchObject({
      lines: [
        { batchNo: 'P1', number: 1 },
        { batchNo: 'P2', number: 9 },
      ],
    })
  })

  it('已预留的批号被质量锁定：换成别的批号后可以解除暂停、照常发货；锁定的批号不能换进来', async () => {
    const id = await order(5)
    await ask(`/api/staff/batch/${batches[0]}/lock`, { reason: '药监通知' })
    expect((await ask(`/api/staff/order/${id}/pick`, {})).status).toBe(409)
    const swapped = await ask(`/api/staff/order/${id}/batch`, {
      piece_id: await pieceOf(id, 'P1'),
      batch_id: batches[1],
      reason: '原批号锁定',
    })
    expect(swapped.status, swapped.text).toBe(200)
    const back = await ask(`/api/staff/order/${id}/batch`, { piece_id: await pieceOf(id, 'P2'), batch_id: batches[0], reason: '换回去' })
    expect(back.status).toBe(409)
    expect((await ask(`/api/staff/held_order/${id}/release`, { reason: '已换批号' })).status).toBe(200)
    await bring(shop, staff, id, 'ship')
    await consistent()
  })

  it('不能换：别的商品、别的仓库、数量不够、同一批号、近效期特价、已发货、采购企业自己', async () => {
    const id = await order(40)
    const piece = await pieceOf(id, 'P1')
    const swap = (batch: number, more: object = {}, cookie = staff) =>
      ask(`/api/staff/order/${id}/batch`, { piece_id: piece, batch_id: batch, reason: '测试', ...more }, cookie)
    const other = await makeGoods(db, { stock: 0 })
    const [foreign] = await makeStock(db, other, [{ available: 99 }])
    const [elsewhere] = await makeStock(
      db,
      goods,
      [{ available: 99, batchNo: 'P3' }],
      await makeWarehouse(db, { code: 'CK9', name: '另一仓' }),
    )
    for (const batch of [foreign, elsewhere, 999_999_999]) expect((await swap(batch ?? 0)).status).toBe(409)
    expect((await swap(batches[1] ?? 0)).text).toContain('只有 30')
    expect((await swap(batches[1] ?? 0, { number: 41 })).status).toBe(422)
    expect((await swap(batches[0] ?? 0)).status).toBe(422)
    expect((await swap(batches[1] ?? 0, { number: 1 }, buyer.cookie)).status).toBe(401)
    const mine = await order(1)
    expect((await ask(`/api/staff/order/${mine}/batch`, { piece_id: piece, batch_id: batches[1], reason: '别单的' })).status).toBe(404)
    await bring(shop, staff, id, 'ship')
    expect((await swap(batches[1] ?? 0, { number: 1 })).text).toContain('不能换批号')
    const [near] = await makeStock(db, goods, [{ available: 5, batchNo: 'NEAR', expiry: '2027-02-01' }])
    const offer = await makeOffer(db, goods, { kind: 'near_expiry', stock_batch_id: near ?? 0, price: '50.00' })
    expect(
      (await ask(`/api/staff/order/${mine}/batch`, { piece_id: await pieceOf(mine, 'P1'), batch_id: near, reason: '特价批号' })).status,
    ).toBe(409)
    expect(offer).toBeGreaterThan(0)
    await consistent()
  })

  it('两人同时换同一处：数量不会换出两份', async () => {
    const id = await order(20)
    const piece = await pieceOf(id, 'P1')
    await Promise.all(
      [15, 15, 15].map((number) => ask(`/api/staff/order/${id}/batch`, { piece_id: piece, batch_id: batches[1], number, reason: '同时' })),
    )
    expect(await piecesOf(id)).toEqual([
      ['P1', 5],
      ['P2', 15],
    ])
    await consistent()
  })
})

let serial = 0
const codesFor = (drug: string, count: number) => Array.from({ length: count }, () => `${drug}${String(++serial).padStart(13, '0')}`)

describe('追溯码', () => {
  it('拣货时采集：20 位、不重复、不多于数量，错的逐个指出，什么都不存', async () => {
    const id = await order(3)
    await bring(shop, staff, id, 'pick')
    const piece = await pieceOf(id, 'P1')
    const take = (codes: string[]) => ask(`/api/staff/order/${id}/trace_codes`, { piece_id: piece, codes })
    const [one = '', two = ''] = codesFor('8100001', 2)
    const wrong = await take([one, '123', one])
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('3 位')
    expect(wrong.text).toContain('扫了两次')
    expect((await take(codesFor('8100001', 4))).text).toContain('只有 3')
    expect((await picking(id)).list[0].trace_codes).toBe(0)
    expect((await take([one, `${two.slice(0, 10)} ${two.slice(10)}`])).data).toEqual({ taken: 2 })
    expect((await take([one])).data).toEqual({ taken: 1 })
    expect((await picking(id)).list[0].trace_codes).toBe(1)
    expect(await auditOf(id, 'order.trace_codes')).toHaveLength(2)
    expect((await ask(`/api/staff/order/${id}/batch`, { piece_id: piece, batch_id: batches[1], reason: '换批' })).text).toContain('追溯码')
  })

  it('两人同时把同一个码扫进两张订单：晚的那位读到它随哪张出库', async () => {
    const [first, second] = [await order(1), await order(1)]
    for (const id of [first, second]) await bring(shop, staff, id, 'pick')
    const [code = ''] = codesFor('8100011', 1)
    const pieces = [await pieceOf(first, 'P1'), await pieceOf(second, 'P1')]
    const client = await pool.connect()
    try {
      // What the other one does, stopped halfway.
      await client.query('begin')
      await client.query(
        `insert into trace_code (code, order_line_batch_id, order_id, company_id, goods_id, taken_at, taken_by)
         values ($1, $2, $3, $4, $5, now(), '王捷')`,
        [code, pieces[0], first, buyer.companyId, goods],
      )
      const late = ask(`/api/staff/order/${second}/trace_codes`, { piece_id: pieces[1], codes: [code] })
      await untilOneWaits(shop.database, '%trace_code%')
      await client.query('commit')
      const answer = await late
      expect([answer.status, answer.data?.reason]).toEqual([409, 'TRACE_CODE_OUT'])
      expect((await picking(second)).list[0].trace_codes).toBe(0)
    } finally {
      client.release()
    }
  })

  it('拣货中已采集追溯码的订单取消后，货还在库里，码可以随别的订单出库', async () => {
    const [first, second] = [await order(1), await order(1)]
    for (const id of [first, second]) await bring(shop, staff, id, 'pick')
    const codes = codesFor('8100009', 1)
    const take = async (id: number) => ask(`/api/staff/order/${id}/trace_codes`, { piece_id: (await picking(id)).list[0].id, codes })
    expect((await take(first)).status).toBe(200)
    expect((await take(second)).status).toBe(409)
    await db.updateTable('orders').set({ held_at: NOW }).where('id', '=', first).execute()
    expect((await ask(`/api/staff/order/${first}/cancel`, { reason: '客户要求' })).status).toBe(200)
    expect((await take(second)).data).toEqual({ taken: 1 })
  })

  it('同一个码不能随两张订单出库；退回之后可以再出库；别的商品的品种码要核对确认', async () => {
    const [first, second] = [await order(1), await order(1)]
    const codes = codesFor('8100002', 1)
    for (const id of [first, second]) await bring(shop, staff, id, 'pick')
    const take = async (id: number, given: string[], more = {}) =>
      ask(`/api/staff/order/${id}/trace_codes`, { piece_id: (await picking(id)).list[0].id, codes: given, ...more })
    expect((await take(first, codes)).status).toBe(200)
    const twice = await take(second, codes)
    expect(twice.status).toBe(409)
    expect(twice.text).toContain(codes[0] ?? '')
    await bring(shop, staff, first, 'complete')
    const [line] = await formLines(shop, buyer.cookie, first)
    const applied = await applyFor(shop, buyer.cookie, { order_id: first, lines: [{ id: line?.id ?? 0, number: 1 }] })
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)
    expect((await take(second, codes)).status).toBe(200)

    const own = goods
    goods = await makeGoods(db, { price: '100.00', name: '另一种药' })
    const third = await order(1)
    await bring(shop, staff, third, 'pick')
    const strange = codesFor('8100002', 1)
    expect((await take(third, strange)).text).toContain('品种与商品不符')
    expect((await take(third, strange, { other_goods: 1 })).status).toBe(200)
    goods = own
  })

  it('上传国家平台的文件：按发货日期，XML 每码一行，另附明细表；没有的日子说没有', async () => {
    const id = await order(2)
    await bring(shop, staff, id, 'pick')
    const codes = codesFor('8100003', 2)
    await ask(`/api/staff/order/${id}/trace_codes`, { piece_id: await pieceOf(id, 'P1'), codes })
    await bring(shop, staff, id, 'ship')
    const pack = await shop.app.inject({
      method: 'GET',
      url: '/api/staff/trace_code/pack?from=2026-11-22',
      headers: { cookie: `staff=${staff}` },
    })
    expect(pack.statusCode).toBe(200)
    const text = pack.rawPayload.toString('utf8')
    for (const code of codes) expect(text).toContain(`Code="${code}"`)
    expect(text).toContain('SalesWareHouseOut')
    expect(text).toContain('追溯码明细_2026-11-22.xlsx')
    const list = (query: string) => shop.ask('GET', `/api/staff/trace_code/pack?${query}`, { cookie: staff })
    expect((await list('from=2020-01-01')).status).toBe(404)
    expect((await list('from=2026-02-30')).status).toBe(422)
    expect((await list('from=2026-11-22&to=2026-11-01')).status).toBe(422)
    expect((await list('from=2026-01-01&to=2026-11-22')).status).toBe(422)
  })
})

describe('更正', () => {
  it('更正承运信息：全部单据出第二版并写明更正了什么，没给的项不变；未发货的没有单据可更正', async () => {
    const id = await order(1)
    const correct = (body: object) => ask(`/api/staff/order/${id}/papers`, body)
    expect((await correct({ change: '运单号写错' })).status).toBe(409)
    await bring(shop, staff, id, 'pick')
    await ask(`/api/staff/order/${id}/ship`, { carrier: '顺丰速运', waybill: 'SF1', packages: 2 })
    await shop.jobs.runDue(['documents.make'])
    const done = await correct({ change: '运单号写错', waybill: 'SF2' })
    expect(done.status, done.text).toBe(200)
    const { rows } = await pool.query<{ id: number }>('select id from shipment where order_id = $1', [id])
    const papers = await documentsOf(db, [`shipment:${rows[0]?.id}`])
    expect(papers.map((paper) => [paper.kind, paper.version])).toEqual(
      ['delivery_note', 'delivery_form', 'outbound'].flatMap((kind) => [
        [kind, 2],
        [kind, 1],
      ]),
    )
    expect(papers[0]).toMatchObject({ change: '运单号写错', snapshot: { carrier: '顺丰速运', waybill: 'SF2', packages: 2 } })
    expect(papers[1]?.snapshot).toMatchObject({ waybill: 'SF1' })
    expect(await auditOf(id, 'order.papers')).toMatchObject([
      { before: { waybill: 'SF1' }, after: { waybill: 'SF2', change: '运单号写错' } },
    ])
    expect((await correct({ change: '再更正' })).text).toContain('还在制作中')
  })
})
