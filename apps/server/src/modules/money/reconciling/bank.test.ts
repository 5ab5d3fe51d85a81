import { utils, write } from '@e965/xlsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { openBankAccount, paymentDepsOf } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { hostileLists } from '../../../../test/hostile.ts'
import { type StatementRow, sendStatement, statementOf } from '../../../../test/statement-files.ts'
import { doTask } from '../../../../test/tasks.ts'
import { reconcilingTasks } from './tasks.ts'

const NOW = new Date('2026-11-21T06:00:00Z')
let buyer: Buyer
let name: string
let serial = 0

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await openBankAccount(db)
const clerk = await makeStaffOf(db, 'finance', '苏禾')
afterEach(() => expectLedgerTrue(db))
beforeEach(async () => {
  serial += 1
  name = `禾苑诊所${serial}`
  buyer = await makeCompany(db, { name, balance: '0.50' })
})

const own = (): string => `S${String(serial).padStart(4, '0')}${Math.random().toString(36).slice(2, 8)}`
const ask = (method: 'GET' | 'POST', url: string, body?: object) =>
  shop.ask(method, `/api/staff/bank/${url}`, { cookie: clerk, ...(body && { body }) })
async function read(rows: readonly StatementRow[]) {
  const answer = await sendStatement(shop, clerk, statementOf(rows))
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
async function take(rows: readonly StatementRow[], alike = 0) {
  const { import: made } = await read(rows)
  const answer = await ask('POST', `import/${made.id}/take`, { alike })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
/** An order of its own amount that nobody paid. */
async function order(price: string) {
  const address = await makeAddress(db, buyer.companyId)
  const [placed] = await buy(shop, buyer, address, [{ goods_id: await makeGoods(db, { price }), number: 10 }])
  if (!placed) throw new Error('nothing placed')
  return placed
}
const lines = async (query = 'state=open') => (await ask('GET', `line?per_page=100&${query}`)).data.list
const lineOf = async (payer: string) => (await lines(`keywords=${encodeURIComponent(payer)}`))[0]
const statusOf = async (id: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

describe('银行流水文件', () => {
  it('先看后收：新的、坏的、支出的各有多少；同一个文件收两次，一笔也不多', async () => {
    const rows = [
      { name, amount: '11.10', serial: own() },
      { name, amount: '11.10', memo: '没有流水号' },
      { name, amount: '1.2345', serial: own() },
    ]
    const shown = await read(rows)
    expect(shown).toMatchObject({
      fresh: '22.20',
      known_count: 0,
      import: { line_count: 2, fresh_count: 2, fault_count: 1, state: 'shown' },
    })
    expect(shown.faults).toEqual([{ line: 5, message: '金额“1.2345”金额最多两位小数' }])
    expect(await lineOf(name)).toBeUndefined()
    expect((await take(rows)).fresh).toBe(2)
    const again = await read(rows)
    expect(again).toMatchObject({ known_count: 2, fresh: '0.00' })
    expect((await take(rows)).fresh).toBe(0)
    const once = await ask('POST', `import/${again.import.id}/take`, {})
    expect((await ask('POST', `import/${again.import.id}/take`, {})).data).toEqual(once.data)
    expect(await lines(`keywords=${encodeURIComponent(name)}`)).toHaveLength(2)
    expect((await ask('GET', 'import')).data.list[0]).toMatchObject({ state: 'taken', fresh_count: 0, taken_by: '苏禾' })
    expect((await ask('GET', `import/${again.import.id}`)).data.lines).toEqual([])
  })

  it('收过的流水号又来一次而付款户不同：写明原来收的是谁、这次是谁，不悄悄当成已知', async () => {
    const serial = own()
    await take([{ name: '改过的付款户', amount: '66.00', serial }])
    const real = await read([
      { name, amount: '66.00', serial },
      { name, amount: '1.00', serial: own() },
    ])
    expect(real).toMatchObject({ known_count: 1, fresh: '1.00', import: { fault_count: 1 } })
    expect(real.faults).toEqual([{ line: 3, message: `流水号 ${serial} 已收入，付款户为“改过的付款户”，本文件为“${name}”，请核对` }])
  })

  it('银行没有的来账夹在自制的文件里收了进来：下一份完整的流水点出它，同一天首尾之外的不误报', async () => {
    const [real, early, late] = [own(), own(), own()]
    const at = (day: string) => `2026-03-${day} 09:02:11`
    await take([{ at: at('12'), name, amount: '66.00', serial: real }])
    await take([
      { at: at('12'), name: '自制付款户', amount: '88888.00', serial: own() },
      { at: at('14'), name: '末日之后才到', amount: '3.00', serial: own() },
    ])
    const whole = await read([
      { at: at('10'), name, amount: '1.00', serial: early },
      { at: at('12'), name, amount: '66.00', serial: real },
      { at: at('14'), name, amount: '2.00', serial: late },
    ])
    expect(whole.faults).toEqual([
      { line: 0, message: '2026-03-12 “自制付款户” ¥88888.00 此前收入过（流水.csv，苏禾），本文件没有，请向银行核对' },
    ])
    expect(whole.import.fault_count).toBe(1)
  })

  it('两个人同时收同一批来账，每笔只有一行', async () => {
    const rows = Array.from({ length: 40 }, () => ({ name, amount: '5.00', serial: own() }))
    const [one, two] = [await read(rows), await read([...rows].reverse())]
    const taken = await Promise.all([one, two].map(({ import: { id } }) => ask('POST', `import/${id}/take`, {})))
    expect(taken.map(({ status }) => status)).toEqual([200, 200])
    expect(taken.reduce((sum, { data }) => sum + data.fresh, 0)).toBe(40)
    expect(await lines(`keywords=${encodeURIComponent(name)}`)).toHaveLength(40)
  })

  it('没有流水号的同样两笔是两笔；换一种格式再来的同一笔说是疑似重复，点了才收', async () => {
    const twin = { name, amount: '7.70', memo: '药款' }
    expect((await take([twin, twin])).fresh).toBe(2)
    expect((await read([twin, twin])).known_count).toBe(2)
    const other = { ...twin, serial: own() }
    expect((await read([other])).alike_count).toBe(1)
    expect((await take([other])).fresh).toBe(0)
    expect((await take([other], 1)).fresh).toBe(1)
  })

  it('GBK 的 CSV 和 XLSX 读出同样的行', async () => {
    // 交易时间,贷方发生额,对方户名 / 2026-11-21,3.00,药房, in GBK.
    const gbk = Buffer.from(
      'bdbbd2d7cab1bce42cb4fbb7bdb7a2c9fab6ee2cb6d4b7bdbba7c3fb0d0a323032362d31312d32312c332e30302cd2a9b7bf0d0a',
      'hex',
    )
    const sheet = utils.aoa_to_sheet([
      ['交易时间', '贷方发生额', '对方户名'],
      ['2026-11-21', 3, '药房'],
    ])
    const book: Buffer = write({ SheetNames: ['流水'], Sheets: { 流水: sheet } }, { type: 'buffer', bookType: 'xlsx' })
    const [a, b] = [await sendStatement(shop, clerk, gbk), await sendStatement(shop, clerk, book, { name: '流水.xlsx' })]
    expect([a.status, b.status], a.text + b.text).toEqual([200, 200])
    expect(a.data.lines[0]).toMatchObject({ payer_name: '药房', amount: '3.00', day: '2026-11-21' })
    expect(b.data.lines).toEqual(a.data.lines)
  })

  it('恶意和无关的文件各有一句话，什么也不留下；没收的文件过几天忘掉', async () => {
    const before = (await ask('GET', 'import')).data.total
    for (const [kind, make] of hostileLists()) {
      const answer = await sendStatement(shop, clerk, make(), { name: kind })
      expect([200, 422], `${kind}: ${answer.text}`).toContain(answer.status)
      if (answer.status === 422) expect(answer.message, kind).toMatch(/[\u4e00-\u9fff]{2}/)
    }
    for (const text of ['', '姓名,电话\n甲,1', '交易时间,贷方发生额\n', `交易时间,贷方发生额\n${'x'.repeat(40_000)},1\n`])
      expect((await sendStatement(shop, clerk, text)).status).toBe(422)
    const large = `交易时间,贷方发生额\n${'2026-11-21,1.00\n'.repeat(5_200)}`
    expect((await sendStatement(shop, clerk, large)).message).toContain('5000 行')
    expect((await sendStatement(shop, clerk, Buffer.alloc(2 * 1024 * 1024 + 1, 'x'))).message).toContain('2 MB')
    const zero = await sendStatement(
      shop,
      clerk,
      `交易时间,贷方发生额,对方户名\n2026-11-21,1.00,甲\u0001乙\n${'2026-11-21,1.00,丙\n'.repeat(20)}`,
    )
    expect(zero.data.lines[0].payer_name).toMatch(/^甲 乙/)
    expect((await ask('GET', 'import')).data.total).toBeGreaterThanOrEqual(before + 1)
    await doTask(reconcilingTasks(paymentDepsOf(shop)), 'reconciling.cleanup', {}, new Date(NOW.getTime() + 8 * 86_400_000))
    expect((await ask('GET', `import/${zero.data.import.id}`)).status).toBe(404)
  })
})

describe('来账对到订单', () => {
  it('金额、户名相符的唯一一笔订单是明确的建议；没有人点，什么也不入账；点了订单已付款，凭证随之核对', async () => {
    const placed = await order('31.07')
    await take([{ name, amount: placed.payable, serial: own() }])
    const line = await lineOf(name)
    expect(line).toMatchObject({ clear: 1, suggestion: { order_no: placed.no, percent: 80, bookable: 1 } })
    expect(await statusOf(placed.id)).toBe('pending_payment')
    const done = await ask('POST', `line/${line.id}/match`, { order_no: placed.no })
    expect(done.data, done.text).toMatchObject({ state: 'matched', outcome: 'paid', matched_to: `订单 ${placed.no}` })
    expect(await statusOf(placed.id)).toBe('paid')
    expect((await ask('POST', `line/${line.id}/match`, { order_no: placed.no })).status).toBe(409)
  })

  it('两个人同时把同一笔来账对到两笔订单：一个成，另一个听到缘故；同一订单不收两笔', async () => {
    const [one, two] = [await order('32.11'), await order('32.11')]
    await take([1, 2].map(() => ({ name, amount: one.payable, serial: own() })))
    const [first, second] = await lines(`keywords=${encodeURIComponent(name)}`)
    expect(first).toMatchObject({ clear: 0 })
    const both = await Promise.all([one, two].map(({ no }) => ask('POST', `line/${first.id}/match`, { order_no: no })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const paid = (await statusOf(one.id)) === 'paid' ? one : two
    const again = await ask('POST', `line/${second.id}/match`, { order_no: paid.no })
    expect([again.status, again.message]).toEqual([409, '订单不是待付款，请刷新后核对'])
  })

  it('先前凭手工确认过的到账，流水来了只是对上，不再记一次；第二笔同样的钱转待查', async () => {
    const placed = await order('33.03')
    const started = await shop.ask('POST', `/api/pay/order/${placed.id}`, { cookie: buyer.cookie, body: { channel: 'bank' } })
    const no = started.data.payment_no as string
    expect((await shop.ask('POST', `/api/staff/payment/${no}/arrived`, { cookie: clerk })).data.outcome).toBe('paid')
    await take([1, 2].map(() => ({ name, amount: placed.payable, serial: own() })))
    const [first, second] = await lines(`keywords=${encodeURIComponent(name)}`)
    expect(first.suggestion).toMatchObject({ payment_no: no, standing: 'booked' })
    const posted = async () => Number((await pool.query('select count(*) from ledger_posting')).rows[0].count)
    const before = await posted()
    expect((await ask('POST', `line/${first.id}/match`, { payment_no: no })).data.outcome).toBe('joined')
    expect(await posted()).toBe(before)
    expect((await ask('GET', `line/${second.id}`)).data.targets).toEqual([])
    expect((await ask('POST', `line/${second.id}/match`, { payment_no: no })).status).toBe(409)
    const held = await ask('POST', `line/${second.id}/suspend`, { reason: '重复付款' })
    expect(held.data.state).toBe('suspended')
    const suspense = (await shop.ask('GET', '/api/staff/payment/suspense?per_page=100', { cookie: clerk })).data.list
    expect(suspense.at(-1)).toMatchObject({ reason: '对公来账没有对上', payer: `${name} 货款`, can_return: 0 })
    const url = `/api/staff/payment/suspense/${suspense.at(-1).no}`
    expect((await shop.ask('POST', `${url}/return`, { cookie: clerk, body: { reason: '退回' } })).status).toBe(409)
    const into = { reason: '转余额', company_id: buyer.companyId }
    expect((await shop.ask('POST', `${url}/match`, { cookie: clerk, body: into })).data.status).toBe('matched')
    expect(await balanceOf(db, buyer.companyId)).toBe(50 + Math.round(Number(placed.payable) * 100))
  })

  it('自己读入的流水说是某家付的，不作数：读入的人把大额来账转进那家的余额须另一人批准，几笔小额合在一起算；别的财务转，一人就行', async () => {
    const other = await makeStaffOf(db, 'finance', '顾衡')
    const suspended = async (amount: string) => {
      const held = (await lines(`keywords=${encodeURIComponent(name)}`)).find((one: { amount: string }) => one.amount === amount)
      expect((await ask('POST', `line/${held.id}/suspend`, { reason: '没有对上的单据' })).status).toBe(200)
      return (await shop.ask('GET', '/api/staff/payment/suspense?per_page=100', { cookie: clerk })).data.list.at(-1).no as string
    }
    const match = (no: string, cookie: string) =>
      shop.ask('POST', `/api/staff/payment/suspense/${no}/match`, { cookie, body: { reason: '客户预付', company_id: buyer.companyId } })
    await take(['600.00', '600.01', '5000.00', '7000.00'].map((amount) => ({ name, amount, serial: own() })))
    expect((await match(await suspended('600.00'), clerk)).data.status).toBe('matched')
    expect((await match(await suspended('600.01'), clerk)).status).toBe(202)
    expect((await match(await suspended('5000.00'), clerk)).status).toBe(202)
    expect((await match(await suspended('7000.00'), other)).data.status).toBe('matched')
    expect(await balanceOf(db, buyer.companyId)).toBe(50 + 60_000 + 700_000)
  })

  it('金额不同的对不上；户名不符的要写明原因；不是货款的记为不入账，还能重开', async () => {
    const placed = await order('34.05')
    await take([
      { name: `${name}王某`, amount: placed.payable, serial: own(), memo: `订单${placed.no}` },
      { name: `${name}利息`, amount: '0.31', serial: own() },
    ])
    const [line, interest] = [await lineOf(`${name}王某`), await lineOf(`${name}利息`)]
    expect(line).toMatchObject({ clear: 0, suggestion: { order_no: placed.no, percent: 75, fits: { name: 0, number: 1 } } })
    const other = await ask('POST', `line/${interest.id}/match`, { order_no: placed.no })
    expect(other.message).toContain('来账 ¥0.31')
    const bare = await ask('POST', `line/${line.id}/match`, { order_no: placed.no })
    expect([bare.status, bare.message]).toEqual([422, expect.stringContaining('不是该企业')])
    expect(await statusOf(placed.id)).toBe('pending_payment')
    expect((await ask('POST', `line/${line.id}/match`, { order_no: placed.no, reason: '法人代付，已收证明' })).status).toBe(200)
    expect((await ask('POST', `line/${interest.id}/aside`, { reason: '' })).status).toBe(422)
    expect((await ask('POST', `line/${interest.id}/aside`, { reason: '活期利息' })).data.state_name).toBe('不入账')
    expect((await ask('POST', `line/${interest.id}/suspend`, { reason: '再想想' })).status).toBe(409)
    expect((await ask('POST', `line/${interest.id}/reopen`, { reason: '看错了' })).data.state).toBe('open')
    expect(
      (await lines('state=open&start_time=2026-11-21&end_time=2026-11-21')).some((one: { id: number }) => one.id === interest.id),
    ).toBe(true)
  })

  it('含麻订单只收企业自己账户的钱，写了原因也不行', async () => {
    const placed = await order('35.06')
    await pool.query('update orders set is_ephedrine = true where id = $1', [placed.id])
    await take([{ name: `${name}李某`, amount: placed.payable, serial: own(), memo: placed.no }])
    const line = await lineOf(`${name}李某`)
    expect(line.suggestion).toMatchObject({ bookable: 0, is_hm: 1, why: '含麻订单须由企业对公账户付款' })
    const refused = await ask('POST', `line/${line.id}/match`, { order_no: placed.no, reason: '法人代付' })
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('含麻订单须由')])
    expect(await statusOf(placed.id)).toBe('pending_payment')
  })

  it('一个人说到账的大额充值：银行流水里没有的须另一人批准；流水是自己读入的由别的财务对上；几笔小额合在一起算', async () => {
    const other = await makeStaffOf(db, 'finance', '顾衡')
    const recharge = async (amount: string) => {
      const wish = { purse: 'balance', amount, channel: 'bank' }
      return (await shop.ask('POST', '/api/cash_coupon/userRecharge', { cookie: buyer.cookie, body: wish })).data.payment_no as string
    }
    const arrived = async (no: string) => shop.ask('POST', `/api/staff/payment/${no}/arrived`, { cookie: clerk })
    const large = await recharge('5000.00')
    const asked = await arrived(large)
    expect([asked.status, asked.data.request?.title]).toEqual([202, `${name} 充值 ¥5000.00 到账（银行流水里还没有）`])
    expect(await balanceOf(db, buyer.companyId)).toBe(50)
    const approve = (cookie: string) => shop.ask('POST', `/api/staff/approval/${asked.data.request.id}/approve`, { cookie, body: {} })
    expect((await approve(clerk)).status).toBe(409)
    expect((await approve(other)).status).toBe(200)
    expect(await balanceOf(db, buyer.companyId)).toBe(50 + 500_000)
    expect((await arrived(large)).data.outcome).toBe('replayed')

    buyer = await makeCompany(db, { name: `${name}二`, balance: '0.50' })
    const [first, second, third] = [await recharge('400.00'), await recharge('500.00'), await recharge('300.00')]
    expect((await arrived(first)).data.outcome).toBe('paid')
    const match = async (serial: string, payment_no: string, cookie: string) => {
      const line = (await lines(`keywords=${serial}`))[0]
      return shop.ask('POST', `/api/staff/bank/line/${line.id}/match`, { cookie, body: { payment_no } })
    }
    const serials = [own(), own()]
    const rows = ['500.00', '300.00'].map((amount, at) => ({ name: `${name}二`, amount, serial: serials[at] ?? '' }))
    await take(rows)
    expect((await match(serials[0] ?? '', second, clerk)).data.outcome).toBe('paid')
    expect((await match(serials[1] ?? '', third, clerk)).message).toContain('请由另一位财务对上')
    expect(await balanceOf(db, buyer.companyId)).toBe(50 + 90_000)
    expect((await match(serials[1] ?? '', third, other)).data.outcome).toBe('paid')
    expect(await balanceOf(db, buyer.companyId)).toBe(50 + 120_000)
  })

  it('充值的转账也对得上；没有权限的岗位看不到', async () => {
    const wish = { purse: 'balance', amount: '321.00', channel: 'bank' }
    const made = await shop.ask('POST', '/api/cash_coupon/userRecharge', { cookie: buyer.cookie, body: wish })
    expect(made.status, made.text).toBe(200)
    await take([{ name, amount: '321.00', serial: own() }])
    const line = await lineOf(name)
    expect(line.suggestion.what).toMatch(/^充值 /)
    const done = await ask('POST', `line/${line.id}/match`, { payment_no: line.suggestion.payment_no })
    expect(done.data, done.text).toMatchObject({ outcome: 'paid' })
    expect(await balanceOf(db, buyer.companyId)).toBe(50 + 32_100)
    const store = await makeStaffOf(db, 'warehouse')
    expect((await shop.ask('GET', '/api/staff/bank/line', { cookie: store })).status).toBe(403)
    expect((await sendStatement(shop, store, statementOf([]))).status).toBe(403)
  })
})

describe('几笔一起对', () => {
  it('各自按单笔的规矩对到看过的单据：对得上的对上，户名不符的说出缘故、留在待匹配；当天的笔数与金额随之', async () => {
    const day = `2027-01-${String(serial % 28 || 28).padStart(2, '0')}`
    const at = `${day} 10:00:00`
    const [one, two] = [await order('34.01'), await order('35.02')]
    await take([
      { at, name, amount: one.payable, serial: own() },
      { at, name: '李某', amount: two.payable, memo: two.no, serial: own() },
    ])
    const found = (await lines()).filter((line: { day: string }) => line.day === day)
    const [mine, his] = ['禾苑', '李某'].map((payer) =>
      found.find(({ payer_name }: { payer_name: string }) => payer_name.startsWith(payer)),
    )
    const sums = async () => (await ask('GET', 'line?per_page=1')).data.sums
    const amount = Number(one.payable) + Number(two.payable)
    expect(await sums()).toMatchObject({ day, day_count: 2, day_amount: amount.toFixed(2), day_matched: 0, day_matched_amount: '0.00' })
    const answer = await ask('POST', 'match', {
      lines: [
        { id: mine.id, order_no: one.no },
        { id: his.id, order_no: two.no },
      ],
    })
    expect(answer.data, answer.text).toEqual({
      matched: 1,
      faults: [{ id: his.id, message: '付款户“李某”不是该企业，请写明为何对到这一笔' }],
    })
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['paid', 'pending_payment'])
    expect(await sums()).toMatchObject({ day_matched: 1, day_matched_amount: one.payable })
    const { rows } = await pool.query("select 1 from audit_log where action = 'bank_line.match' and subject = $1", [`bank_line:${mine.id}`])
    expect(rows).toHaveLength(1)
  })
})

describe('来账的文件', () => {
  it('列表按筛选导出，多页不重不漏', async () => {
    await take(Array.from({ length: 520 }, () => ({ name: `导出户${serial}`, amount: '1.00', serial: own() })))
    const query = { keywords: `导出户${serial}` }
    const asked = await shop.ask('POST', '/api/staff/export/bank_lines', { cookie: clerk, body: { format: 'csv', query } })
    expect(asked.status, asked.text).toBe(200)
    await shop.jobs.runDue()
    const file = await shop.ask('GET', `/api/staff/export/${asked.data.id}/file`, { cookie: clerk })
    const rows = file.text.trim().split('\r\n')
    expect([rows.length, new Set(rows).size]).toEqual([521, 521])
    expect(rows[0]).toContain('付款户')
  })
})
