import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { arrive, openBankAccount, paymentDepsOf } from '../../../../test/gateway.ts'
import { openShop, type Shop } from '../../../../test/harness.ts'
import { addRow, keepSetting } from '../../../../test/rows.ts'
import type { Database } from '../../../platform/database.ts'
import { confirmTransferByNo } from '../payments/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let shop: Shop
let db: Database
let buyer: Buyer

beforeAll(async () => {
  shop = await openShop({ now: NOW })
  db = shop.database.db
  const recharge = {
    min: '100',
    max: '50000',
    tiers: [
      { amount: '5000', gift: '100' },
      { amount: '1000', gift: '10' },
    ],
  }
  await keepSetting(db, 'recharge', recharge)
  await openBankAccount(db)
})
afterAll(async () => {
  await expectLedgerTrue(db)
  await shop.close()
})
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '2000.00' })
})

const ask = (path: string, body: object = {}, cookie = buyer.cookie) => shop.ask('POST', path, { cookie, body })
const get = async (path: string, cookie = buyer.cookie) => (await shop.ask('GET', path, { cookie })).data
const voucher = async () => (await get('/api/moneys/moneyConfig')).voucher.balance
const recharge = (body: object) => ask('/api/cash_coupon/userRecharge', body)
const arrived = (no: string) => arrive(shop, no)

describe('充值', () => {
  it('充值设置列出各档、限额和支付方式，现金券不能用账期买', async () => {
    const config = await get('/api/moneys/moneyConfig')
    expect(config.tiers).toEqual([
      { amount: '1000.00', gift: '10.00', text: '充 1000 送 10' },
      { amount: '5000.00', gift: '100.00', text: '充 5000 送 100' },
    ])
    expect(config.voucher.channels.map((one: { code: string }) => one.code)).toEqual(['gateway', 'balance', 'bank'])
    expect(config.balance.channels.map((one: { code: string }) => one.code)).toEqual(['gateway', 'bank'])
  })

  it('没付的充值有期限：再提交时赠送按现在的算；过期才到的钱照样入账，已取消的赠送不再给；没付的最多二十笔', async () => {
    const tiers = [{ amount: '1000', gift: '10' }]
    const terms = (now: object[]) => keepSetting(db, 'recharge', { min: '100', max: '50000', tiers: now })
    await terms(tiers)
    const send = (key: string, channel: string) => recharge({ amount: '1000', channel, key })
    const online = (await send('promised-online', 'gateway')).data
    const transfer = (await send('promised-transfer', 'bank')).data
    const late = (await send('promised-late', 'bank')).data
    expect([online.gift, transfer.gift, late.gift]).toEqual(['10.00', '10.00', '10.00'])
    await terms([])
    try {
      const settle = (paymentNo: string) =>
        confirmTransferByNo(paymentDepsOf(shop), paymentNo, { accountId: 1, name: '财务' }, shop.clock.now)
      shop.clock.now = new Date(NOW.getTime() + 6 * 86_400_000)
      // Promised for a week, whatever is offered since.
      await settle(transfer.payment_no)
      shop.clock.now = new Date(NOW.getTime() + 8 * 86_400_000)
      await settle(late.payment_no)
      expect((await send('promised-online', 'gateway')).data).toMatchObject({ id: online.id, gift: '0.00' })
      const rows = await db
        .selectFrom('recharge')
        .select(['no', 'gift', 'status'])
        .where('company_id', '=', buyer.companyId)
        .orderBy('id')
        .execute()
      expect(rows.map(({ gift, status }) => [gift, status])).toEqual([
        [0, 'created'],
        [1_000, 'paid'],
        [0, 'paid'],
      ])
      expect(await voucher()).toBe('2010.00')
      const more = await Promise.all(Array.from({ length: 24 }, (_, at) => send(`open-recharge-${at}`, 'gateway')))
      expect(more.filter(({ status }) => status === 200)).toHaveLength(19)
      expect(more.find(({ status }) => status === 409)).toMatchObject({ data: { reason: 'RECHARGES_OPEN' } })
      expect((await recharge({ amount: '1000', channel: 'balance' })).status).toBe(200)
      shop.clock.now = new Date(shop.clock.now.getTime() + 2 * 3_600_000 + 1_000)
      expect((await send('open-recharge-later', 'gateway')).status).toBe(200)
    } finally {
      await terms([{ amount: '5000', gift: '100' }, ...tiers])
    }
  })

  it('答复丢了再点一次：同一个提交编号只充一次，余额只扣一次；用于另一笔的编号被拒', async () => {
    const send = (body: object) => recharge({ amount: '1000', channel: 'balance', key: 'recharge-once', ...body })
    const answers = await Promise.all([send({}), send({}), send({})])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(answers[2]?.data).toMatchObject({ status: 'paid', gift: '10.00' })
    expect(await voucher()).toBe('1010.00')
    expect(await balanceOf(db, buyer.companyId)).toBe(100_000)
    expect(await send({ amount: '2000' })).toMatchObject({ status: 409, data: { reason: 'KEY_USED' } })
    expect((await send({ key: 'recharge-twice' })).data.id).not.toBe(answers[0]?.data.id)
  })

  it('在线充值：本金从网关、赠送从市场费用，到账一次；八个回调同时到也一样', async () => {
    const { data } = await recharge({ amount: '5000', channel: 'gateway' })
    expect(data).toMatchObject({ amount: '5000.00', gift: '100.00', status: 'created', pay_url: `/gateway/pay/${data.payment_no}` })
    expect(await voucher()).toBe('0.00')
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => arrived(data.payment_no)))
    expect(outcomes.map((answer) => answer.data.outcome).sort()).toEqual(['paid', ...Array(7).fill('replayed')])
    expect(await voucher()).toBe('5100.00')
    const entries = await db
      .selectFrom('ledger_posting as p')
      .innerJoin('ledger_entry as e', 'e.posting_id', 'p.id')
      .innerJoin('ledger_account as a', 'a.id', 'e.account_id')
      .where('p.idempotency_key', '=', `pay:${data.payment_no}`)
      .select(['a.kind', 'e.amount'])
      .orderBy('a.kind')
      .execute()
    expect(entries).toEqual([
      { kind: 'gateway', amount: -500_000 },
      { kind: 'marketing', amount: -10_000 },
      { kind: 'voucher', amount: 510_000 },
    ])
    expect((await ask('/api/cash_coupon/recharge_check', { id: data.id })).data).toMatchObject({
      paid: true,
      message: '充值 ¥5000.00 已到账，另赠 ¥100.00',
    })
    expect(await get('/api/user/user_money_log?purse=voucher')).toMatchObject({ total: 1, income: '5100.00' })
  })

  it('用余额买现金券立即到账；余额不够时什么也没发生', async () => {
    expect((await recharge({ amount: '1500', channel: 'balance' })).data).toMatchObject({ status: 'paid', gift: '10.00' })
    expect(await voucher()).toBe('1510.00')
    expect(await balanceOf(db, buyer.companyId)).toBe(50_000)
    const refused = await recharge({ amount: '1500', channel: 'balance' })
    expect(refused.message).toBe('余额不足，还差 ¥1000.00')
    const written = await db.selectFrom('recharge').select('id').where('company_id', '=', buyer.companyId).execute()
    expect(written).toHaveLength(1)
  })

  it('对公转账充值后，查询告知账户与要备注的充值单号', async () => {
    const { data } = await recharge({ amount: '1000', channel: 'bank' })
    expect((await ask('/api/cash_coupon/recharge_check', { id: data.id })).data).toMatchObject({
      paid: false,
      transfer: `户名：示例医药；开户行：示例银行；账号：0000 0000；转账时请备注充值单号 ${data.no}`,
    })
    const others = [{ bank: '乙银行', number: '1111 2222' }]
    await keepSetting(db, 'bank_account', { name: '示例医药', bank: '示例银行', number: '0000 0000', others })
    expect((await ask('/api/cash_coupon/recharge_check', { id: data.id })).data.transfer).toBe(
      `户名：示例医药；开户行：示例银行；账号：0000 0000；开户行 2：乙银行；账号 2：1111 2222；转账时请备注充值单号 ${data.no}`,
    )
  })

  it('余额充值没有赠送；赠送档位和赠送额不由买家说了算', async () => {
    const { data } = await recharge({ amount: '5000', gift: '4999', channel: 'gateway', purse: 'balance' })
    expect(data.gift).toBe('0.00')
    await arrived(data.payment_no)
    expect(await balanceOf(db, buyer.companyId)).toBe(700_000)
    expect((await recharge({ amount: '999.99', gift: '500', channel: 'gateway' })).data.gift).toBe('0.00')
  })

  it('错误的金额、渠道和别家的充值都被拒绝', async () => {
    for (const amount of ['0', '-5', 'abc', '99.99', '50000.01']) expect((await recharge({ amount, channel: 'gateway' })).status).toBe(422)
    expect((await recharge({ amount: '1000', channel: 'credit' })).message).toBe('没有这种支付方式')
    const { data } = await recharge({ amount: '1000', channel: 'gateway' })
    const other = await makeCompany(db)
    expect((await ask('/api/cash_coupon/recharge_check', { id: data.id }, other.cookie)).status).toBe(404)
  })
})

describe('余额明细', () => {
  it('每笔有变动后的余额和订单；按类型、收支和北京日期筛选；可导出', async () => {
    const goods = await makeGoods(db, { price: '10.00', stock: 100 })
    const address = await makeAddress(db, buyer.companyId)
    // 23:30 on the 21st in Beijing.
    shop.clock.now = new Date('2026-11-21T15:30:00Z')
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }], '112.00')
    shop.clock.now = new Date('2026-11-21T16:30:00Z')
    await ask(`/api/order/${order?.id}/cancel`)
    const all = await get('/api/user/user_money_log')
    expect(all.list).toMatchObject([
      { use_type: 'order_refund', amount: '112.00', balance_after: '2000.00', order_no: order?.no },
      { use_type: 'order_pay', amount: '-112.00', balance_after: '1888.00', order_no: order?.no },
      { use_type: 'opening', amount: '2000.00', balance_after: '2000.00', order_id: null },
    ])
    const of = async (query: string) =>
      (await get(`/api/user/user_money_log?${query}`)).list.map((row: { use_type: string }) => row.use_type)
    expect(await of('use_type=order_pay')).toEqual(['order_pay'])
    expect(await of('use_type=out')).toEqual(['order_pay'])
    expect(await of('start_time=2026-11-22&end_time=2026-11-22')).toEqual(['order_refund'])
    expect(await of('start_time=2026-11-21&end_time=2026-11-21&use_type=out')).toEqual(['order_pay'])
    expect((await shop.ask('GET', '/api/user/user_money_log?start_time=2026-02-30', { cookie: buyer.cookie })).status).toBe(422)
    const file = await shop.ask('GET', '/api/user/user_money_log/export', { cookie: buyer.cookie })
    expect(file.headers['content-type']).toContain('spreadsheetml')
    expect(file.text.startsWith('PK')).toBe(true)
    const money = await get('/api/user/user_money')
    expect(money.months).toHaveLength(12)
    expect(money.months.at(-1)).toEqual({ month: '2026-11', amount: '0.00' })
  })

  it('一次导出不下的不会悄悄截断：请缩小范围', async () => {
    await db.transaction().execute(async (trx) => {
      // Twenty thousand movements of one fen each way; the check that each posting balances is not what is tested here.
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`
        with p as (
          insert into ledger_posting (idempotency_key, kind, company_id, at)
          select 'bulk:' || n, 'adjust', ${buyer.companyId}::bigint, ${NOW}::timestamptz from generate_series(1, 20000) n returning id
        )
        insert into ledger_entry (posting_id, account_id, amount, balance_after, kind, at)
        select p.id, a.id, case when a.company_id is null then -1 else 1 end,
               a.balance + row_number() over (partition by a.id order by p.id), 'adjust', ${NOW}::timestamptz
          from p, ledger_account a
         where (a.company_id = ${buyer.companyId} and a.kind = 'balance') or (a.company_id is null and a.kind = 'opening')
         order by p.id`.execute(trx)
      await sql`update ledger_account set balance = balance + 20000 where company_id = ${buyer.companyId} and kind = 'balance'`.execute(trx)
    })
    const file = (query = '') => shop.ask('GET', `/api/user/user_money_log/export${query}`, { cookie: buyer.cookie })
    const refused = await file()
    expect(refused.status).toBe(409)
    expect(refused.message).toContain('一次最多导出 20000 行')
    expect((await file('?use_type=opening')).status).toBe(200)
  })

  it('员工调整余额要有原因，留痕、告知；同一个键只调一次，换了金额说明已用过；扣不到负数', async () => {
    const staff = await makeStaff(db)
    const path = `/api/staff/company/${buyer.companyId}/balance`
    const wish = { amount: '-30.5', reason: '重复返现收回', key: 'adjust-0001' }
    expect((await ask(path, wish, staff)).data).toEqual({ balance: '1969.50' })
    expect((await ask(path, wish, staff)).data).toEqual({ balance: '1969.50' })
    expect((await ask(path, { ...wish, amount: '-99999', key: 'adjust-0002' }, staff)).status).toBe(409)
    const other = await ask(path, { ...wish, amount: '-31' }, staff)
    expect([other.status, other.data?.reason]).toEqual([409, 'KEY_USED'])
    for (const wrong of [{ amount: '0' }, { amount: 'x' }, { reason: '  ' }])
      expect((await ask(path, { ...wish, key: 'adjust-0003', ...wrong }, staff)).status).toBe(422)
    expect((await ask(path, wish)).status).toBe(401)
    const audit = await db.selectFrom('audit_log').select('after').where('subject', '=', `company:${buyer.companyId}`).execute()
    expect(audit).toEqual([{ after: { balance: '1969.50', amount: '-30.50', reason: '重复返现收回' } }])
  })
})

describe('集团余额', () => {
  it('只合计本账号名下、同一集团的门店；别的账号、别的集团看不到', async () => {
    const group = await db.insertInto('store_group').values({ name: '测试集团' }).returning('id').executeTakeFirstOrThrow()
    const own = await makeCompany(db, { balance: '100.00', store_group_id: group.id })
    const second = await makeCompany(db, { balance: '50.50', store_group_id: group.id })
    // Of the same group, and not this account's.
    await makeCompany(db, { balance: '999.00', store_group_id: group.id })
    // This account's, and not of the group.
    const alone = await makeCompany(db, { balance: '777.00' })
    for (const companyId of [second.companyId, alone.companyId])
      await addRow(db, 'account_company', { account_id: own.accountId, company_id: companyId })
    const money = await get('/api/user/user_group_money', own.cookie)
    expect(money.balance).toBe('150.50')
    expect(money.list.map((store: { company_id: number }) => store.company_id)).toEqual([own.companyId, second.companyId])
    const log = await get('/api/user/user_group_money_log', own.cookie)
    expect(log).toMatchObject({ total: 2, income: '150.50' })
    expect((await get('/api/user/user_money', own.cookie)).group_size).toBe(2)
    expect((await get('/api/user/user_group_money')).list).toHaveLength(1)
  })
})
