import { read, utils } from '@e965/xlsx'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { applyFor, bring, formLines, payAtGateway, throughToRefund } from '../../../../test/after-sales.ts'
import { buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, fenOf, makeCompany, makeGoods, makeStaff, makeStock, makeWarehouse, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { split } from '../../../../test/order-split.ts'
import { hasPoppler, pdfSignatures, pdfText } from '../../../../test/poppler.ts'
import { makePromotion } from '../../../../test/promotions.ts'
import { sentOrder } from '../../../../test/receiving.ts'
import { testSigner } from '../../../../test/signer.ts'
import { doTask } from '../../../../test/tasks.ts'
import { giveCredit } from '../../../../test/wallet.ts'
import { documentsOf, documentTasks } from '../../papers/documents/public.ts'
import { STATEMENT_DRAWINGS, statementTasks } from './routes.ts'
import { tellOfStatement } from './service.ts'
import { billsAt, claimsBefore, ordersOf } from './views.ts'

const NOVEMBER = new Date('2026-11-10T02:00:00Z')
const DECEMBER = new Date('2026-12-10T02:00:00Z')
const JANUARY = new Date('2026-12-31T16:40:00Z')
let buyer: Buyer
let other: Buyer
let address: number

const shop = await testShop({ now: NOVEMBER })
const { db } = shop.database
await nameSupplier(db)
const staff = await makeStaff(db, '许会计')
const goods = await makeGoods(db, { name: '对账片', price: '10.03', stock: 100_000 })
const { signer } = await testSigner()
const onMade = { statement: tellOfStatement }
const papers = documentTasks({ database: shop.database, signer, origin: 'https://shop.example', drawings: STATEMENT_DRAWINGS, onMade })
afterAll(() => expectLedgerTrue(db))
beforeEach(async () => {
  shop.clock.now = NOVEMBER
  buyer = await makeCompany(db, { balance: '1000.00' })
  other = await makeCompany(db, { balance: '77.00' })
  address = await makeAddress(db, buyer.companyId)
  await giveCredit(db, buyer.companyId, '1000.00', 10)
})

const nightly = async (now: Date) => {
  shop.clock.now = now
  await doTask(statementTasks(shop.database), 'statements.month', {}, now)
}
const listOf = async (who: Buyer) => (await shop.ask('GET', '/api/statement/list', { cookie: who.cookie })).data.list
const post = (path: string, body: object, cookie: string) => shop.ask('POST', path, { cookie, body })
const order = async (number: number, balance?: string) => {
  const [made] = await buy(shop, buyer, address, [{ goods_id: goods, number }], balance)
  if (!made) throw new Error('no order')
  return made
}
const drawn = async (id: number) => {
  const [paper] = await documentsOf(db, [`statement:${id}`])
  if (!paper) throw new Error('no paper')
  await doTask(papers, 'documents.make', { document_id: paper.id }, shop.clock.now)
  const { rawPayload } = await shop.app.inject({
    method: 'GET',
    url: `/api/document/${paper.id}/file`,
    headers: { cookie: `sid=${buyer.cookie}` },
  })
  return rawPayload
}
/** The ledger's own word on a company: its accounts, and what is held for its orders. */
async function claimsByLedger(companyId: number): Promise<number> {
  const { rows } = await shop.database.pool.query<{ total: number }>(
    `select (coalesce((select sum(balance) from ledger_account where company_id = $1 and kind in ('balance', 'voucher', 'credit')), 0)
           + coalesce((select sum(e.amount) from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_posting p on p.id = e.posting_id
                        where a.company_id is null and a.kind in ('order_advance', 'refund_due', 'surplus') and p.company_id = $1), 0))::bigint as total`,
    [companyId],
  )
  return Number(rows[0]?.total)
}

/** November: 5 boxes from the balance, completed, of which 2 come back; 3 at the gateway; 10 on credit. December: the credit is repaid in part. */
async function twoMonths() {
  const first = await order(5, '62.15')
  await bring(shop, staff, first.id, 'complete')
  const [line] = await formLines(shop, buyer.cookie, first.id)
  const applied = await applyFor(shop, buyer.cookie, { order_id: first.id, lines: [{ id: line?.id ?? 0, number: 2 }] })
  expect(applied.status, applied.text).toBe(200)
  expect((await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)).status).toBe(200)
  const second = await order(3)
  await payAtGateway(shop, buyer.cookie, second.id)
  const third = await order(10)
  const credit = await post(`/api/pay/order/${third.id}`, { channel: 'credit' }, buyer.cookie)
  expect(credit.status, credit.text).toBe(200)
  await bring(shop, staff, third.id, 'complete')
  return { first, second, third }
}

describe('月度对账单', () => {
  it('调整的原因里有字库没有的字：账不能改，印作 〓，对账单照样做得出', async () => {
    const adjusted = { amount: '5.00', reason: '补记运费😀', key: 'statement-memo' }
    const { status, text } = await post(`/api/staff/company/${buyer.companyId}/balance`, adjusted, staff)
    expect(status, text).toBe(200)
    await nightly(DECEMBER)
    const [statement] = await listOf(buyer)
    await drawn(statement.id)
    const [paper] = await documentsOf(db, [`statement:${statement.id}`])
    expect(paper).toMatchObject({ state: 'valid', fault: '' })
  })

  it('逐分与账本一致：期初、收款、购货、退货、账期、期末；下月期初等于上月期末', async () => {
    const { first, second, third } = await twoMonths()
    const atNovember = await claimsByLedger(buyer.companyId)
    await nightly(new Date('2026-11-30T16:40:00Z'))
    const [november] = await listOf(buyer)
    // 62.15 = 5 × 10.03 + 12, of which 2 × 10.03 came back; 42.09 = 3 × 10.03 + 12 paid at the gateway; 112.30 on credit.
    expect(november).toMatchObject({
      month: '2026-11',
      opening: '1000.00',
      received: '42.09',
      bought: (62.15 - 20.06 + 112.3).toFixed(2),
      given: '0.00',
      other: '0.00',
      answer: 'open',
    })
    expect(fenOf(november.closing)).toBe(atNovember)
    expect(fenOf(november.closing)).toBe(100_000 + 4_209 - (6_215 - 2_006) - 11_230)

    shop.clock.now = DECEMBER
    const repay = await post('/api/pay/user_credit_create', { amount: '50.00' }, buyer.cookie)
    expect(repay.status, repay.text).toBe(200)
    expect((await post('/api/pay/user_credit_pay', { id: repay.data.id, channel: 'balance' }, buyer.cookie)).status).toBe(200)
    await nightly(JANUARY)
    const [december] = await listOf(buyer)
    expect(december).toMatchObject({ month: '2026-12', opening: november.closing, received: '0.00', bought: '0.00' })
    expect(fenOf(december.closing)).toBe(await claimsByLedger(buyer.companyId))

    // What is owed by its bills is what the credit account says, at both moments.
    for (const [until, owed] of [
      [new Date('2026-11-30T16:00:00Z'), 11_230],
      [new Date('2026-12-31T16:00:00Z'), 6_230],
    ] as const) {
      const open = (await billsAt(db, buyer.companyId, until)).reduce((sum, bill) => sum + bill.open, 0)
      expect(open).toBe(owed)
      expect((await claimsBefore(db, buyer.companyId, until)).credit).toBe(-owed)
    }
    const bytes = await drawn(november.id)
    if (hasPoppler) {
      const text = pdfText(bytes)
      for (const word of [first.no, second.no, third.no, '未到期', november.closing, '账户余额', '订单完成'])
        expect(text, word).toContain(word)
      expect(text).toContain('112.30')
      expect(pdfSignatures(bytes)).toContain('Signature is Valid')
    }
    const late = pdfTextOf(await drawn(december.id))
    if (hasPoppler) expect(late.replace(/\s+/g, ' ')).toContain('0.00 0.00 62.30 0.00 0.00')
  })

  it('每月一张：任务重跑、几个进程同时跑都不多出一张；别家看不到；做好后有消息', async () => {
    await Promise.all([1, 2, 3].map(() => nightly(new Date('2026-11-30T16:40:00Z'))))
    await nightly(new Date('2026-12-02T16:40:00Z'))
    const own = await listOf(buyer)
    expect(own).toHaveLength(1)
    expect((await listOf(other)).map((one: { closing: string }) => one.closing)).toEqual(['77.00'])
    const path = `/api/statement/${own[0].id}/answer`
    expect((await post(path, { agree: 1, made_at: own[0].made_at }, other.cookie)).status).toBe(404)
    await drawn(own[0].id)
    const messages = await shop.ask('GET', '/api/user/message', { cookie: buyer.cookie })
    expect(messages.data.list[0]).toMatchObject({ title: '请确认 2026-11 对账单', url: '/dzd' })
    const file = own[0].document.id
    expect((await shop.ask('GET', `/api/document/${file}/file`, { cookie: other.cookie })).status).toBe(404)
  })

  it('打开着旧版点确认：财务已重新出具的，不当作确认了没看过的新金额', async () => {
    await nightly(new Date('2026-11-30T16:40:00Z'))
    const [read] = await listOf(buyer)
    const path = `/api/statement/${read.id}/answer`
    await drawn(read.id)
    shop.clock.now = new Date('2026-12-02T02:00:00Z')
    const again = await post('/api/staff/statement', { company_id: buyer.companyId, month: '2026-11', reason: '补记汇款' }, staff)
    expect(again.status, again.text).toBe(200)
    const stale = await post(path, { agree: 1, made_at: read.made_at }, buyer.cookie)
    expect([stale.status, stale.data?.reason]).toEqual([409, 'STATEMENT_CHANGED'])
    const [fresh] = await listOf(buyer)
    expect(fresh.answer).toBe('open')
    expect((await post(path, { agree: 1, made_at: fresh.made_at }, buyer.cookie)).data.answer).toBe('agreed')
  })

  it('买方确认一次为准；有异议要写明；财务更正后是新的一版，重新确认', async () => {
    await nightly(new Date('2026-11-30T16:40:00Z'))
    const [{ id }] = await listOf(buyer)
    const answer = async (body: object, read?: string) =>
      post(`/api/statement/${id}/answer`, { made_at: read ?? (await listOf(buyer))[0].made_at, ...body }, buyer.cookie)
    expect((await answer({ agree: 0 })).message).toBe('请写明不符之处')
    expect((await answer({ agree: 0, note: '少记一笔汇款' })).data).toMatchObject({
      answer: 'disputed',
      note: '少记一笔汇款',
    })
    expect((await answer({ agree: 0, note: '少记一笔汇款' })).status).toBe(200)
    expect((await answer({ agree: 1 })).status).toBe(409)
    const disputed = await shop.ask('GET', '/api/staff/statement?answer=disputed&month=2026-11', { cookie: staff })
    expect(disputed.data.list.map((one: { id: number }) => one.id)).toContain(id)
    await drawn(id)
    const again = await post('/api/staff/statement', { company_id: buyer.companyId, month: '2026-11', reason: '补记汇款' }, staff)
    expect(again.data).toMatchObject({ id, answer: 'open', document: { version: 2, change: '补记汇款' } })
    expect((await answer({ agree: 1 })).data.answer).toBe('agreed')
    const early = await post('/api/staff/statement', { company_id: buyer.companyId, month: '2026-12', reason: '提前' }, staff)
    expect(early.message).toBe('只能制作已结束月份的对账单')
    for (const month of ['0000-01', '0001-01', '1999-12']) {
      const mistyped = await post('/api/staff/statement', { company_id: buyer.companyId, month, reason: '补制' }, staff)
      expect([mistyped.status, mistyped.message]).toEqual([422, '月份太早，只能制作 2000-01 起的对账单'])
    }
    expect(
      (await post('/api/staff/statement', { company_id: buyer.companyId, month: '2026-11', reason: '我要改' }, buyer.cookie)).status,
    ).toBe(401)
  })
})

describe('退款与单据同属一个订单', () => {
  it('两仓合并结算，账期订单被扣的赠品随另一单退回：还回的钱记在账期订单名下，账龄合计等于账期欠款', async () => {
    const far = await makeWarehouse(db, { code: 'CK2', name: '测试二仓' })
    const there = await makeGoods(db, { price: '10.03', stock: 0 })
    const gift = await makeGoods(db, { name: '两仓的赠品', price: '20.00', drug_class: 'otc_b' })
    for (const id of [there, gift]) await makeStock(db, id, [{ available: 100 }], far)
    await makePromotion(db, 'gift', { scope: { goods: [goods, there] }, tiers: [{ from: '700.00', gifts: [{ goods: gift }] }] })
    const lines = [
      { goods_id: goods, number: 40 },
      { goods_id: there, number: 40 },
    ]
    const placed = await buy(shop, buyer, address, lines)
    const withGift = await db
      .selectFrom('order_line')
      .where('gift_id', 'is not', null)
      .select('order_id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const onCredit = placed.find(({ id }) => id !== withGift.order_id)
    if (!onCredit) throw new Error('one order')
    expect((await post(`/api/pay/order/${onCredit.id}`, { channel: 'credit' }, buyer.cookie)).status).toBe(200)
    await payAtGateway(shop, buyer.cookie, withGift.order_id)
    for (const { id } of placed) await bring(shop, staff, id, 'receive')
    for (const [orderId, tag, number] of [
      [onCredit.id, '', 20],
      [withGift.order_id, '赠', 1],
    ] as const) {
      const line = (await formLines(shop, buyer.cookie, orderId)).find((one) => (one.tag === '赠') === (tag === '赠'))
      const applied = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line?.id ?? 0, number }] })
      expect((await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)).status).toBe(200)
    }
    const until = new Date('2026-11-30T16:00:00Z')
    const bills = await billsAt(db, buyer.companyId, until)
    expect(bills.map(({ open }) => open)).toEqual([-(await claimsBefore(db, buyer.companyId, until)).credit])
    const money = await ordersOf(db, buyer.companyId, NOVEMBER, until)
    expect(money.map(({ no, back }) => [no, back])).toEqual(placed.map(({ id, no }) => [no, id === onCredit.id ? 20 * 1_003 : 0]))
  })

  it('账期订单拆成两张、取消一张：各算各的付款与退款，合计不多不少；账龄与账期欠款相符，对账单照常出', async () => {
    const { id, no } = await order(30)
    expect((await post(`/api/pay/order/${id}`, { channel: 'credit' }, buyer.cookie)).status).toBe(200)
    const fresh = await split(shop, staff, id, { lines: { 对账片: 10 } })
    expect((await post(`/api/order/${fresh.id}/cancel`, {}, buyer.cookie)).status).toBe(200)
    const until = new Date('2026-11-30T16:00:00Z')
    expect(await ordersOf(db, buyer.companyId, NOVEMBER, until)).toMatchObject([
      { no, paid: 20_860, back: 0 },
      { no: fresh.no, paid: 10_430, back: 10_430 },
    ])
    const bills = await billsAt(db, buyer.companyId, until)
    expect(bills.map(({ open }) => open)).toEqual([20_860])
    expect((await claimsBefore(db, buyer.companyId, until)).credit).toBe(-20_860)
    await nightly(DECEMBER)
    expect(await listOf(buyer)).toHaveLength(1)
  })
})

describe('销售记录', () => {
  it('发出的每一行每一批都在：购货单位、通用名称、剂型、规格、批号、效期、厂商、数量、单价、金额、日期；金额合计到分', async () => {
    const { first, second, third } = await twoMonths()
    const { rawPayload, statusCode } = await shop.app.inject({
      method: 'GET',
      url: `/api/staff/sales_record?from=2026-11-10&to=2026-11-10&company_id=${buyer.companyId}`,
      headers: { cookie: `staff=${staff}` },
    })
    expect(statusCode).toBe(200)
    const rows: unknown[][] = utils.sheet_to_json(read(rawPayload, { type: 'buffer' }).Sheets.药品销售记录 ?? {}, { header: 1 })
    expect(rows[0]).toEqual([
      '销售日期',
      '购货单位',
      '通用名称',
      '剂型',
      '规格',
      '批号',
      '有效期至',
      '生产厂商',
      '产地',
      '批准文号',
      '单位',
      '数量',
      '单价',
      '金额',
      '订单号',
    ])
    expect(rows.slice(1).map((row) => [row[2], row[11], row[12], row[13], row[14]])).toEqual([
      ['对账片', 5, 10.03, 50.15, first.no],
      ['对账片', 10, 10.03, 100.3, third.no],
    ])
    expect(rows.flat()).not.toContain(second.no)
    // The same on its page, the last first, and on from any row.
    const day = 'start_time=2026-11-10&end_time=2026-11-10'
    const lines = async (query: string, status = 200) => {
      const answer = await shop.ask('GET', `/api/staff/sales_record/line?${query}`, { cookie: staff })
      expect(answer.status, answer.text).toBe(status)
      return answer.data
    }
    const brief = (data: { list: { number: number; price: string; amount: string; order_no: string }[] }) =>
      data.list.map((line) => [line.number, line.price, line.amount, line.order_no])
    const own = `${day}&company_id=${buyer.companyId}`
    const whole = await lines(own)
    const wanted = [
      [10, '10.03', '100.30', third.no],
      [5, '10.03', '50.15', first.no],
    ]
    expect(brief(whole).toSorted()).toEqual(wanted.toSorted())
    expect(whole).toMatchObject({ from: '2026-11-10', to: '2026-11-10', next: null })
    const page = await lines(`${own}&per_page=1`)
    expect(brief(page)).toEqual(brief(whole).slice(0, 1))
    expect(brief(await lines(`${own}&per_page=1&after=${page.next}`))).toEqual(brief(whole).slice(1))
    expect(brief(await lines(`${own}&words=${first.no}`))).toEqual([[5, '10.03', '50.15', first.no]])
    expect((await lines(`${day}&words=${encodeURIComponent('没有这家')}`)).list).toEqual([])
    expect((await lines(`words=${encodeURIComponent(whole.list[0].company)}&${day}`)).list.length).toBeGreaterThanOrEqual(2)
    await lines('start_time=2026-11-11&end_time=2026-11-10', 422)
    const asked = { from: '2026-11-10', to: '2026-11-10', company_id: buyer.companyId }
    const made = await post('/api/staff/sales_record', asked, staff)
    expect(made.data).toMatchObject({ lines: 2, document: { kind: 'sales_record', state: 'waiting' } })
    const again = await post('/api/staff/sales_record', asked, staff)
    expect([again.status, again.data?.reason]).toEqual([409, 'DOCUMENT_WAITING'])
    await doTask(papers, 'documents.make', { document_id: made.data.document.id }, NOVEMBER)
    if (hasPoppler) {
      const file = await shop.app.inject({
        method: 'GET',
        url: `/api/staff/document/${made.data.document.id}/file`,
        headers: { cookie: `staff=${staff}` },
      })
      const text = pdfText(file.rawPayload)
      expect(text).toContain('150.45')
      // Days and numbers that are compared with other papers stand in one line.
      expect(text.match(new RegExp(`${first.no}|${third.no}`, 'g'))).toHaveLength(2)
      expect(text.match(/2026-11-10/g)?.length).toBeGreaterThanOrEqual(4)
      expect(pdfSignatures(file.rawPayload)).toContain('Signature is Valid')
    }
    expect((await shop.ask('GET', '/api/staff/sales_record?from=2026-11-11&to=2026-11-10', { cookie: staff })).status).toBe(422)
    expect((await shop.ask('GET', '/api/staff/sales_record?from=2026-02-30&to=2026-11-10', { cookie: staff })).status).toBe(422)
    expect((await shop.ask('GET', '/api/staff/sales_record?from=2026-11-10&to=2026-11-10', { cookie: buyer.cookie })).status).toBe(401)
  })
})

describe('销售记录的法定项目', () => {
  it('商品名之外写通用名称，饮片写产地，受托生产的写持有人：与随货同行单一致', async () => {
    const made = { generic_name: '阿莫西林胶囊', holder: '示例持有人有限公司' }
    const drug = await makeGoods(db, { name: '安灭菌', price: '10.00', ...made })
    const herb = await makeGoods(db, { name: '当归', price: '20.00', kind: 'herb', origin: '甘肃岷县' })
    const who = { buyer, address, staff }
    await sentOrder(shop, who, [{ goods_id: drug, number: 1 }], '22.00')
    await sentOrder(shop, who, [{ goods_id: herb, number: 1 }], '32.00')
    const { rawPayload } = await shop.app.inject({
      method: 'GET',
      url: `/api/staff/sales_record?from=2026-11-10&to=2026-11-10&company_id=${buyer.companyId}`,
      headers: { cookie: `staff=${staff}` },
    })
    const rows = utils.sheet_to_json<Record<string, string>>(read(rawPayload, { type: 'buffer' }).Sheets.药品销售记录 ?? {})
    expect(rows[0]?.通用名称).toBe('阿莫西林胶囊（安灭菌）')
    expect(rows[0]?.生产厂商).toContain('持有人：示例持有人有限公司')
    expect([rows[1]?.通用名称, rows[1]?.产地]).toEqual(['当归', '甘肃岷县'])
  })

  it('发出以后商品改了资料、购货单位改了名：销售记录仍与当时的随货同行单一致', async () => {
    const own = await makeCompany(db, { balance: '500.00', name: '改名前大药房' })
    const goods = await makeGoods(db, { name: '旧名片', price: '10.00', generic_name: '旧通用名', approval_no: '国药准字H20260001' })
    const who = { buyer: own, address: await makeAddress(db, own.companyId), staff }
    await sentOrder(shop, who, [{ goods_id: goods, number: 1 }], '22.00')
    const now = { generic_name: '改过', approval_no: '改过', holder: '改过', origin: '改过' }
    await db.updateTable('goods').set(now).where('id', '=', goods).execute()
    await db.updateTable('company').set({ name: '改名后大药房' }).where('id', '=', own.companyId).execute()
    const { rawPayload } = await shop.app.inject({
      method: 'GET',
      url: `/api/staff/sales_record?from=2026-11-10&to=2026-11-10&company_id=${own.companyId}`,
      headers: { cookie: `staff=${staff}` },
    })
    const [row] = utils.sheet_to_json<Record<string, string>>(read(rawPayload, { type: 'buffer' }).Sheets.药品销售记录 ?? {})
    expect(row).toMatchObject({ 购货单位: '改名前大药房', 通用名称: '旧通用名（旧名片）', 批准文号: '国药准字H20260001' })
    expect(JSON.stringify(row)).not.toContain('改过')
  })
})

const pdfTextOf = (bytes: Buffer): string => (hasPoppler ? pdfText(bytes) : '')
