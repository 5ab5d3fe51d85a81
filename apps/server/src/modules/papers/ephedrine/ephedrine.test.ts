import { beforeEach, describe, expect, it } from 'vitest'
import { applyFor, formLines, makePhoto, throughToRefund } from '../../../../test/after-sales.ts'
import { atOnce, buy, fillCart, makeAddress, openSheet, submit } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { changeRow, keepSetting } from '../../../../test/rows.ts'
import { keepMadeFile } from '../../who/files/public.ts'
import { remindOfReceipts } from './receipts.ts'

const START = new Date('2026-11-10T02:00:00Z')
const day = (number: number) => new Date(START.getTime() + number * 86_400_000)

const shop = await testShop({ now: START })
const { db, pool } = shop.database
const goods = await makeGoods(db, { name: '复方盐酸伪麻黄碱缓释胶囊', is_ephedrine: true, stock: 100_000, price: '20.00' })
const plain = await makeGoods(db, { name: '板蓝根颗粒', stock: 1000, price: '10.00' })
await keepSetting(db, 'bank_account', { name: '示例医药', bank: '示例银行', number: '0001' })
const staff = await makeStaff(db)
beforeEach(() => {
  shop.clock.now = START
})

async function newBuyer(): Promise<{ buyer: Buyer; address: number }> {
  const buyer = await makeCompany(db)
  return { buyer, address: await makeAddress(db, buyer.companyId) }
}
/** A paper of the purpose 'receipt', as an upload leaves it. */
const upload = (companyId: number) =>
  db.transaction().execute(async (trx) => {
    const file = {
      companyId,
      purpose: 'receipt' as const,
      subject: '',
      name: '回执.pdf',
      mime: 'application/pdf',
      content: Buffer.from('%PDF-1.4'),
    }
    const id = await keepMadeFile(trx, file, shop.clock.now)
    await changeRow(trx, 'stored_file', id, { subject: null })
    return id
  })
const byStaff = (url: string, body: object = {}) => shop.ask('POST', url, { cookie: staff, body })

/** Bought, paid by transfer, sent and received. */
async function receivedOrder(who: { buyer: Buyer; address: number }, number = 10): Promise<number> {
  const [order] = await buy(shop, who.buyer, who.address, [{ goods_id: goods, number }])
  const id = order?.id ?? 0
  await shop.ask('POST', `/api/pay/order/${id}`, { cookie: who.buyer.cookie, body: { channel: 'bank' } })
  const payment = await db.selectFrom('payment').where('order_id', '=', id).select('no').executeTakeFirstOrThrow()
  expect((await byStaff(`/api/staff/payment/${payment.no}/arrived`)).status).toBe(200)
  for (const command of ['pick', 'ship', 'receive']) expect((await byStaff(`/api/staff/order/${id}/${command}`)).status, command).toBe(200)
  return id
}
const listOf = async (buyer: Buyer, query = '') => (await shop.ask('GET', `/api/ephedrine/orders${query}`, { cookie: buyer.cookie })).data

describe('限购', () => {
  it('单体药店每单 100、每月 300：购物车改到上限并说明，超出的直接交也不成', async () => {
    const { buyer, address } = await newBuyer()
    const [line = 0] = await fillCart(shop, buyer, [{ goods_id: goods, number: 150 }])
    const cart = await shop.ask('GET', '/api/cart/list', { cookie: buyer.cookie })
    expect(JSON.stringify(cart.data)).toContain('"number":100')
    // Past the cart: the number is written behind its back.
    await changeRow(db, 'cart_line', line, { number: 101 })
    const sheet = await openSheet(shop, buyer, [line])
    expect(sheet.status).toBe(409)
    expect(sheet.message).toContain('每单限购 100 盒、每月限购 300 盒，本月已购 0 盒')
    await changeRow(db, 'cart_line', line, { number: 100 })
    expect((await openSheet(shop, buyer, [line])).status).toBe(200)
    void address
  })

  it('北京的月初重新计算；取消的订单不算', async () => {
    const who = await newBuyer()
    for (let at = 0; at < 3; at++) await buy(shop, who.buyer, who.address, [{ goods_id: goods, number: 100 }])
    const full = await shop.ask('POST', '/api/cart', { cookie: who.buyer.cookie, body: { list: [{ goods_id: goods, number: 1 }] } })
    expect(full.status).toBe(409)
    expect(full.message).toContain('本月已购 300 盒')
    expect((await listOf(who.buyer)).limits).toEqual({ per_order: 100, per_month: 300, bought: 300 })
    const [first] = (await listOf(who.buyer)).list
    await shop.ask('POST', `/api/order/${first.id}/cancel`, { cookie: who.buyer.cookie, body: {} })
    expect((await listOf(who.buyer)).limits.bought).toBe(200)
    // 23:59 on the 30th in Beijing, and a minute into December.
    shop.clock.now = new Date('2026-11-30T15:59:00Z')
    expect((await listOf(who.buyer)).limits.bought).toBe(200)
    shop.clock.now = new Date('2026-11-30T16:01:00Z')
    expect((await listOf(who.buyer)).limits.bought).toBe(0)
  })

  it('同一企业同时提交多单，当月合计不超过上限', async () => {
    const who = await newBuyer()
    await buy(shop, who.buyer, who.address, [{ goods_id: goods, number: 100 }])
    await buy(shop, who.buyer, who.address, [{ goods_id: goods, number: 100 }])
    // 100 are left, and each of these orders wants 60 of another goods.
    const others = await Promise.all([1, 2, 3].map(() => makeGoods(db, { is_ephedrine: true, stock: 1000, price: '20.00' })))
    const lines = await fillCart(
      shop,
      who.buyer,
      others.map((goods_id) => ({ goods_id, number: 60 })),
    )
    const sheets = await Promise.all(lines.map((line) => openSheet(shop, who.buyer, [line])))
    const answers = await atOnce([0, 1, 2], 3, (at) => submit(shop, who.buyer, who.address, [lines[at] ?? 0], sheets[at]?.data))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    expect((await listOf(who.buyer)).limits.bought).toBe(260)
    const again = await shop.ask('POST', '/api/cart', { cookie: who.buyer.cookie, body: { list: [{ goods_id: goods, number: 60 }] } })
    expect(again.data.lines[0].number).toBe(40)
  })
})

describe('每种特殊物质各有限购', () => {
  const special = (special_substances: string[], more: object = {}) =>
    makeGoods(db, { special_substances, is_ephedrine: true, stock: 10_000, price: '20.00', ...more })
  const add = async (who: { buyer: Buyer }, goodsId: number, number: number) => {
    const answer = await shop.ask('POST', '/api/cart', { cookie: who.buyer.cookie, body: { list: [{ goods_id: goodsId, number }] } })
    return answer.status === 200 ? (answer.data.lines[0].number as number) : answer.message
  }

  it('每单上限按整次结算算：两个仓库各 60，合起来超过 100 就不成', async () => {
    const who = await newBuyer()
    const second = await makeWarehouse(db, { code: 'HM2', name: '含麻二仓', sort: 9 })
    const far = await special(['ephedrine'], { stock: 0 })
    await makeStock(db, far, [{ available: 1000 }], second)
    const near = await special(['ephedrine'])
    const lines = await fillCart(shop, who.buyer, [{ goods_id: near, number: 60 }])
    lines.push(...(await fillCart(shop, who.buyer, [{ goods_id: far, number: 40 }])))
    await changeRow(db, 'cart_line', lines[1] ?? 0, { number: 60 })
    const sheet = await openSheet(shop, who.buyer, lines)
    expect(sheet.status).toBe(409)
    expect(sheet.message).toContain('含麻黄碱复方制剂每单限购 100 盒')
    await changeRow(db, 'cart_line', lines[1] ?? 0, { number: 40 })
    const both = await openSheet(shop, who.buyer, lines)
    expect(both.data.orders.map((order: { is_hm: number }) => order.is_hm)).toEqual([1, 1])
    expect((await submit(shop, who.buyer, who.address, lines, both.data)).status).toBe(200)
  })

  it('可待因与麻黄碱各算各的；含两种的两条都守', async () => {
    const who = await newBuyer()
    const [codeine, ephedrine, both] = [await special(['codeine']), await special(['ephedrine']), await special(['ephedrine', 'codeine'])]
    expect(await add(await newBuyer(), codeine, 500)).toBe(50)
    await buy(shop, who.buyer, who.address, [{ goods_id: codeine, number: 40 }])
    await buy(shop, who.buyer, who.address, [{ goods_id: codeine, number: 50 }])
    await buy(shop, who.buyer, who.address, [{ goods_id: codeine, number: 45 }])
    // 135 of 150 in this month.
    expect(await add(who, both, 100)).toBe(15)
    expect(await add(who, ephedrine, 500)).toBe(100)
    await buy(shop, who.buyer, who.address, [{ goods_id: both, number: 15 }])
    expect(await add(who, codeine, 1)).toContain('含可待因复方制剂每单限购 50 盒、每月限购 150 盒，本月已购 150 盒')
    expect(await add(who, both, 1)).toContain('含可待因复方制剂')
    const { data } = await shop.ask('GET', '/api/ephedrine/orders', { cookie: who.buyer.cookie })
    expect(data.limits).toEqual({ per_order: 100, per_month: 300, bought: 15 })
    expect(data.special_limits).toContainEqual({
      substance: 'codeine',
      name: '含可待因复方制剂',
      per_order: 50,
      per_month: 150,
      bought: 150,
    })
  })

  it('可待因订单单独成单，只能对公转账，收货后欠回执', async () => {
    const who = await newBuyer()
    const codeine = await special(['codeine'])
    const orders = await buy(shop, who.buyer, who.address, [
      { goods_id: codeine, number: 10 },
      { goods_id: plain, number: 1 },
    ])
    expect(orders).toHaveLength(2)
    const { rows } = await pool.query<{ id: number }>('select id from orders where company_id = $1 and is_ephedrine', [who.buyer.companyId])
    const id = rows[0]?.id ?? 0
    const tried = await shop.ask('POST', `/api/pay/order/${id}`, { cookie: who.buyer.cookie, body: { channel: 'gateway' } })
    expect(tried.status).toBe(409)
    await shop.ask('POST', `/api/pay/order/${id}`, { cookie: who.buyer.cookie, body: { channel: 'bank' } })
    const payment = await db.selectFrom('payment').where('order_id', '=', id).select('no').executeTakeFirstOrThrow()
    await byStaff(`/api/staff/payment/${payment.no}/arrived`)
    for (const command of ['pick', 'ship', 'receive']) await byStaff(`/api/staff/order/${id}/${command}`)
    expect((await listOf(who.buyer)).list).toMatchObject([{ id, receipt: { state: 'awaiting' } }])
  })
})

describe('回执', () => {
  it('收货生成回执，7 日内上传，审核通过或驳回；每步留痕并通知', async () => {
    const who = await newBuyer()
    const id = await receivedOrder(who)
    const { list, counts } = await listOf(who.buyer)
    expect(list[0]).toMatchObject({
      id,
      receipt: { state: 'awaiting', state_name: '待上传', due_on: '2026-11-17', days_left: 7, can_submit: 1 },
    })
    expect(list[0].lines[0].batches.length).toBeGreaterThan(0)
    expect(counts.find((one: { state: string }) => one.state === 'awaiting').count).toBe(1)

    const url = `/api/ephedrine/order/${id}/form`
    expect(list[0].form_url).toBe('')
    expect((await shop.ask('GET', url, { cookie: who.buyer.cookie })).status).toBe(409)
    await shop.jobs.runDue(['documents.make'])
    expect((await listOf(who.buyer)).list[0].form_url).toBe(url)
    const get = () => shop.app.inject({ method: 'GET', url, headers: { cookie: `sid=${who.buyer.cookie}` } })
    const form = await get()
    expect(form.headers['content-type']).toBe('application/pdf')
    expect(form.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    // Made once: whoever asks again has the same bytes.
    expect((await get()).rawPayload.equals(form.rawPayload)).toBe(true)
    const papers = await shop.ask('GET', `/api/order/${id}/papers`, { cookie: who.buyer.cookie })
    expect(papers.data.list).toContainEqual(expect.objectContaining({ name: '含麻回执单', missing: '' }))

    const send = async (files: number[]) =>
      shop.ask('POST', `/api/ephedrine/order/${id}/receipt`, { cookie: who.buyer.cookie, body: { file_ids: files } })
    const first = await upload(who.buyer.companyId)
    expect((await send([first])).data).toMatchObject({ state: 'submitted', files: [{ id: first }] })
    expect((await byStaff(`/api/staff/receipt/${id}/reject`)).status).toBe(422)
    expect((await byStaff(`/api/staff/receipt/${id}/reject`, { reason: '公章不清晰' })).data.state).toBe('rejected')
    expect((await listOf(who.buyer)).list[0].receipt).toMatchObject({ state: 'rejected', reason: '公章不清晰', due_on: '2026-11-17' })
    const second = await upload(who.buyer.companyId)
    expect((await send([second])).data.files).toMatchObject([{ id: second }])
    expect((await byStaff(`/api/staff/receipt/${id}/pass`)).data.state).toBe('passed')
    expect((await byStaff(`/api/staff/receipt/${id}/pass`)).data.state).toBe('passed')
    expect((await send([await upload(who.buyer.companyId)])).status).toBe(409)
    const audit = await db.selectFrom('audit_log').where('subject', '=', `order:${id}`).select('action').execute()
    expect(audit.map((row) => row.action).filter((action) => action.startsWith('receipt.'))).toEqual(['receipt.reject', 'receipt.pass'])
    const told = await db.selectFrom('message').where('company_id', '=', who.buyer.companyId).select('title').execute()
    expect(told.map((row) => row.title)).toEqual(expect.arrayContaining(['请上传含麻回执', '含麻回执被驳回', '含麻回执已通过审核']))
  })

  it('审核的是看到的那一份：看过之后买家换了文件，审核不算数', async () => {
    const who = await newBuyer()
    const id = await receivedOrder(who)
    const send = async (file: number) =>
      shop.ask('POST', `/api/ephedrine/order/${id}/receipt`, { cookie: who.buyer.cookie, body: { file_ids: [file] } })
    const seen = (await send(await upload(who.buyer.companyId))).data.submitted_at
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
    const other = await upload(who.buyer.companyId)
    const now = (await send(other)).data.submitted_at
    for (const [decision, more] of [
      ['pass', {}],
      ['reject', { reason: '公章不清晰' }],
    ] as const) {
      const answer = await byStaff(`/api/staff/receipt/${id}/${decision}`, { ...more, seen_at: seen })
      expect(answer).toMatchObject({ status: 409, data: { reason: 'RECEIPT_CHANGED' } })
    }
    expect((await listOf(who.buyer)).list[0].receipt).toMatchObject({ state: 'submitted', files: [{ id: other }] })
    expect((await byStaff(`/api/staff/receipt/${id}/pass`, { seen_at: now })).data.state).toBe('passed')
  })

  it('以前发出、还没有回执单的订单：打开页面即补制，制作失败如实说明', async () => {
    const who = await newBuyer()
    const id = await receivedOrder(who)
    const client = await pool.connect()
    // As an order that was sent before forms were papers; no paper of a running shop is ever deleted.
    for (const text of [
      'begin',
      "set local session_replication_role = 'replica'",
      "delete from document where kind = 'receipt_form'",
      'commit',
    ])
      await client.query(text)
    client.release()
    expect((await listOf(who.buyer)).list[0]).toMatchObject({ form_url: '', form_note: '回执单制作中，请稍候' })
    await shop.jobs.runDue(['documents.make'])
    expect((await listOf(who.buyer)).list[0]).toMatchObject({ form_url: `/api/ephedrine/order/${id}/form`, form_note: '' })
    await pool.query("update document set state = 'failed', fault = '字库中没有' where kind = 'receipt_form'")
    expect((await listOf(who.buyer)).list[0].form_note).toContain('制作未成功')
    const answer = await shop.ask('GET', `/api/ephedrine/order/${id}/form`, { cookie: who.buyer.cookie })
    expect([answer.status, answer.message]).toEqual([409, '回执单制作未成功，我们正在处理'])
  })

  it('别家企业的回执、别家的文件、别的用途的文件都不成', async () => {
    const [mine, other] = [await newBuyer(), await newBuyer()]
    const id = await receivedOrder(mine)
    const file = await upload(other.buyer.companyId)
    const send = (cookie: string, ids: number[]) =>
      shop.ask('POST', `/api/ephedrine/order/${id}/receipt`, { cookie, body: { file_ids: ids } })
    expect((await send(other.buyer.cookie, [file])).status).toBe(404)
    expect((await send(mine.buyer.cookie, [file])).status).toBe(422)
    expect((await shop.ask('GET', `/api/ephedrine/order/${id}/form`, { cookie: other.buyer.cookie })).status).toBe(404)
    expect((await shop.ask('POST', `/api/staff/receipt/${id}/pass`, { cookie: mine.buyer.cookie, body: {} })).status).toBe(401)
    expect((await listOf(mine.buyer)).list[0].receipt.state).toBe('awaiting')
  })

  it('逾期后含麻商品处处停购并说明去处，其他商品照买；补交即恢复', async () => {
    const who = await newBuyer()
    const id = await receivedOrder(who)
    const card = async (goodsId: number) =>
      (await shop.ask('GET', `/api/goods/detail/${goodsId}`, { cookie: who.buyer.cookie })).data as {
        is_buy: number
        reasons: { code: string; action: unknown }[]
      }
    const add = (goodsId: number) =>
      shop.ask('POST', '/api/cart', { cookie: who.buyer.cookie, body: { list: [{ goods_id: goodsId, number: 1 }] } })
    shop.clock.now = day(7)
    expect((await card(goods)).is_buy).toBe(1)
    const [line = 0] = await fillCart(shop, who.buyer, [{ goods_id: goods, number: 1 }])
    const sheet = await openSheet(shop, who.buyer, [line])
    shop.clock.now = day(8)
    expect(await card(goods)).toMatchObject({ is_buy: 0, reasons: [{ code: 'RECEIPT_OVERDUE', action: { url: '/hmdd' } }] })
    expect((await add(goods)).message).toContain('含麻回执已逾期未上传')
    const placed = await submit(shop, who.buyer, who.address, [line], sheet.data)
    expect(placed.status).toBe(409)
    expect(placed.message).toContain('含麻回执已逾期未上传')
    expect((await add(plain)).status).toBe(200)
    expect(await listOf(who.buyer, '?state=overdue')).toMatchObject({ total: 1, blocked: '含麻回执已逾期未上传，补交后可购买含麻商品' })
    await shop.ask('POST', `/api/ephedrine/order/${id}/receipt`, {
      cookie: who.buyer.cookie,
      body: { file_ids: [await upload(who.buyer.companyId)] },
    })
    // Without the notification of a live database the session remembers for some seconds.
    shop.sessions.forget()
    expect((await card(goods)).is_buy).toBe(1)
    expect((await listOf(who.buyer)).blocked).toBe('')
  })

  describe('没有到手或已全部退回的货', () => {
    const sent = async (who: { buyer: Buyer; address: number }, steps: readonly string[]) => {
      const [order] = await buy(shop, who.buyer, who.address, [{ goods_id: goods, number: 10 }])
      const id = order?.id ?? 0
      await shop.ask('POST', `/api/pay/order/${id}`, { cookie: who.buyer.cookie, body: { channel: 'bank' } })
      const payment = await db.selectFrom('payment').where('order_id', '=', id).select('no').executeTakeFirstOrThrow()
      await byStaff(`/api/staff/payment/${payment.no}/arrived`)
      for (const command of steps) expect((await byStaff(`/api/staff/order/${id}/${command}`)).status, command).toBe(200)
      return id
    }
    const missing = async (who: { buyer: Buyer }, order_id: number, number: number) => {
      const [line] = await formLines(shop, who.buyer.cookie, order_id)
      const wish = { order_id, lines: [{ id: line?.id ?? 0, number }], reason: 'short', kind: 'refund_only' }
      const applied = await applyFor(shop, who.buyer.cookie, wish)
      const refunded = await byStaff(`/api/staff/after_sale/${applied.data.id}/refund`)
      expect(refunded.status, refunded.text).toBe(200)
    }
    const receiptOf = async ({ buyer }: { buyer: Buyer }) => (await listOf(buyer)).list[0].receipt
    const mayBuy = async ({ buyer }: { buyer: Buyer }) => {
      shop.sessions.forget()
      const body = { list: [{ goods_id: goods, number: 1 }] }
      return (await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body })).status === 200
    }

    it('整单没有收到、已全额退款：自动确认收货后不欠回执，不停购', async () => {
      const who = await newBuyer()
      const id = await sent(who, ['pick', 'ship'])
      await missing(who, id, 10)
      expect((await byStaff(`/api/staff/order/${id}/receive`)).status).toBe(200)
      expect(await receiptOf(who)).toBeNull()
      shop.clock.now = day(9)
      expect(await mayBuy(who)).toBe(true)
    })

    it('先欠着的回执，短少和退回的数量补足整单时免去并告知；还留下一盒就仍要交', async () => {
      const who = await newBuyer()
      const id = await sent(who, ['pick', 'ship', 'receive'])
      await missing(who, id, 4)
      expect(await receiptOf(who)).toMatchObject({ state: 'awaiting' })
      const back = async (number: number) => {
        const [line] = await formLines(shop, who.buyer.cookie, id)
        const file_ids = [await makePhoto(db, who.buyer.companyId)]
        const wish = { order_id: id, lines: [{ id: line?.id ?? 0, number }], reason: 'quality', kind: 'return', file_ids }
        const applied = await applyFor(shop, who.buyer.cookie, wish)
        const done = await throughToRefund(shop, { cookie: who.buyer.cookie, staff }, applied.data.id)
        expect(done.status, done.text).toBe(200)
      }
      await back(5)
      expect(await receiptOf(who)).toMatchObject({ state: 'awaiting' })
      await back(1)
      expect(await receiptOf(who)).toBeNull()
      shop.clock.now = day(9)
      expect(await mayBuy(who)).toBe(true)
      const told = await db.selectFrom('message').where('company_id', '=', who.buyer.companyId).select('title').execute()
      expect(told.map((row) => row.title)).toContain('含麻回执无需上传')
    })

    it('仅退款、货仍在买家手里的，回执照交', async () => {
      const who = await newBuyer()
      const id = await sent(who, ['pick', 'ship', 'receive'])
      const [line] = await formLines(shop, who.buyer.cookie, id)
      const file_ids = [await makePhoto(db, who.buyer.companyId)]
      const wish = { order_id: id, lines: [{ id: line?.id ?? 0, number: 10 }], reason: 'damaged', kind: 'refund_only', file_ids }
      const applied = await applyFor(shop, who.buyer.cookie, wish)
      expect((await byStaff(`/api/staff/after_sale/${applied.data.id}/refund`)).status).toBe(200)
      expect(await receiptOf(who)).toMatchObject({ state: 'awaiting' })
    })
  })

  it('到期前 3 天、1 天和逾期各提醒一次，漏跑一夜会补上', async () => {
    const who = await newBuyer()
    await receivedOrder(who)
    const titles = async () =>
      (
        await db
          .selectFrom('message')
          .where('company_id', '=', who.buyer.companyId)
          .where('key', 'like', 'receipt:%')
          .where('key', 'not like', '%:open')
          .orderBy('id')
          .select('title')
          .execute()
      ).map((row) => row.title)
    for (const at of [1, 3, 4, 5, 7, 8, 9, 20]) {
      await remindOfReceipts(shop.database, day(at))
      await remindOfReceipts(shop.database, day(at))
    }
    expect(await titles()).toEqual(['含麻回执还有 3 天到期', '含麻回执今天到期', '含麻回执已逾期，含麻商品已暂停采购'])
  })
})

it('员工按状态、企业、订单号找回执：待审核的在先，逾期与已通过的各归其类，应相符的批号与数量在旁', async () => {
  const who = await newBuyer()
  const [sent, owed] = [await receivedOrder(who, 3), await receivedOrder(who, 4)]
  await shop.ask('POST', `/api/ephedrine/order/${sent}/receipt`, {
    cookie: who.buyer.cookie,
    body: { file_ids: [await upload(who.buyer.companyId)] },
  })
  const { name } = await db.selectFrom('company').where('id', '=', who.buyer.companyId).select('name').executeTakeFirstOrThrow()
  const { no } = await db.selectFrom('orders').where('id', '=', owed).select('no').executeTakeFirstOrThrow()
  const reviewer = await makeStaff(db, '周质管', '质管')
  const found = async (query: string) => {
    const { data } = await shop.ask('GET', `/api/staff/receipts?keywords=${encodeURIComponent(name)}&${query}`, { cookie: reviewer })
    return data.list.map((one: { order_id: number; state: string }) => [one.order_id, one.state])
  }
  expect(await found('')).toEqual([[sent, 'submitted']])
  expect(await found('state=awaiting')).toEqual([[owed, 'awaiting']])
  expect((await found('state=all')).map(([id]: [number]) => id)).toEqual([owed, sent])
  const { data } = await shop.ask('GET', `/api/staff/receipts?state=awaiting&keywords=${no}`, { cookie: reviewer })
  expect(data.list).toMatchObject([{ order_id: owed, submitted_at: null, lines: [{ number: 4, batches: [{ number: 4 }] }] }])
  const passed = await shop.ask('POST', `/api/staff/receipt/${sent}/pass`, { cookie: reviewer, body: {} })
  expect(passed.status, passed.text).toBe(200)
  shop.clock.now = day(30)
  expect(await found('')).toEqual([])
  expect(await found('state=passed')).toEqual([[sent, 'passed']])
  expect(await found('state=awaiting')).toEqual([])
  expect(await found('state=overdue')).toEqual([[owed, 'overdue']])
})
