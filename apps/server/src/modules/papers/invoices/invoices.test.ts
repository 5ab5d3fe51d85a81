import { beforeEach, describe, expect, it } from 'vitest'
import { fen } from '#domain/money.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { embeddedInvoices } from '../../../providers/invoice/embedded-store.ts'
import { findViolations } from '../../money/invariants/public.ts'
import { askRedInvoice } from './public.ts'
import { workRequest } from './work-store.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let orderId: number
let lineId: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db)
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '2000.00', credit_code: '92520103MA00000011' })
  const goods = await makeGoods(db, { price: '113.00', stock: 100 })
  const [order] = await buy(shop, buyer, await makeAddress(db, buyer.companyId), [{ goods_id: goods, number: 5 }], '577.00')
  expect(order?.status).toBe('paid')
  orderId = order?.id ?? 0
  lineId = (await db.selectFrom('order_line').where('order_id', '=', orderId).select('id').executeTakeFirstOrThrow()).id
  for (const command of ['pick', 'ship']) await shop.ask('POST', `/api/staff/order/${orderId}/${command}`, { cookie: staff, body: {} })
})

const listOf = async (query = '', cookie = buyer.cookie) => (await shop.ask('GET', `/api/invoice/list${query}`, { cookie })).data
const change = (id: number, body: object = {}, cookie = buyer.cookie) =>
  shop.ask('POST', `/api/invoice/${id}/change`, {
    cookie,
    body: { kind: 'normal', name: '溪桥大药房', tax_no: '', reason: '改开普票', ...body },
  })
const back = (gross: number, number: number, key: string) =>
  db.transaction().execute((trx) => {
    const part = { orderLineId: lineId, number, gross: fen(gross) }
    return askRedInvoice(trx, { id: orderId, companyId: buyer.companyId }, { key, reason: '退货', parts: [part] }, NOW)
  })

it('换开的抬头里有单据印不出来的字：说明是哪个字', async () => {
  for (const [field, value] of Object.entries({ name: '溪桥大药房😀', address: '示例路😀', bank: '示例银行😀' })) {
    const answer = await change(1, { [field]: value })
    expect(answer, field).toMatchObject({ status: 422, data: { errors: [{ field, message: expect.stringContaining('“😀”') }] } })
  }
})

describe('电子发票', () => {
  it('发货即开：20 位号码、测试标记、价税合计等于实付（含运费）；任务重跑不重复', async () => {
    await shop.jobs.runDue()
    const { list, total, sum } = await listOf()
    expect([total, sum]).toEqual([1, '577.00'])
    expect(list[0]).toMatchObject({
      is_test: 1,
      colour: 'blue',
      kind: 'normal',
      total: '577.00',
      net: '510.62',
      tax: '66.38',
      left_note: '',
      can_change: 1,
    })
    expect(list[0].number).toMatch(/^26009\d{15}$/)
    const file = await shop.app.inject({ method: 'GET', url: list[0].file.url, headers: { cookie: `sid=${buyer.cookie}` } })
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(list[0].file.name).toContain('测试发票')
    const { id } = await db.selectFrom('invoice_request').where('order_id', '=', orderId).select('id').executeTakeFirstOrThrow()
    await db.updateTable('invoice_request').set({ state: 'waiting' }).where('id', '=', id).execute()
    await workRequest({ database: shop.database, provider: embeddedInvoices(db) }, id, NOW)
    expect((await listOf()).total).toBe(1)
  })

  it('退款先于开票任务也不乱：先蓝后红；同一笔退款只冲一次，分次冲完恰为零', async () => {
    await back(22_600, 2, 'a')
    await back(22_600, 2, 'a')
    await shop.jobs.runDue()
    expect(await listOf()).toMatchObject({ total: 2, sum: '351.00' })
    const [red] = (await listOf('?colour=red')).list
    const [blue] = (await listOf('?colour=blue')).list
    expect(red).toMatchObject({ total: '-226.00', net: '-200.00', tax: '-26.00', of_number: blue.number, can_change: 0 })
    expect(blue.left_note).toBe('已部分冲红，余 ¥351.00')
    // More than is left: only what is left is taken back.
    await back(99_900, 9, 'b')
    await shop.jobs.runDue()
    expect((await listOf()).sum).toBe('12.00')
    await back(100, 1, 'c')
    await shop.jobs.runDue()
    expect((await listOf()).total).toBe(3)
  })

  it('从未发货的订单退款不开红票', async () => {
    await shop.database.pool.query('delete from invoice_request where order_id = $1', [orderId])
    await back(22_600, 2, 'never')
    await shop.jobs.runDue()
    expect((await listOf()).total).toBe(0)
  })

  it('换开：审核通过后原票冲红、按新抬头重开；一单一次只办一件；可撤回、可驳回', async () => {
    await shop.jobs.runDue()
    const [blue] = (await listOf()).list
    const { data: asked } = await change(blue.id)
    expect(asked).toMatchObject({ state: 'review', kind_name: '换开普通发票' })
    expect((await change(blue.id)).status).toBe(409)
    expect((await shop.ask('POST', `/api/invoice/request/${asked.id}/cancel`, { cookie: buyer.cookie, body: {} })).data.state).toBe('void')

    const { data: second } = await change(blue.id)
    const waiting = (await shop.ask('GET', '/api/staff/invoice_requests', { cookie: staff })).data
    expect(waiting.list).toMatchObject([{ request: { id: second.id }, titles: { name: '溪桥大药房' } }])
    const review = (id: number, decision: string, body = {}) =>
      shop.ask('POST', `/api/staff/invoice_request/${id}/${decision}`, { cookie: staff, body })
    expect((await review(second.id, 'reject')).status).toBe(422)
    expect((await review(second.id, 'reject', { reason: '抬头须与购货单位一致' })).data.state).toBe('rejected')
    const { data: third } = await change(blue.id, { name: '溪桥大药房（云岩店）' })
    expect((await review(third.id, 'pass')).data.state).toBe('waiting')
    await shop.jobs.runDue()
    const { list, sum } = await listOf()
    expect(sum).toBe('577.00')
    expect(list.map((one: { colour: string; total: string }) => [one.colour, one.total])).toEqual([
      ['blue', '577.00'],
      ['red', '-577.00'],
      ['blue', '577.00'],
    ])
    expect(list[0].buyer_name).toBe('溪桥大药房（云岩店）')
    expect((await change(blue.id)).message).toBe('该发票已全部冲红')
    // What comes back now is taken from the new invoice.
    await back(11_300, 1, 'later')
    await shop.jobs.runDue()
    expect((await listOf('?colour=red')).list[0].of_number).toBe(list[0].number)
  })

  it('所有企业的发票一处查：按号码、订单、企业、蓝红、种类、冲红、日期，合计对得上；一张的明细、红字、文件、来历都在', async () => {
    await back(22_600, 2, 'staff-list')
    await shop.jobs.runDue()
    const find = async (query: string) => {
      const answer = await shop.ask('GET', `/api/staff/invoice?${query}`, { cookie: staff })
      expect(answer.status, answer.text).toBe(200)
      return answer.data
    }
    const own = `company_id=${buyer.companyId}`
    const all = await find(own)
    const [red, blue] = all.list
    expect(all.sums).toEqual({ count: 2, blue: '577.00', red: '-226.00', net: '310.62', tax: '40.38', total: '351.00' })
    expect(red).toMatchObject({ colour: 'red', of_number: blue.number, total: '-226.00', state: '', state_name: '' })
    expect(blue).toMatchObject({ colour: 'blue', order_id: orderId, state: 'part', state_name: '部分冲红', left: '351.00', is_test: 1 })
    const found = async (query: string) => (await find(`${own}&${query}`)).list.map(({ id }: { id: number }) => id)
    expect(await found('colour=red')).toEqual([red.id])
    expect(await found('state=part')).toEqual([blue.id])
    expect(await found('state=gone')).toEqual([])
    expect(await found('state=untouched')).toEqual([])
    expect(await found('kind=special')).toEqual([])
    expect(await found(`no=${blue.number}`)).toEqual([blue.id])
    expect(await found(`no=${blue.order_no}`)).toEqual([red.id, blue.id])
    expect(await found(`company=${encodeURIComponent(blue.company)}`)).toEqual([red.id, blue.id])
    expect(await found('company=没有这家')).toEqual([])
    expect(await found('start_time=2026-11-21&end_time=2026-11-21')).toEqual([red.id, blue.id])
    expect(await found('end_time=2026-11-20')).toEqual([])
    expect((await shop.ask('GET', '/api/staff/invoice?start_time=2026-02-30', { cookie: staff })).status).toBe(422)
    // Page by page, the latest first, and nobody sums up all that was ever issued.
    const first = await find('per_page=1')
    expect([first.list[0].id, first.sums]).toEqual([red.id, null])
    expect((await find(`per_page=1&before=${first.next}`)).list[0].id).toBe(blue.id)

    const { data: one } = await shop.ask('GET', `/api/staff/invoice/${blue.id}`, { cookie: staff })
    expect(one).toMatchObject({ can_change: 1, reds: [{ number: red.number, total: '-226.00' }], remark: `订单 ${blue.order_no}` })
    expect(one.lines.map((line: { number: string; net: string; tax: string }) => [line.number, line.net, line.tax])).toEqual([
      ['5', '500.00', '65.00'],
      ['', '10.62', '1.38'],
    ])
    expect(one.files).toMatchObject([{ form: 'PDF' }])
    expect(one.requests.map(({ kind_name: name, state }: { kind_name: string; state: string }) => [name, state])).toEqual([
      ['开具红字发票', 'done'],
      ['开具发票', 'done'],
    ])
    const { data: other } = await shop.ask('GET', `/api/staff/invoice/${red.id}`, { cookie: staff })
    expect(other).toMatchObject({ can_change: 0, why: '红字发票不能换开' })
    expect((await shop.ask('GET', '/api/staff/invoice/999999', { cookie: staff })).status).toBe(404)
    expect((await shop.ask('GET', '/api/staff/invoice', { cookie: await makeStaffOf(db, 'warehouse') })).status).toBe(403)
  })

  it('客户打来电话要换开：财务代他提出，提出的人不能自己审核，另一人同意后冲红重开', async () => {
    await shop.jobs.runDue()
    const [blue] = (await listOf()).list
    const [first, second] = [await makeStaffOf(db, 'finance', '甲财'), await makeStaffOf(db, 'finance', '乙财')]
    const body = { kind: 'normal', name: '溪桥大药房', tax_no: '', reason: '客户来电要求' }
    const asked = await shop.ask('POST', `/api/staff/invoice/${blue.id}/change`, { cookie: first, body })
    expect(asked, asked.text).toMatchObject({ status: 200, message: '换开申请已提出，由另一人审核后开具', data: { state: 'review' } })
    const again = await shop.ask('POST', `/api/staff/invoice/${blue.id}/change`, { cookie: second, body })
    expect(again).toMatchObject({ status: 409, message: '该订单的换开申请正在处理' })
    const rowFor = async (cookie: string, state = 'review') =>
      (await shop.ask('GET', `/api/staff/invoice_requests?state=${state}`, { cookie })).data.list.find(
        ({ request }: { request: { id: number } }) => request.id === asked.data.id,
      )
    expect(await rowFor(first)).toMatchObject({ asked_by: '甲财', mine: 1 })
    const pass = (cookie: string) => shop.ask('POST', `/api/staff/invoice_request/${asked.data.id}/pass`, { cookie, body: {} })
    expect(await pass(first)).toMatchObject({ status: 403, message: '这份申请是您代客户提出的，须由另一人审核' })
    expect((await pass(second)).status).toBe(200)
    expect(await rowFor(second, 'waiting')).toMatchObject({ request: { state_name: '开具中' } })
    await shop.jobs.runDue()
    expect(await rowFor(second, 'done')).toMatchObject({ request: { state_name: '已换开' } })
    expect((await listOf()).list[0]).toMatchObject({ colour: 'blue', buyer_name: '溪桥大药房' })
    const { rows } = await shop.database.pool.query(`select action, actor from audit_log where subject = $1 order by id`, [
      `invoice_request:${asked.data.id}`,
    ])
    expect(rows).toEqual([
      { action: 'invoice.change_ask', actor: '甲财' },
      { action: 'invoice.change_pass', actor: '乙财' },
    ])
    expect((await shop.ask('POST', '/api/staff/invoice/999999/change', { cookie: first, body })).status).toBe(404)
  })

  it('红字正在开具时通过了换开：先冲退款的部分，再冲余下的，没有一张蓝字被冲得比它多', async () => {
    await shop.jobs.runDue()
    const [blue] = (await listOf()).list
    const { data: asked } = await change(blue.id)
    await back(22_600, 2, 'in-flight')
    const red = await db
      .selectFrom('invoice_request')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'red')
      .select('id')
      .executeTakeFirstOrThrow()
    const issuer = embeddedInvoices(db)
    const [asks, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: typeof issuer = {
      ...issuer,
      issue: async (order, now) => {
        asks.resolve()
        await answers.promise
        return issuer.issue(order, now)
      },
    }
    const working = workRequest({ database: shop.database, provider: slow }, red.id, NOW)
    await asks.promise
    const passed = await shop.ask('POST', `/api/staff/invoice_request/${asked.id}/pass`, { cookie: staff, body: {} })
    expect(passed.status, passed.text).toBe(200)
    await workRequest({ database: shop.database, provider: issuer }, asked.id, NOW)
    answers.resolve()
    await working
    const { list, sum } = await listOf()
    expect(sum).toBe('351.00')
    expect(list.map((one: { colour: string; total: string; left: string }) => [one.colour, one.total, one.left]).slice(0, 1)).toEqual([
      ['blue', '351.00', '351.00'],
    ])
    expect(list.filter((one: { colour: string }) => one.colour === 'blue').map((one: { left: string }) => one.left)).toEqual([
      '351.00',
      '0.00',
    ])
    expect(await findViolations(db, NOW, ['invoice_red'])).toEqual([])
  })

  it('专票要有校验通过的税号；别家的发票查不到、换不了、打不了包', async () => {
    await shop.jobs.runDue()
    const [blue] = (await listOf()).list
    expect((await change(blue.id, { kind: 'special' })).data.errors[0].field).toBe('tax_no')
    expect((await change(blue.id, { kind: 'special', tax_no: '92520103MA00000012' })).data.errors[0].field).toBe('tax_no')
    const other = await makeCompany(db)
    expect((await listOf('', other.cookie)).total).toBe(0)
    expect((await change(blue.id, {}, other.cookie)).status).toBe(404)
    expect((await shop.ask('GET', `/api/invoice/zip?ids[]=${blue.id}`, { cookie: other.cookie })).status).toBe(404)
    expect((await shop.ask('GET', blue.file.url, { cookie: other.cookie })).status).toBe(404)
    const zip = await shop.app.inject({
      method: 'GET',
      url: `/api/invoice/zip?ids[]=${blue.id}`,
      headers: { cookie: `sid=${buyer.cookie}` },
    })
    expect(zip.rawPayload.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004', 'latin1'))
  })

  it('按日期打包：每张的文件和一份清单；这几天没有就说没有', async () => {
    await shop.jobs.runDue()
    await back(11_300, 1, 'zip')
    await shop.jobs.runDue()
    const zip = async (query: string) =>
      shop.app.inject({ method: 'GET', url: `/api/invoice/zip${query}`, headers: { cookie: `sid=${buyer.cookie}` } })
    const both = (await zip('?start_time=2026-11-21&end_time=2026-11-21')).rawPayload.toString('latin1')
    const { list } = await listOf()
    expect(list).toHaveLength(2)
    for (const { number } of list) expect(both).toContain(`${number}.pdf`)
    expect((await zip('?colour=red')).rawPayload.toString('latin1')).not.toContain(`${list[1].number}.pdf`)
    expect((await zip('?end_time=2026-11-20')).statusCode).toBe(404)
    expect((await shop.ask('GET', '/api/invoice/zip?start_time=2026-02-30', { cookie: buyer.cookie })).status).toBe(422)
    const { read, utils } = await import('@e965/xlsx')
    const entry = zipEntry((await zip('')).rawPayload, '清单.xlsx')
    const book = read(entry, { type: 'buffer' })
    const rows: unknown[][] = utils.sheet_to_json(book.Sheets.发票清单 ?? {}, { header: 1 })
    expect(rows.map((row) => row[10])).toEqual(['价税合计', -113, 577])
    expect(rows[1]?.[4]).toBe(list[1].number)
  })

  it('红字跟着它的蓝字：蓝字写着被哪张冲了多少，红字写着冲的哪张', async () => {
    await shop.jobs.runDue()
    await back(11_300, 1, 'beside')
    await shop.jobs.runDue()
    const [red, blue] = (await listOf()).list
    expect(red).toMatchObject({ colour: 'red', of_number: blue.number, reds: [] })
    expect(blue.reds).toMatchObject([{ number: red.number, total: '-113.00' }])
  })

  it('税务局给的 PDF、OFD、XML 原样保存、逐个字节取得回来，不再重画', async () => {
    const papers = (['pdf', 'ofd', 'xml'] as const).map((form) => ({ form, content: Buffer.from(`${form} 原件 ${orderId}`) }))
    const real = { isTest: false, issue: async () => ({ number: `2652000000${String(orderId).padStart(10, '0')}`, issuedAt: NOW, papers }) }
    const { id } = await db.selectFrom('invoice_request').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()
    await workRequest({ database: shop.database, provider: real }, id, NOW)
    const [invoice] = (await listOf()).list
    expect(invoice.files.map((file: { form: string }) => file.form)).toEqual(['PDF', 'OFD', 'XML'])
    for (const [at, { content }] of papers.entries()) {
      const { rawPayload, headers } = await shop.app.inject({
        method: 'GET',
        url: invoice.files[at].url,
        headers: { cookie: `sid=${buyer.cookie}` },
      })
      expect(rawPayload).toEqual(content)
      if (at > 0) expect(headers['content-disposition']).toMatch(/^attachment/)
    }
    expect(invoice.file.id).toBe(invoice.files[0].id)
  })

  it('按号码、订单号、日期查；不存在的日期说明', async () => {
    await shop.jobs.runDue()
    const [blue] = (await listOf()).list
    expect((await listOf(`?keywords=${blue.number.slice(0, 20)}`)).total).toBe(1)
    expect((await listOf(`?keywords=${blue.order_no}`)).total).toBe(1)
    expect((await listOf('?keywords=99999')).total).toBe(0)
    expect((await listOf('?start_time=2026-11-21&end_time=2026-11-21')).total).toBe(1)
    expect((await listOf('?end_time=2026-11-20')).total).toBe(0)
    expect((await shop.ask('GET', '/api/invoice/list?start_time=2026-02-30', { cookie: buyer.cookie })).status).toBe(422)
  })
})

/** The bytes of one stored entry of a ZIP. */
function zipEntry(zip: Buffer, name: string): Buffer {
  const at = zip.indexOf(Buffer.from(name, 'utf8')) - 30
  const size = zip.readUInt32LE(at + 18)
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  return zip.subarray(start, start + size)
}
