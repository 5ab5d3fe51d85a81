import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { applyFor, bring, formLines, throughToRefund } from '../../../../test/after-sales.ts'
import { balanceOf, buy, expectLedgerTrue, fillCart, makeAddress, stockOf } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStock, makeWarehouse, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfFontsEmbedded, pdfPages, pdfSignatures, pdfText } from '../../../../test/poppler.ts'
import { sentOrder } from '../../../../test/receiving.ts'
import { agreed } from '../../../../test/second-person.ts'
import { testSigner } from '../../../../test/signer.ts'
import { doTask } from '../../../../test/tasks.ts'
import { documentsOf, documentTasks } from '../../papers/documents/public.ts'
import { RECALL_DRAWINGS } from './papers.ts'
import { recallTasks } from './routes.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const DAY_MS = 86_400_000
let first: Buyer
let second: Buyer
let stranger: Buyer
let serial = 0

const shop = await testShop({ now: NOW })
const { db } = shop.database
await nameSupplier(db)
const quality = await makeStaff(db, '周质管', '质管')
const clerk = await makeStaff(db, '李客服')
const { signer } = await testSigner()
const tasks = documentTasks({ database: shop.database, signer, origin: 'https://shop.example', drawings: RECALL_DRAWINGS, onMade: {} })
afterAll(() => expectLedgerTrue(db))
beforeEach(async () => {
  shop.clock.now = NOW
  first = await makeCompany(db, { balance: '5000.00' })
  second = await makeCompany(db, { balance: '5000.00' })
  stranger = await makeCompany(db)
})

const later = (days: number) => {
  shop.clock.now = new Date(NOW.getTime() + days * DAY_MS)
  return shop.clock.now
}
const post = (path: string, body: object, cookie = quality) => shop.ask('POST', path, { cookie, body })
const start = (batchId: number, more: object = {}, cookie = quality) =>
  post(
    '/api/staff/recall',
    { batch_id: batchId, level: 2, initiator: '示例制药', reason: '含量测定不合格', advice: '停止销售使用，退回我公司', ...more },
    cookie,
  )
const mine = async (buyer: Buyer) => (await shop.ask('GET', '/api/recall/list', { cookie: buyer.cookie })).data
const detail = async (id: number) => (await shop.ask('GET', `/api/staff/recall/${id}`, { cookie: clerk })).data
const makePaper = async (subject: string) => {
  const waiting = (await documentsOf(db, [subject])).find((row) => row.state === 'waiting')
  if (waiting) await doTask(tasks, 'documents.make', { document_id: waiting.id }, shop.clock.now)
  const [row] = await documentsOf(db, [subject])
  if (!row) throw new Error(`no paper of ${subject}`)
  const { rawPayload } = await shop.app.inject({
    method: 'GET',
    url: `/api/staff/document/${row.id}/file`,
    headers: { cookie: `staff=${clerk}` },
  })
  return { row, bytes: rawPayload }
}

/** Three orders of one batch at two companies: 5 and 3 received, 4 paid and not yet picked; 20 were in the house. */
async function threeOrders() {
  const batchNo = `ZH${++serial}`
  const goods = await makeGoods(db, { name: `召回片${serial}`, generic_name: '阿司匹林肠溶片', price: '10.00', stock: 0 })
  const [batch = 0] = await makeStock(db, goods, [{ available: 20, batchNo }])
  const order = async (buyer: Buyer, number: number, to: 'receive' | null) => {
    const [made] = await buy(
      shop,
      buyer,
      await makeAddress(db, buyer.companyId),
      [{ goods_id: goods, number }],
      (number * 10 + 12).toFixed(2),
    )
    if (!made) throw new Error('no order')
    if (to !== null) await bring(shop, clerk, made.id, to)
    return made.id
  }
  const received = await order(first, 5, 'receive')
  const open = await order(first, 4, null)
  const others = await order(second, 3, 'receive')
  return { goods, batch, batchNo, received, open, others }
}

describe('召回', () => {
  it('正从一仓调往另一仓、哪一仓的账上都没有的，登记表和召回页上也有', async () => {
    const goods = await makeGoods(db, { name: '在途片', price: '10.00', stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 20, batchNo: `ZT${++serial}` }])
    const to = await makeWarehouse(db, { code: 'CK2', name: '测试二仓' })
    const { warehouse_id: from } = await db
      .selectFrom('stock_batch')
      .select('warehouse_id')
      .where('id', '=', batch)
      .executeTakeFirstOrThrow()
    const sent = await post('/api/staff/stock/move', { from_id: from, to_id: to, lines: [{ batch_id: batch, number: 7 }] })
    expect(sent.status, sent.text).toBe(200)
    const started = await start(batch)
    expect(started.data.stock).toEqual([
      { warehouse: '在途：测试一仓至测试二仓', available: 7, reserved: 0 },
      { warehouse: '测试一仓', available: 13, reserved: 0 },
    ])
    const [register] = await documentsOf(db, [`recall:${started.data.recall.id}`])
    expect(JSON.stringify(register?.snapshot)).toContain('在途：测试一仓至测试二仓')
  })

  it.each([
    ['写成小写', (no: string) => no.toLowerCase()],
    ['多写空格', (no: string) => `${no.slice(0, 2)} ${no.slice(2)}`],
  ])('另一仓把同一批号%s：一同锁定、一同召回，两仓的买家都通知，不能另起一次召回，也不能单独解锁', async (_how, written) => {
    const far = await makeWarehouse(db, { code: 'CK2', name: '测试二仓' })
    const batchNo = `AB${++serial}C`
    const goods = await makeGoods(db, { name: '两写片', price: '10.00', stock: 0 })
    const [near = 0] = await makeStock(db, goods, [{ available: 5, batchNo }])
    await sentOrder(
      shop,
      { buyer: first, address: await makeAddress(db, first.companyId), staff: clerk },
      [{ goods_id: goods, number: 5 }],
      '62.00',
    )
    const [there = 0] = await makeStock(db, goods, [{ available: 9, batchNo: written(batchNo) }], far)
    await sentOrder(
      shop,
      { buyer: second, address: await makeAddress(db, second.companyId), staff: clerk },
      [{ goods_id: goods, number: 4 }],
      '52.00',
    )
    const started = await start(near)
    expect(started.status, started.text).toBe(200)
    expect(started.data.sums).toMatchObject({ sold: 9, companies: 2, orders: 2 })
    expect(started.data.stock.map((one: { available: number }) => one.available)).toEqual([0, 5])
    expect((await stockOf(db, goods)).shown).toBe(0)
    expect((await mine(second)).list[0]).toMatchObject({ sold: 4, outside: 4 })
    expect((await start(there)).data?.reason).toBe('BATCH_RECALLED')
    expect((await post(`/api/staff/batch/${there}/release`, { reason: '没事', everywhere: 0 })).data?.reason).toBe('BATCH_RECALLED')
  })

  it('质管召回 3 单 2 家的批号：一家退回，登记表写着另一家还有多少', async () => {
    const { goods, batch, batchNo, received, open, others } = await threeOrders()
    const started = await start(batch)
    expect(started.status, started.text).toBe(200)
    const id: number = started.data.recall.id
    expect(started.data.sums).toEqual({
      sold: 12,
      unsent: 4,
      returned: 0,
      on_way: 0,
      outside: 8,
      companies: 2,
      orders: 3,
      silent: 2,
      settled: 0,
    })
    expect(started.data.stock).toMatchObject([{ available: 8, reserved: 4 }])

    // Neither sold nor picked: not the rest, not what an order has reserved.
    expect((await stockOf(db, goods)).shown).toBe(0)
    const picked = await post(`/api/staff/order/${open}/pick`, {}, clerk)
    expect(picked.status).toBe(409)
    expect(picked.message).toContain(batchNo)

    // Told, with their own quantities and nobody else's.
    const own = (await mine(first)).list[0]
    expect(own).toMatchObject({ id, batch_no: batchNo, sold: 9, unsent: 4, outside: 5, may_keep: 5, buyer_state: 'silent', is_late: 0 })
    expect(own.orders.map((order: { order_id: number; left: number; why: string }) => [order.order_id, order.left, order.why])).toEqual([
      [open, 0, '尚未发货，本批号不会发出'],
      [received, 5, ''],
    ])
    expect((await mine(second)).list[0]).toMatchObject({ sold: 3, orders: [{ order_id: others, left: 3 }] })
    expect((await mine(stranger)).list).toEqual([])
    const messages = await shop.ask('GET', '/api/user/message', { cookie: first.cookie })
    const told = messages.data.list.filter((one: { url: string }) => one.url === '/ypzh')
    expect(told).toMatchObject([{ title: expect.stringContaining('药品召回'), text: expect.stringContaining(batchNo) }])

    // Long after the term of after-sales, without a picture.
    later(30)
    const wish = { order_id: received, number: 5, key: `recall-${id}-0001` }
    const back = await post(`/api/recall/${id}/return`, wish, first.cookie)
    expect(back.status, back.text).toBe(200)
    expect((await post(`/api/recall/${id}/return`, wish, first.cookie)).data).toEqual(back.data)
    expect((await mine(first)).list[0]).toMatchObject({ on_way: 5, outside: 5, buyer_state: 'returning' })
    const refunded = await throughToRefund(shop, { cookie: first.cookie, staff: clerk }, back.data.after_sale_id)
    expect(refunded.status, refunded.text).toBe(200)
    expect(await balanceOf(db, first.companyId)).toBe(500_000 - (5 * 1000 + 1200) - (4 * 1000 + 1200) + 5 * 1000 + 1200)

    // The other says that he has 2 of 3.
    expect((await post(`/api/recall/${id}/confirm`, { kept: 2, note: '已售 1 盒' }, second.cookie)).data).toMatchObject({
      kept: 2,
      buyer_state: 'answered',
    })
    const now = await detail(id)
    expect(now.sums).toMatchObject({ sold: 12, unsent: 4, returned: 5, outside: 3, silent: 1, settled: 1 })
    expect(now.shares).toEqual({ returned: 5, on_way: 0, unsent: 4, kept: 2, used: 1, unanswered: 0 })
    expect(now.stock).toMatchObject([{ available: 8 }])
    const register = await post(`/api/staff/recall/${id}/register`, { reason: '30 天进度' }, clerk)
    expect(register.status).toBe(409)
    await makePaper(`recall:${id}`)
    expect((await post(`/api/staff/recall/${id}/register`, { reason: '30 天进度' }, clerk)).status).toBe(200)
    const { row, bytes } = await makePaper(`recall:${id}`)
    expect(row).toMatchObject({ version: 2, state: 'valid', kind: 'recall_register', change: '30 天进度' })
    const deeds = await db
      .selectFrom('audit_log')
      .select(['action', 'reason'])
      .where('subject', '=', `recall:${id}`)
      .orderBy('id')
      .execute()
    expect(deeds.at(-1)).toEqual({ action: 'recall.register', reason: '30 天进度' })
    if (hasPoppler) {
      const text = pdfText(bytes)
      for (const word of [batchNo, '含量测定不合格', '合计 3 单', '已确认']) expect(text, word).toContain(word)
      expect(text.replace(/\s+/g, ' ')).toContain('合计 2 家 12 4 5 0 3')
      expect(pdfSignatures(bytes)).toContain('Signature is Valid')
      expect(pdfFontsEmbedded(bytes)).not.toContain(false)
      expect(pdfPages(bytes).width).toBeGreaterThan(800)
    }
    const log = now.log.map((entry: { text: string }) => entry.text).join('\n')
    for (const word of ['启动二级召回', '申请退回 5', '尚存 2']) expect(log).toContain(word)
  })

  it('一条进度每一步都等于售出：说尚存之后寄回的从尚存里减去，收下后也不会又算成尚存', async () => {
    const { batch, others } = await threeOrders()
    const id: number = (await start(batch)).data.recall.id
    const shares = async () => (await detail(id)).shares
    expect(await shares()).toEqual({ returned: 0, on_way: 0, unsent: 4, kept: 0, used: 0, unanswered: 8 })
    shop.clock.now = new Date(NOW.getTime() + 60_000)
    await post(`/api/recall/${id}/confirm`, { kept: 2 }, second.cookie)
    expect(await shares()).toEqual({ returned: 0, on_way: 0, unsent: 4, kept: 2, used: 1, unanswered: 5 })
    later(1)
    const back = await post(`/api/recall/${id}/return`, { order_id: others, number: 2, key: `shares-${id}-1` }, second.cookie)
    expect(await shares()).toEqual({ returned: 0, on_way: 2, unsent: 4, kept: 0, used: 1, unanswered: 5 })
    await throughToRefund(shop, { cookie: second.cookie, staff: clerk }, back.data.after_sale_id)
    expect(await shares()).toEqual({ returned: 2, on_way: 0, unsent: 4, kept: 0, used: 1, unanswered: 5 })
  })

  it('召回按编号、批号、商品查找，企业按名称与进度查找，通配符照字面', async () => {
    const { batch, batchNo } = await threeOrders()
    const started = (await start(batch)).data
    const { id, no } = started.recall
    const numbers = async (keywords: string) =>
      (await shop.ask('GET', `/api/staff/recall/list?keywords=${encodeURIComponent(keywords)}`, { cookie: quality })).data.list.map(
        (one: { id: number }) => one.id,
      )
    for (const word of [no, batchNo.toLowerCase(), `召回片${serial}`]) expect(await numbers(word), word).toContain(id)
    expect(await numbers('%')).toEqual([])
    await post(`/api/recall/${id}/confirm`, { kept: 0 }, second.cookie)
    const found = async (query: string) => (await shop.ask('GET', `/api/staff/recall/${id}?${query}`, { cookie: quality })).data
    const used = await found('buyer_state=used_up')
    expect(used.buyers.map((one: { company_id: number }) => one.company_id)).toEqual([second.companyId])
    expect(used).toMatchObject({ total: 1, sums: { companies: 2 } })
    expect(used.states.filter((one: { count: number }) => one.count > 0)).toEqual([
      { state: 'silent', name: '未确认', count: 1 },
      { state: 'used_up', name: '已用完', count: 1 },
    ])
    expect((await found(`keywords=${encodeURIComponent('没有这家')}`)).buyers).toEqual([])
    expect((await shop.ask('GET', `/api/staff/recall/${id}?buyer_state=lost`, { cookie: quality })).status).toBe(422)
  })

  it('单据上印不出的字写的时候就拒绝：召回照样能启动，通知书、登记表照样做得出', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 5, batchNo: `ZH${++serial}` }])
    for (const field of ['initiator', 'reason', 'advice']) {
      const refused = await start(batch, { [field]: '漏液😀' })
      expect([refused.status, refused.data.errors]).toEqual([422, [{ field, message: expect.stringContaining('印不出来') }]])
    }
    const { recall } = (await start(batch)).data
    const close = (note: string) => agreed(shop, () => post(`/api/staff/recall/${recall.id}/close`, { note }))
    await makePaper(`recall:${recall.id}`)
    expect((await close('已全部收回😀')).data.errors).toMatchObject([{ field: 'note' }])
    expect((await close('已全部收回')).status).toBe(200)
    expect((await makePaper(`recall:${recall.id}`)).row.state).toBe('valid')
  })

  it('只有质管能启动、结束召回和解锁；任何员工都能锁定、代登记、催促', async () => {
    const { batch } = await threeOrders()
    expect((await start(batch, {}, clerk)).message).toBe('您的岗位没有“启动、结束召回”的权限')
    expect((await start(batch, {}, first.cookie)).status).toBe(401)
    expect((await post(`/api/staff/batch/${batch}/lock`, { reason: '客诉' }, clerk)).status).toBe(200)
    expect((await post(`/api/staff/batch/${batch}/release`, { reason: '没事' }, clerk)).message).toBe('您的岗位没有“解锁批号”的权限')
    const id: number = (await start(batch)).data.recall.id
    expect((await post(`/api/staff/batch/${batch}/release`, { reason: '没事' })).message).toContain('正在召回')
    expect((await post(`/api/staff/recall/${id}/close`, { note: '完成' }, clerk)).status).toBe(403)
    const said = await post(`/api/staff/recall/${id}/answer`, { company_id: second.companyId, kept: 0, note: '电话：已全部用完' }, clerk)
    expect(said.data.buyers.find((one: { company_id: number }) => one.company_id === second.companyId)).toMatchObject({
      kept: 0,
      confirmed_by: '李客服',
      buyer_state: 'used_up',
    })
    await makePaper(`recall:${id}`)
    const closed = await agreed(shop, () => post(`/api/staff/recall/${id}/close`, { note: '已追回全部可追回的药品' }))
    expect(closed.data.state).toBe('approved')
    expect((await shop.ask('GET', `/api/staff/recall/${id}`, { cookie: quality })).data).toMatchObject({
      recall: { state: 'closed', close_note: '已追回全部可追回的药品' },
    })
    expect((await makePaper(`recall:${id}`)).row).toMatchObject({ version: 2, change: '召回结束' })
    expect((await post(`/api/recall/${id}/confirm`, { kept: 0 }, first.cookie)).message).toBe('召回已结束')
    expect((await agreed(shop, () => post(`/api/staff/batch/${batch}/release`, { reason: '复检合格' }))).status).toBe(200)
    const audits = await db.selectFrom('audit_log').select('action').where('subject', '=', `recall:${id}`).orderBy('id').execute()
    expect(audits.map((one) => one.action)).toEqual(['recall.start', 'recall.answer', 'approval.ask', 'recall.close', 'approval.approve'])
  })

  it('同一批号两次召回、同时启动，只有一个；各仓一起锁', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const far = await makeWarehouse(db, { code: `CK${++serial}`, name: '远仓' })
    const [here = 0] = await makeStock(db, goods, [{ available: 5, batchNo: 'TWICE' }])
    await makeStock(db, goods, [{ available: 7, batchNo: 'TWICE' }], far)
    const answers = await Promise.all([1, 2, 3].map(() => start(here)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect(answers.find((answer) => answer.status === 200)?.data).toMatchObject({
      sums: { companies: 0, sold: 0 },
      stock: [{ available: 5 }, { warehouse: '远仓', available: 7 }],
    })
    expect((await stockOf(db, goods)).shown).toBe(0)
    const refused = await shop.ask('POST', '/api/cart', { cookie: first.cookie, body: { list: [{ goods_id: goods, number: 1 }] } })
    expect(refused.text).toContain('库存')
    expect((await start(999_999)).status).toBe(404)
  })

  it('下单与召回同时：要么赶上、收到通知，要么买不到', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 50 }])
    await fillCart(shop, first, [{ goods_id: goods, number: 2 }])
    const address = await makeAddress(db, first.companyId)
    const [started, bought] = await Promise.allSettled([start(batch), buy(shop, first, address, [{ goods_id: goods, number: 2 }], '32.00')])
    if (started.status !== 'fulfilled') throw started.reason
    const told = (await detail(started.value.data.recall.id)).buyers.length
    expect(told).toBe(bought.status === 'fulfilled' ? 1 : 0)
  })

  it('别家的召回：看不到、不能确认、不能退货；多退的、没有的都说清楚', async () => {
    const { batch, received, open } = await threeOrders()
    const id: number = (await start(batch)).data.recall.id
    const back = (buyer: Buyer, order_id: number, number: number) =>
      post(`/api/recall/${id}/return`, { order_id, number, key: `key-${order_id}-${number}-${buyer.companyId}` }, buyer.cookie)
    expect((await post(`/api/recall/${id}/confirm`, { kept: 0 }, stranger.cookie)).status).toBe(404)
    expect((await back(stranger, received, 1)).status).toBe(404)
    expect((await back(second, received, 1)).status).toBe(404)
    expect((await back(first, received, 6)).message).toContain('最多可退回 5')
    expect((await back(first, open, 1)).message).toBe('尚未发货，本批号不会发出')
    expect((await post(`/api/recall/${id}/confirm`, { kept: 6 }, first.cookie)).message).toContain('最多 5')
    const notice = (await mine(first)).list[0].notice
    expect(notice).toMatchObject({ kind: 'recall_notice', state: 'waiting' })
    await makePaper(`recall:${id}:company:${first.companyId}`)
    const file = (buyer: Buyer) => shop.ask('GET', `/api/document/${notice.id}/file`, { cookie: buyer.cookie })
    expect((await file(first)).status).toBe(200)
    expect((await file(second)).status).toBe(404)
    if (hasPoppler) {
      const text = pdfText((await makePaper(`recall:${id}:company:${first.companyId}`)).bytes)
      expect(text).toContain('阿司匹林肠溶片（')
      for (const word of ['药品召回通知书', '停止销售使用，退回我公司', '二级召回', '回执']) expect(text, word).toContain(word)
      expect(text.replace(/\s+/g, ' ')).toContain('合计 9')
    }
  })

  it('已仅退款的不列为可退：写明只退了款，货还在的请联系；其余的照样退得了', async () => {
    const { batch, received, others } = await threeOrders()
    const money = async (buyer: Buyer, orderId: number, number: number) => {
      const [line] = await formLines(shop, buyer.cookie, orderId)
      const wish = { order_id: orderId, lines: [{ id: line?.id ?? 0, number }], reason: 'short', kind: 'refund_only' }
      const { data } = await applyFor(shop, buyer.cookie, wish)
      expect((await post(`/api/staff/after_sale/${data.id}/refund`, {})).status).toBe(200)
    }
    await money(first, received, 2)
    await money(second, others, 3)
    const { data } = await start(batch)
    const back = (buyer: Buyer, order_id: number, number: number) =>
      post(`/api/recall/${data.recall.id}/return`, { order_id, number, key: `recall-money-${order_id}-${number}` }, buyer.cookie)
    const orderOf = async (buyer: Buyer, id: number) =>
      (await mine(buyer)).list[0].orders.find((one: { order_id: number }) => one.order_id === id)
    expect(await orderOf(first, received)).toMatchObject({ sold: 5, left: 3, why: '' })
    expect((await back(first, received, 3)).status).toBe(200)
    const rest = await orderOf(second, others)
    expect([rest.left, rest.why]).toEqual([0, '3 件已按仅退款处理；货仍在贵司的，请联系客户经理安排退回'])
    expect((await back(second, others, 1)).message).toContain('请联系客户经理')
  })

  it('按批号找得到自己的订单，别家的找不到', async () => {
    const { batchNo, received, open } = await threeOrders()
    const found = async (buyer: Buyer, words: string) =>
      (await shop.ask('GET', `/api/order/list?keywords=${words}`, { cookie: buyer.cookie })).data.list.map(
        (order: { id: number }) => order.id,
      )
    expect(await found(first, batchNo)).toEqual([open, received])
    expect(await found(first, `${batchNo}X`)).toEqual([])
    expect(await found(stranger, batchNo)).toEqual([])
  })

  it('没确认的每天催一次，确认了就不再催；过了期限标为逾期', async () => {
    const { batch } = await threeOrders()
    const id: number = (await start(batch, { level: 1 })).data.recall.id
    await post(`/api/recall/${id}/confirm`, { kept: 5 }, first.cookie)
    const remind = (at = NOW) => doTask(recallTasks(shop.database), 'recalls.remind', {}, at)
    await remind()
    const titles = async (buyer: Buyer) =>
      (await shop.ask('GET', '/api/user/message', { cookie: buyer.cookie })).data.list.map((one: { title: string }) => one.title)
    expect((await titles(second)).filter((title: string) => title.startsWith('请确认'))).toHaveLength(0)
    const next = later(1.5)
    await remind(next)
    await remind(next)
    expect((await titles(second)).filter((title: string) => title.startsWith('请确认'))).toHaveLength(1)
    expect((await titles(first)).filter((title: string) => title.startsWith('请确认'))).toHaveLength(0)
    expect((await mine(second)).list[0]).toMatchObject({ is_late: 1 })
    expect((await mine(second)).waiting).toBe(1)
    expect((await mine(first)).list[0]).toMatchObject({ is_late: 0, kept: 5 })
    // Staff do so by hand, too, once a day.
    later(2.6)
    const byHand = async () => (await post(`/api/staff/recall/${id}/remind`, {}, clerk)).data
    expect(await byHand()).toEqual({ reminded: 1 })
    expect(await byHand()).toEqual({ reminded: 0 })
    expect((await titles(second)).filter((title: string) => title.startsWith('请确认'))).toHaveLength(2)
    const audits = await db.selectFrom('audit_log').select(['actor', 'action', 'after']).where('action', '=', 'recall.remind').execute()
    expect(audits).toEqual([{ actor: '李客服', action: 'recall.remind', after: { reminded: 1 } }])
  })
})
