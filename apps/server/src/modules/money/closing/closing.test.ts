import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DataOf } from '#contract/call.ts'
import type { staffLedger } from '#contract/ledger.ts'
import { beijingDate } from '#domain/dates.ts'
import { buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { arrive, openBankAccount } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { sendStatement, statementOf } from '../../../../test/statement-files.ts'

/** Evening in Beijing: what is booked within the next hours is still of this day. */
const FIRST = new Date('2026-11-20T10:00:00Z')
const HOUR_MS = 3_600_000

const shop = await testShop({ now: FIRST })
const { db, pool } = shop.database
await openBankAccount(db)
const asker = await makeStaffOf(db, 'finance', '苏禾')
const approver = await makeStaffOf(db, 'finance', '顾安')
const buyer = await makeCompany(db, { balance: '100.00' })

async function paid(by = buyer) {
  const address = await makeAddress(db, by.companyId)
  const [order] = await buy(shop, by, address, [{ goods_id: await makeGoods(db, { price: '20.00' }), number: 5 }])
  if (!order) throw new Error('nothing placed')
  const started = await shop.ask('POST', `/api/pay/order/${order.id}`, { cookie: by.cookie, body: { channel: 'gateway' } })
  const no = started.data.payment_no as string
  expect((await arrive(shop, no)).data.outcome).toBe('paid')
  return { no, amount: order.payable }
}
const look = (day: string) => shop.ask('GET', `/api/staff/closing/${day}`, { cookie: asker })
const ask = (day: string, reason = '', cookie = asker) => shop.ask('POST', `/api/staff/closing/${day}`, { cookie, body: { reason } })
const decide = (id: number, command = 'approve', cookie = approver) =>
  shop.ask('POST', `/api/staff/approval/${id}/${command}`, { cookie, body: command === 'refuse' ? { reason: '再核' } : {} })
const bill = (day: string, ...payments: { no: string; amount: string }[]) =>
  sendStatement(
    shop,
    asker,
    ['交易时间,商户订单号,订单金额', ...payments.map(({ no, amount }) => `${day} 10:00:00,${no},${amount}`)].join('\n'),
    { path: `/api/staff/channel_bill/gateway/${day}` },
  )
/** Whatever channels say otherwise is explained. */
async function explained() {
  const { list } = (await shop.ask('GET', '/api/staff/channel_difference?state=open', { cookie: asker })).data
  for (const { id, version } of list)
    await shop.ask('POST', `/api/staff/channel_difference/${id}/close`, { cookie: asker, body: { version, reason: '渠道重发' } })
}
const channelOf = (sheet: { channels: { channel: string }[] }, channel: string) => sheet.channels.find((one) => one.channel === channel)

describe('日结', () => {
  it('没有账单、差异没处理的要逐项说明；提交的人自己批不了，另一人批准后这一天结账，只结一次', async () => {
    const one = await paid()
    const { data } = await look('2026-11-20')
    expect(data).toMatchObject({ is_closed: 0, may_close: 1, sheet: { total: { opening: '0.00', closing: '0.00' } } })
    expect(channelOf(data.sheet, 'gateway')).toMatchObject({ in_count: 1, in: one.amount, theirs: '', missing: ['2026-11-20'] })
    expect(data.sheet.problems).toEqual([expect.stringContaining('没有 2026-11-20 的账单')])
    const bare = await ask('2026-11-20')
    expect([bare.status, bare.message]).toEqual([422, expect.stringContaining('请逐项说明差异')])
    const asked = await ask('2026-11-20', '渠道账单次日才出，已与后台核对')
    expect(asked.code, asked.text).toBe(202)
    expect((await look('2026-11-20')).data.is_closed).toBe(0)
    const { id } = asked.data.request
    expect((await decide(id, 'approve', asker)).status).toBe(409)
    const done = await Promise.all([decide(id), decide(id)])
    expect(done.map(({ status }) => status).sort(), done.map(({ text }) => text).join()).toEqual([200, 409])
    const closed = (await look('2026-11-20')).data
    expect(closed).toMatchObject({
      is_closed: 1,
      may_close: 0,
      after_count: 0,
      closing: { asked_by: '苏禾', approved_by: '顾安', in: one.amount },
    })
    expect((await ask('2026-11-20', '再来一次')).message).toBe('2026-11-20 已经日结')
    await expect(pool.query("update day_closing set note = ''")).rejects.toThrow('stays')
  })

  it('结账之后同一天又到的钱照记，算在下一天，两边都说得清；下一天的期初就是上一天的期末', async () => {
    const before = (await look('2026-11-20')).data.sheet
    shop.clock.now = new Date(FIRST.getTime() + 2 * HOUR_MS)
    const late = await paid()
    expect((await look('2026-11-20')).data).toMatchObject({
      sheet: before,
      after_count: 1,
      after: [{ kind_name: '订单支付', belongs_to: '' }],
    })
    shop.clock.now = new Date(FIRST.getTime() + 24 * HOUR_MS)
    const one = await paid()
    expect((await bill('2026-11-21', one)).data).toMatchObject({ open: 0 })
    expect((await bill('2026-11-20', late)).status).toBe(200)
    const sheet = (await look('2026-11-21')).data.sheet
    expect(sheet).toMatchObject({ from_day: '2026-11-21', late: { count: 1 } })
    expect(channelOf(sheet, 'gateway')).toMatchObject({ in_count: 2 })
    const closing = (kind: string) => before.accounts.find((account: { kind: string }) => account.kind === kind)?.closing
    for (const account of sheet.accounts) expect(account.opening, account.kind).toBe(closing(account.kind) ?? '0.00')
    const asked = await ask('2026-11-21', '前一日结账后到账的一笔算在今天')
    expect((await decide(asked.data.request.id)).status).toBe(200)
    expect((await look('2026-11-20')).data.after).toMatchObject([{ belongs_to: '2026-11-21' }])
    const list = (await shop.ask('GET', '/api/staff/closing', { cookie: asker })).data
    expect(list).toMatchObject({
      total: 2,
      last: '2026-11-21',
      list: [
        { day: '2026-11-21', after: 0 },
        { day: '2026-11-20', after: 1 },
      ],
    })
    await expectLedgerTrue(db)
  })

  it('几个人同时提交同一天：等待批准的只有一件；批准前又有了差异的，退回重交', async () => {
    shop.clock.now = new Date(FIRST.getTime() + 49 * HOUR_MS)
    const one = await paid()
    expect((await bill('2026-11-22', one)).data).toMatchObject({ open: 0, matched_count: 1 })
    await explained()
    expect((await look('2026-11-22')).data.sheet.problems).toEqual([])
    const both = await Promise.all([ask('2026-11-22'), ask('2026-11-22', '', approver)])
    expect(both.map(({ code }) => code).sort()).toEqual([202, 409])
    const { id } = both.find(({ code }) => code === 202)?.data.request ?? { id: 0 }
    const other = both[0]?.code === 202 ? approver : asker
    const read = await sendStatement(
      shop,
      asker,
      statementOf([{ at: '2026-11-22 09:00:00', name: '某药房', amount: '9.00', serial: 'S-1' }]),
    )
    await shop.ask('POST', `/api/staff/bank/import/${read.data.import.id}/take`, { cookie: asker, body: {} })
    const refused = await decide(id, 'approve', other)
    expect([refused.status, refused.data]).toEqual([409, { reason: 'CHANGED_SINCE_ASKED' }])
    expect((await decide(id, 'refuse', other)).status).toBe(200)
    expect((await look('2026-11-22')).data.sheet.problems[0]).toContain('银行来账还有 1 笔待匹配，共 ¥9.00')
  })

  it('批准的同时还有人在付款：每笔凭证恰好属于一天，结账的数不多不少', async () => {
    const asked = await ask('2026-11-22', '来账一笔待客户确认')
    expect(asked.code, asked.text).toBe(202)
    const waiting = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const seller = await makeCompany(db)
        const address = await makeAddress(db, seller.companyId)
        const [order] = await buy(shop, seller, address, [{ goods_id: await makeGoods(db, { price: '20.00' }), number: 5 }])
        const started = await shop.ask('POST', `/api/pay/order/${order?.id}`, { cookie: seller.cookie, body: { channel: 'gateway' } })
        return started.data.payment_no as string
      }),
    )
    const [first] = await Promise.all([decide(asked.data.request.id), ...waiting.map((no) => arrive(shop, no))])
    // Where a payment was quicker it is another sheet than was asked about, and is asked about once more.
    if (first.status !== 200) {
      expect([first.status, first.data]).toEqual([409, { reason: 'CHANGED_SINCE_ASKED' }])
      expect((await decide(asked.data.request.id, 'refuse')).status).toBe(200)
      const again = await ask('2026-11-22', '来账一笔待客户确认')
      const approved = await decide(again.data.request.id)
      expect(approved.status, approved.text).toBe(200)
    }
    const { sheet, after_count: after } = (await look('2026-11-22')).data
    const { rows } = await pool.query(
      "select count(*)::int as n from ledger_posting where at >= '2026-11-21T16:00:00Z' and at < '2026-11-22T16:00:00Z'",
    )
    expect(sheet.postings - sheet.late.count + after).toBe(rows[0].n)
    expect(sheet.total.closing).toBe('0.00')
    shop.clock.now = new Date(FIRST.getTime() + 72 * HOUR_MS)
    expect((await look('2026-11-23')).data.sheet.late.count).toBe(after)
  })

  it('几天没结的可以一并结；账内核对不符就结不了；日期不对、没有权限的各有一句话；日结表能存成文件', async () => {
    shop.clock.now = new Date(FIRST.getTime() + 120 * HOUR_MS)
    const whole = await look('2026-11-25')
    expect(whole.data.sheet.from_day).toBe('2026-11-23')
    expect((await look('2026-11-21')).data.is_closed).toBe(1)
    expect([(await look('2026-13-01')).status, (await look('2999-01-01')).status]).toEqual([422, 422])
    const file = await shop.ask('GET', '/api/staff/closing/2026-11-22/file', { cookie: asker })
    expect(file.text).toContain('日结表,2026-11-22,已日结，苏禾 提交，顾安 批准')
    expect(file.text).toContain('合计,0.00')
    const checks = (await shop.ask('GET', '/api/staff/closing_checks', { cookie: asker })).data.list
    expect(checks.length).toBeGreaterThan(8)
    expect(checks.filter(({ count }: { count: number }) => count > 0)).toEqual([])
    await pool.query("update suspense set status = 'open'")
    await pool.query(
      "insert into suspense (no, channel, payment_no, gateway_no, amount, reason, created_at) values ('DC1', 'gateway', 'P', 'G', 5, 'unknown_payment', now())",
    )
    const wrong = await ask('2026-11-25', '三天一并结账，说明如下')
    expect([wrong.status, wrong.message]).toEqual([409, expect.stringContaining('账内核对不符，不能日结：待查账户等于未处理的待查款项')])
    const bad = (await shop.ask('GET', '/api/staff/closing_checks', { cookie: asker })).data.list
    expect(bad.find(({ name }: { name: string }) => name === 'suspense')).toMatchObject({ count: 1 })
    await pool.query("delete from suspense where no = 'DC1'")
    const asked = await ask('2026-11-25', '三天一并结账，说明如下')
    expect((await decide(asked.data.request.id)).status).toBe(200)
    expect((await look('2026-11-24')).status).toBe(404)
    expect((await ask('2026-11-24', '漏了一天')).message).toBe('2026-11-24 已随 2026-11-25 一并日结')
    const auditor = await makeStaffOf(db, 'auditor')
    expect((await shop.ask('GET', '/api/staff/closing', { cookie: auditor })).status).toBe(200)
    expect((await ask('2026-11-25', '审计', auditor)).status).toBe(403)
  })

  /** A transfer that somebody says to have seen. */
  async function byHand(price: string) {
    const address = await makeAddress(db, buyer.companyId)
    const [order] = await buy(shop, buyer, address, [{ goods_id: await makeGoods(db, { price }), number: 10 }])
    const started = await shop.ask('POST', `/api/pay/order/${order?.id}`, { cookie: buyer.cookie, body: { channel: 'bank' } })
    const no = started.data.payment_no as string
    expect((await shop.ask('POST', `/api/staff/payment/${no}/arrived`, { cookie: asker, body: {} })).status).toBe(200)
    return { no, amount: order?.payable ?? '' }
  }
  async function taken(row: Parameters<typeof statementOf>[0][number]) {
    const read = await sendStatement(shop, asker, statementOf([row]))
    await shop.ask('POST', `/api/staff/bank/import/${read.data.import.id}/take`, { cookie: asker, body: {} })
    const { list } = (await shop.ask('GET', '/api/staff/bank/line?state=open&per_page=100', { cookie: asker })).data
    return list.find(({ serial }: { serial: string }) => serial === row.serial).id as number
  }
  const line = (id: number, command: string, body: object) =>
    shop.ask('POST', `/api/staff/bank/line/${id}/${command}`, { cookie: asker, body })

  it('批准的是提交时看到的差异：之后差额变大的，一人不能借着原来的说明结掉', async () => {
    shop.clock.now = new Date(FIRST.getTime() + 144 * HOUR_MS)
    const small = await byHand('20.00')
    await line(await taken({ at: '2026-11-26 09:00:00', name: '银行', amount: '0.05', serial: 'S-INTEREST' }), 'suspend', {
      reason: '待问',
    })
    const asked = await ask('2026-11-26', `${small.amount} 元在途，明日到账`)
    expect(asked.code, asked.text).toBe(202)
    await byHand('900.00')
    const stale = await decide(asked.data.request.id)
    expect([stale.status, stale.data]).toEqual([409, { reason: 'CHANGED_SINCE_ASKED' }])
    expect((await decide(asked.data.request.id, 'refuse')).status).toBe(200)
    const anew = await ask('2026-11-26', '两笔在途，明日到账')
    expect((await decide(anew.data.request.id)).status).toBe(200)
  })

  it('结过的那天重新上传账单才冒出来的差异，处理之前每个日结都列着', async () => {
    const more = await bill('2026-11-21', { no: 'P-AFTERWARDS', amount: '33.00' })
    expect(more.data.open, more.text).toBeGreaterThan(0)
    shop.clock.now = new Date(FIRST.getTime() + 150 * HOUR_MS)
    const { sheet } = (await look('2026-11-27')).data
    expect(channelOf(sheet, 'gateway')).toMatchObject({ theirs: '', difference: '', open: more.data.open })
    expect(sheet.problems).toContainEqual(expect.stringContaining(`还有 ${more.data.open} 处差异待处理`))
    await explained()
    expect((await look('2026-11-27')).data.sheet.problems.join()).not.toContain('处差异待处理')
  })

  it('人工确认而银行流水里没有的到账，在对上之前每天都列着：前一天在途的款晚到，盖不住今天确认的没到的款', async () => {
    shop.clock.now = new Date(FIRST.getTime() + 168 * HOUR_MS)
    const [real] = await shop.database.pool
      .query<{ no: string; amount: string }>(
        "select no, (amount / 100.0)::numeric(12, 2)::text as amount from payment where channel = 'bank' order by id desc limit 1",
      )
      .then(({ rows }) => rows)
    const arrived = await taken({ at: '2026-11-27 09:00:00', name: '晚到', amount: real?.amount ?? '', serial: 'S-LATE' })
    expect((await line(arrived, 'match', { payment_no: real?.no, reason: '法人代付' })).data.outcome).toBe('joined')
    // What never came is as much as what came late: between bank and books there is no difference today.
    const fake = await byHand('900.00')
    const { sheet } = (await look('2026-11-27')).data
    expect(channelOf(sheet, 'bank')).toMatchObject({ in: fake.amount, theirs: fake.amount, difference: '0.00' })
    expect(sheet.problems).toContainEqual(expect.stringMatching(/^银行流水中没有 \d 笔人工确认的到账，共 ¥\d+\.\d\d$/))
    const sum = async () =>
      Number(
        /共 ¥([\d.]+)$/.exec(
          ((await look('2026-11-27')).data.sheet.problems as string[]).find((one) => one.startsWith('银行流水中没有')) ?? '',
        )?.[1],
      )
    const before = await sum()
    const found = await taken({ at: '2026-11-27 10:00:00', name: '到了', amount: fake.amount, serial: 'S-FOUND' })
    expect((await line(found, 'match', { payment_no: fake.no, reason: '法人代付' })).data.outcome).toBe('joined')
    expect(before - (await sum())).toBeCloseTo(Number(fake.amount), 2)
    const asked = await ask('2026-11-27', '其余在途，逐笔催')
    expect((await decide(asked.data.request.id)).status).toBe(200)
    // Also on a day on which nothing came through the bank, and so do lines that wait.
    shop.clock.now = new Date(FIRST.getTime() + 192 * HOUR_MS)
    expect((await look('2026-11-28')).data.sheet.problems).toEqual([
      '银行来账还有 1 笔待匹配，共 ¥9.00',
      expect.stringContaining('笔人工确认的到账'),
    ])
    await expectLedgerTrue(db)
  })
})

/** As many as no list of them is made of, from long ago: what is newer stands before them. */
async function postMany(account: string, count: number): Promise<void> {
  await sql`
    with side as (insert into ledger_account (company_id, kind) values (null, ${account}) returning id),
         other as (insert into ledger_account (company_id, kind) values (null, ${`${account}_against`}) returning id),
         posted as (insert into ledger_posting (idempotency_key, kind, at)
                    select ${account} || ':' || n, 'order_pay', timestamptz '2019-01-01' + n * interval '1 minute'
                      from generate_series(1, ${count}::integer) n returning id, at)
    insert into ledger_entry (posting_id, account_id, amount, kind, at)
    select p.id, s.id, 1, 'order_pay', p.at from posted p, side s union all select p.id, o.id, -1, 'order_pay', p.at from posted p, other o`.execute(
    db,
  )
}

describe('总账', () => {
  const ledger = async (query = '', cookie = asker) => {
    const { data, message } = await shop.ask('GET', `/api/staff/ledger${query}`, { cookie })
    if (data === null) throw new Error(message)
    return data as DataOf<typeof staffLedger>
  }

  it('一笔付款两边相抵，连着企业和订单；按账户、类型、订单、企业、日期筛选，翻页不重不漏', async () => {
    const payer = await makeCompany(db, { name: '总账药房', balance: '300.00' })
    const { no, amount } = await paid(payer)
    const own = await ledger(`?company_id=${payer.companyId}`)
    const posting = own.list.find(({ kind }) => kind === 'order_pay')
    expect(posting).toMatchObject({ kind_name: '订单支付', company: '总账药房', amount, company_id: payer.companyId })
    expect(posting?.key).toContain(no)
    for (const { sides } of own.list) expect(sides.reduce((sum, { amount: one }) => sum + Math.round(Number(one) * 100), 0)).toBe(0)
    expect(posting?.sides.map(({ account_name }) => account_name)).toContain('订单预收')
    expect((await ledger(`?order_no=${posting?.order_no}`)).list.map(({ id }) => id)).toEqual([posting?.id])
    expect((await ledger(`?company_id=${payer.companyId}&kind=opening`)).list).toMatchObject([
      { kind: 'opening', sides: [{ account: 'company:balance', owner: '总账药房', balance_after: '300.00' }, { account: 'shop:opening' }] },
    ])
    const gateway = (await ledger('?account=shop:gateway')).list
    expect(gateway.length).toBeGreaterThan(0)
    expect(gateway.every(({ sides }) => sides.some(({ account }) => account === 'shop:gateway'))).toBe(true)
    expect((await ledger('?start_time=2019-12-01&end_time=2019-12-31')).list).toEqual([])
    const all = (await ledger('?per_page=100')).list.map(({ id }) => id)
    const paged: number[] = []
    for (let next: number | null = 0; next !== null; ) {
      const page: DataOf<typeof staffLedger> = await ledger(`?per_page=2${next > 0 ? `&after=${next}` : ''}`)
      paged.push(...page.list.map(({ id }) => id))
      next = page.next
    }
    expect(paged).toEqual(all)
    expect((await shop.ask('GET', '/api/staff/ledger', { cookie: await makeStaffOf(db, 'warehouse') })).status).toBe(403)
  })

  it('某账户的凭证再多，也从新到旧列；别的账户不变', async () => {
    const before = (await ledger('?account=shop:gateway')).list
    await postMany('shipping', 2_001)
    const days = (await ledger('?account=shop:shipping&per_page=3')).list.map(({ at }) => at.slice(0, 16))
    expect(days).toEqual(['2019-01-02T09:21', '2019-01-02T09:20', '2019-01-02T09:19'])
    expect((await ledger('?account=shop:gateway')).list).toEqual(before)
  })

  /** Every page, so small that places between them are tried. */
  async function walk(query: string): Promise<DataOf<typeof staffLedger>['list']> {
    const rows: DataOf<typeof staffLedger>['list'] = []
    for (let next: number | null = 0; next !== null; ) {
      const page: DataOf<typeof staffLedger> = await ledger(`?per_page=7&${query}${next > 0 ? `&after=${next}` : ''}`)
      rows.push(...page.list)
      next = page.next
    }
    return rows
  }

  it('某账户的凭证：与从头到尾挑出来的一样，不论类型、日期、补记得多晚、一笔里记了两次', async () => {
    await sql`
      insert into ledger_account (company_id, kind, balance)
      values (null, 'marketing', null), (null, 'adjustment', null), (${buyer.companyId}, 'voucher', 0) on conflict do nothing`.execute(db)
    const from = '2020-01-01'
    await sql`
      with side as (select id, kind from ledger_account where company_id is null and kind in ('marketing', 'adjustment')),
           posted as (insert into ledger_posting (idempotency_key, kind, company_id, at)
                      select 'late:' || n, case n % 3 when 0 then 'adjust' else 'cashback' end, null, timestamptz '2026-11-20' - n * interval '7 hours'
                        from generate_series(1, 12) n returning id, kind, at)
      insert into ledger_entry (posting_id, account_id, amount, kind, at)
      select p.id, s.id, v.amount, p.kind, p.at
        from posted p cross join (values ('marketing', 3), ('marketing', 4), ('adjustment', -7)) v(side, amount) join side s on s.kind = v.side`.execute(
      db,
    )
    // Of two kinds of companies' accounts the one is met soon, the other on few.
    await sql`
      with posted as (insert into ledger_posting (idempotency_key, kind, company_id, at)
                      select 'voucher:' || n, 'voucher_grant', ${buyer.companyId}::bigint, timestamptz '2026-11-10' + n * interval '5 minutes'
                        from generate_series(1, 41) n returning id, kind, at)
      insert into ledger_entry (posting_id, account_id, amount, balance_after, kind, at)
      select p.id, a.id, case a.kind when 'voucher' then 1 else -1 end, case a.kind when 'voucher' then 1 end, p.kind, p.at
        from posted p join ledger_account a on (a.kind = 'voucher' and a.company_id = ${buyer.companyId}) or (a.kind = 'marketing' and a.company_id is null)`.execute(
      db,
    )
    const all = await walk(`start_time=${from}&end_time=2026-12-31`)
    const days = (query: string) => `start_time=${from}&end_time=2026-12-31&${query}`
    const on = (account: string) => all.filter(({ sides }) => sides.some((side) => side.account === account)).map(({ id }) => id)
    const ids = async (query: string) => (await walk(query)).map(({ id }) => id)
    const accounts = [...new Set(all.flatMap(({ sides }) => sides.map(({ account }) => account)))]
    expect(accounts).toEqual(expect.arrayContaining(['shop:marketing', 'shop:order_advance', 'company:voucher', 'company:balance']))
    expect(on('company:voucher').length).toBeGreaterThan(40)
    expect(on('company:balance').length).toBeLessThan(40)
    for (const account of accounts) expect(await ids(days(`account=${account}`)), account).toEqual(on(account))
    const adjusted = all.filter(({ kind }) => kind === 'adjust').map(({ id }) => id)
    expect(await ids(days('account=shop:marketing&kind=adjust'))).toEqual(on('shop:marketing').filter((id) => adjusted.includes(id)))
    expect(await ids(days('account=shop:marketing&kind=recharge'))).toEqual([])
    const day = '2026-11-18'
    expect(await ids(`account=shop:marketing&start_time=${day}&end_time=${day}`)).toEqual(
      on('shop:marketing').filter((id) => all.some((one) => one.id === id && beijingDate(new Date(one.at)) === day)),
    )
    const posting = all.find(({ kind, order_no }) => kind === 'order_pay' && order_no !== '')
    expect(await ids(`account=shop:order_advance&order_no=${posting?.order_no}&kind=order_pay`)).toEqual([posting?.id])
    expect(await ids(`account=shop:sales&company_id=${posting?.company_id}&kind=order_pay`)).toEqual([])
  })
})
