import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { applyFor, makePhoto } from '../../../../test/after-sales.ts'
import { atOnce, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStock, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { type DueLine, receive, receivingForm, sentOrder } from '../../../../test/receiving.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db)
afterAll(() => expectLedgerTrue(db))
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '5000.00' })
  address = await makeAddress(db, buyer.companyId)
})

const who = () => ({ buyer, address, staff })
const linesOf = async (orderId: number): Promise<DueLine[]> => (await receivingForm(shop, buyer.cookie, orderId)).data.lines
/** An order of fifty boxes on its way; the shop's shipping fee is 12 yuan below its limit. */
async function fifty(values: Parameters<typeof makeGoods>[1] = {}) {
  const goods = await makeGoods(db, { price: '10.00', name: '阿莫西林胶囊', ...values })
  const orderId = await sentOrder(shop, who(), [{ goods_id: goods, number: 50 }], '512.00')
  const [line] = await linesOf(orderId)
  if (!line) throw new Error('no line')
  return { goods, orderId, line: line.id }
}
const orderStatus = async (id: number) => (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst())?.status
const recordCount = async (orderId: number) =>
  (await db.selectFrom('receiving').select('id').where('order_id', '=', orderId).execute()).length
const afterSales = async (orderId: number) =>
  db.selectFrom('after_sale').select(['reason', 'kind', 'status']).where('order_id', '=', orderId).orderBy('id').execute()

describe('按批收货', () => {
  it('五十盒收四十八盒、破损两盒：订单已收货，同一步里开出破损的售后单，验收记录作为单据登记', async () => {
    const { orderId, line } = await fifty()
    const photo = await makePhoto(db, buyer.companyId)
    const answer = await receive(shop, buyer.cookie, orderId, {
      lines: [{ id: line, accepted: 48, damaged: 2, note: '外箱压损' }],
      damaged_files: [photo],
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data.summary).toBe('合格 48，破损 2')
    expect(answer.data.after_sales).toMatchObject([{ kind: 'return', reason_name: '破损', status: 'reviewing', number: 2 }])
    expect(await orderStatus(orderId)).toBe('received')
    const detail = await shop.ask('GET', `/api/after_sale/info/${answer.data.after_sales[0].id}`, { cookie: buyer.cookie })
    expect(detail.data).toMatchObject({ amount: '20.00', description: '收货登记：破损；外箱压损' })
    expect(detail.data.photos).toHaveLength(1)
    const { data } = await receivingForm(shop, buyer.cookie, orderId)
    expect(data.record).toMatchObject({ received_by: '王收货', inspected_by: '李验收', summary: '合格 48，破损 2' })
    expect(data.record.lines).toMatchObject([{ number: 50, accepted: 48, damaged: 2, short: 0, note: '外箱压损' }])
    expect(data.record.document).toMatchObject({ kind: 'receiving_record', state: 'waiting' })
  })

  it('验收记录写的商品与随货同行单一致：发出后商品资料改了也不变', async () => {
    const { goods, orderId } = await fifty({ holder: '云岭持有', dosage_form: '胶囊剂' })
    const papers = async (kind: string) =>
      (await db.selectFrom('document').select('snapshot').where('kind', '=', kind).orderBy('id', 'desc').executeTakeFirstOrThrow())
        .snapshot as { lines: Record<string, unknown>[] }
    await db.updateTable('goods').set({ generic_name: '改过', holder: '改过', dosage_form: '改过' }).where('id', '=', goods).execute()
    expect((await receive(shop, buyer.cookie, orderId)).status).toBe(200)
    const [note, record] = [(await papers('delivery_note')).lines[0], (await papers('receiving_record')).lines[0]]
    for (const fact of ['genericName', 'dosageForm', 'spec', 'manufacturer', 'holder', 'approvalNo', 'batchNo', 'expiryDate'])
      expect(record?.[fact], fact).toBe(note?.[fact])
    expect(record).toMatchObject({ holder: '云岭持有' })
  })

  it('买方写了字库没有的字：登记改不了，印作 〓，验收记录照样做得出', async () => {
    await nameSupplier(db)
    const { orderId, line } = await fifty()
    const photo = await makePhoto(db, buyer.companyId)
    const answer = await receive(shop, buyer.cookie, orderId, {
      lines: [{ id: line, accepted: 48, damaged: 2, note: '压坏了가' }],
      damaged_files: [photo],
      remark: '辛苦了가',
      received_by: '王收货가',
    })
    expect(answer.status, answer.text).toBe(200)
    await shop.jobs.runDue(['documents.make'])
    const { data } = await receivingForm(shop, buyer.cookie, orderId)
    expect(data.record).toMatchObject({ remark: '辛苦了가', document: { kind: 'receiving_record', state: 'valid' } })
  })

  it('四种差异各成一张售后单：短少只退款，其余寄回；寄不回的改为仅退款', async () => {
    const { orderId, line } = await fifty()
    const photos = [await makePhoto(db, buyer.companyId), await makePhoto(db, buyer.companyId), await makePhoto(db, buyer.companyId)]
    const answer = await receive(shop, buyer.cookie, orderId, {
      lines: [{ id: line, accepted: 44, short: 1, damaged: 2, wrong: 2, refused: 1, refused_for: 'quality' }],
      damaged_files: [photos[0]],
      wrong_files: [photos[1]],
      quality_files: [photos[2]],
      send_back: 0,
    })
    expect(answer.status, answer.text).toBe(200)
    expect(await afterSales(orderId)).toEqual([
      { reason: 'short', kind: 'refund_only', status: 'reviewing' },
      { reason: 'damaged', kind: 'refund_only', status: 'reviewing' },
      { reason: 'wrong', kind: 'refund_only', status: 'reviewing' },
      { reason: 'quality', kind: 'refund_only', status: 'reviewing' },
    ])
  })

  it('全部如数：订单已收货，没有售后单', async () => {
    const { orderId } = await fifty()
    const answer = await receive(shop, buyer.cookie, orderId)
    expect(answer.data).toMatchObject({ summary: '合格 50', after_sales: [] })
    expect(await orderStatus(orderId)).toBe('received')
  })

  it('两个批号分别登记：一个批号的差异不记到另一个', async () => {
    const goods = await makeGoods(db, { price: '10.00', stock: 0 })
    await makeStock(db, goods, [
      { available: 30, expiry: '2027-10-01' },
      { available: 100, expiry: '2028-10-01' },
    ])
    const orderId = await sentOrder(shop, who(), [{ goods_id: goods, number: 50 }], '512.00')
    const lines = await linesOf(orderId)
    expect(lines.map((one) => one.due)).toEqual([30, 20])
    const [first, second] = lines
    const answer = await receive(shop, buyer.cookie, orderId, {
      lines: [
        { id: first?.id, accepted: 30 },
        { id: second?.id, accepted: 17, short: 3 },
      ],
    })
    expect(answer.status, answer.text).toBe(200)
    const held = await db
      .selectFrom('after_sale_line')
      .innerJoin('order_line_batch', 'order_line_batch.id', 'after_sale_line.order_line_batch_id')
      .innerJoin('order_line', 'order_line.id', 'order_line_batch.order_line_id')
      .where('order_line.order_id', '=', orderId)
      .select(['batch_no', 'after_sale_line.number as number'])
      .execute()
    expect(held).toEqual([{ batch_no: second?.batch_no, number: 3 }])
  })

  it('已经点过确认收货的，七天内仍可补登验收；过了期限，短少不再受理，什么都不留下', async () => {
    const first = await fifty()
    await shop.ask('POST', `/api/order/${first.orderId}/receive`, { cookie: buyer.cookie, body: {} })
    expect((await receive(shop, buyer.cookie, first.orderId)).status).toBe(200)
    const second = await fifty()
    await shop.ask('POST', `/api/order/${second.orderId}/receive`, { cookie: buyer.cookie, body: {} })
    shop.clock.now = new Date(NOW.getTime() + 9 * 86_400_000)
    const late = await receive(shop, buyer.cookie, second.orderId, { lines: [{ id: second.line, accepted: 49, short: 1 }] })
    expect(late.status).toBe(422)
    expect(late.message).toContain('已超过收货后 7 天')
    expect(await recordCount(second.orderId)).toBe(0)
  })

  it('收货前已申请少发的两盒：只登记其余四十八盒，不会申请两次', async () => {
    const { orderId, line } = await fifty()
    const early = await applyFor(shop, buyer.cookie, {
      order_id: orderId,
      lines: [{ id: line, number: 2 }],
      reason: 'short',
      kind: 'refund_only',
    })
    expect(early.status, early.text).toBe(200)
    expect(await linesOf(orderId)).toMatchObject([{ claimed: 2, due: 48 }])
    expect((await receive(shop, buyer.cookie, orderId, { lines: [{ id: line, accepted: 50 }] })).status).toBe(422)
    expect((await receive(shop, buyer.cookie, orderId)).data.summary).toBe('合格 48')
    expect(await afterSales(orderId)).toHaveLength(1)
  })
})

describe('填错时什么都不发生', () => {
  it.each([
    ['合计少一盒', { accepted: 48, damaged: 1 }, 'lines.0.accepted', '应为 50'],
    ['合计多一盒', { accepted: 50, short: 1 }, 'lines.0.accepted', '应为 50'],
    ['其他原因拒收而不写原因', { accepted: 49, refused: 1, refused_for: 'other' }, 'lines.0.note', '原因'],
    ['破损没有照片', { accepted: 49, damaged: 1 }, 'damaged_files', '照片'],
    ['说明里有表情', { accepted: 49, short: 1, note: '少了😡' }, 'lines.0.note', '表情'],
  ])('%s', async (_title, line, field, words) => {
    const { orderId, line: id } = await fifty()
    const answer = await receive(shop, buyer.cookie, orderId, { lines: [{ id, ...line }] })
    expect(answer.status, answer.text).toBe(422)
    const wrong = answer.data.errors.find((one: { field: string }) => one.field === field)
    expect(wrong?.message, answer.text).toContain(words)
    expect(await orderStatus(orderId)).toBe('shipped')
    expect(await recordCount(orderId)).toBe(0)
    expect(await afterSales(orderId)).toEqual([])
  })

  it('到货日期在发货前、在将来或不存在：指明是日期', async () => {
    const { orderId } = await fifty()
    for (const day of ['2026-11-20', '2026-11-22', '2026-02-30']) {
      const answer = await receive(shop, buyer.cookie, orderId, { arrived_on: day })
      expect(answer.data.errors, day).toMatchObject([{ field: 'arrived_on' }])
    }
  })

  it('别家的照片、已用过的照片不能当凭证；订单仍待收货', async () => {
    const { orderId, line } = await fifty()
    const other = await makeCompany(db)
    const theirs = await makePhoto(db, other.companyId)
    const answer = await receive(shop, buyer.cookie, orderId, {
      lines: [{ id: line, accepted: 49, damaged: 1 }],
      damaged_files: [theirs],
    })
    expect(answer.status).toBe(422)
    expect(answer.data.errors).toMatchObject([{ field: 'damaged_files' }])
    expect(await orderStatus(orderId)).toBe('shipped')
  })

  it('冷链：要填到货温度；破损按质量拒收登记，拒收开出质量问题的售后单', async () => {
    const { orderId, line } = await fifty({ cold_chain: true, name: '冷藏注射液' })
    const noTemperature = await receive(shop, buyer.cookie, orderId)
    expect(noTemperature.data.errors).toMatchObject([{ field: 'temperature' }])
    const damaged = await receive(shop, buyer.cookie, orderId, { lines: [{ id: line, accepted: 49, damaged: 1 }], temperature: '5.0' })
    expect(damaged.data.errors[0]).toMatchObject({ field: 'lines.0.damaged' })
    const refused = await receive(shop, buyer.cookie, orderId, {
      lines: [{ id: line, accepted: 0, refused: 50, refused_for: 'quality', note: '到货 12 度' }],
      temperature: '12.3',
      quality_files: [await makePhoto(db, buyer.companyId)],
    })
    expect(refused.status, refused.text).toBe(200)
    expect(await afterSales(orderId)).toMatchObject([{ reason: 'quality', kind: 'return' }])
    expect((await receivingForm(shop, buyer.cookie, orderId)).data.record.temperature).toBe('12.3')
  })

  it('未发货、已取消的订单不能登记', async () => {
    const goods = await makeGoods(db, { price: '10.00' })
    const orderId = await sentOrder(shop, who(), [{ goods_id: goods, number: 5 }], '62.00')
    for (const status of ['paid', 'picking', 'cancelled', 'completed']) {
      await db.updateTable('orders').set({ status }).where('id', '=', orderId).execute()
      expect((await receivingForm(shop, buyer.cookie, orderId)).data.why, status).not.toBe('')
      expect((await receive(shop, buyer.cookie, orderId)).status, status).toBe(409)
    }
  })
})

describe('并发与隔离', () => {
  it('两人同时登记同一张订单：一张记录、一张售后单，另一人被告知已登记', async () => {
    const { orderId, line } = await fifty()
    const answers = await atOnce([1, 2, 3, 4], 4, () =>
      receive(shop, buyer.cookie, orderId, { lines: [{ id: line, accepted: 48, short: 2 }] }),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409])
    expect(await recordCount(orderId)).toBe(1)
    expect(await afterSales(orderId)).toHaveLength(1)
  })

  it('同一次提交重发（同一个键）：每次都答同一份结果，只登记一次', async () => {
    const { orderId, line } = await fifty()
    const same = { key: `same-${orderId}-key`, lines: [{ id: line, accepted: 48, short: 2 }] }
    const answers = await atOnce([1, 2, 3], 3, () => receive(shop, buyer.cookie, orderId, same))
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((one) => JSON.stringify(one.data))).size).toBe(1)
    expect(await afterSales(orderId)).toHaveLength(1)
    const other = await receive(shop, buyer.cookie, orderId, { ...same, lines: [{ id: line, accepted: 40, short: 10 }] })
    expect(other).toMatchObject({ status: 409, data: { reason: 'RECEIVED_ALREADY' } })
  })

  it('与单独申请售后同时到：同一盒不会申请两次', async () => {
    const { orderId, line } = await fifty()
    const wish = { order_id: orderId, lines: [{ id: line, number: 2 }], reason: 'short', kind: 'refund_only' }
    const [counted, applied] = await Promise.all([
      receive(shop, buyer.cookie, orderId, { lines: [{ id: line, accepted: 0, short: 50 }] }),
      applyFor(shop, buyer.cookie, wish),
    ])
    expect([counted.status, applied.status].sort()).toEqual([200, 422])
    const taken = await db
      .selectFrom('after_sale_line')
      .where('order_line_batch_id', '=', line)
      .select(({ fn }) => fn.sum<number>('number').as('sum'))
      .executeTakeFirstOrThrow()
    expect(Number(taken.sum)).toBeLessThanOrEqual(50)
  })

  it('别家的订单对我不存在；拿别单的批次来登记不受理', async () => {
    const mine = await fifty()
    const theirs = await fifty()
    const other = await makeCompany(db)
    expect((await receivingForm(shop, other.cookie, mine.orderId)).status).toBe(404)
    expect((await receive(shop, other.cookie, mine.orderId)).status).toBe(404)
    const mixed = await receive(shop, buyer.cookie, mine.orderId, {
      lines: [
        { id: mine.line, accepted: 50 },
        { id: theirs.line, accepted: 50 },
      ],
    })
    expect(mixed.data.errors).toMatchObject([{ field: 'lines.1.accepted', message: '订单中没有这个批次' }])
    expect((await shop.ask('GET', `/api/order/${mine.orderId}/receiving`)).status).toBe(401)
  })

  it('登记了就改不了、删不掉', async () => {
    const { orderId } = await fifty()
    await receive(shop, buyer.cookie, orderId)
    for (const change of [
      "update receiving set summary = 'X'",
      'update receiving_line set accepted = accepted',
      'delete from receiving_line',
      'delete from receiving',
    ])
      await expect(shop.database.pool.query(change), change).rejects.toThrow('stays')
  })

  it('含麻订单登记收货后，开始计回执期限', async () => {
    const { orderId } = await fifty()
    await db.updateTable('orders').set({ is_ephedrine: true }).where('id', '=', orderId).execute()
    expect((await receive(shop, buyer.cookie, orderId)).status).toBe(200)
    expect(await db.selectFrom('ephedrine_receipt').select('order_id').where('order_id', '=', orderId).execute()).toHaveLength(1)
  })
})
