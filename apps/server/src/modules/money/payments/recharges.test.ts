import { beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const shop = await testShop({ now: new Date('2026-11-23T02:00:00Z') })
const { db, pool } = shop.database
const finance = await makeStaffOf(db, 'finance', '财务甲')
const [{ companyId: first }, { companyId: second }] = [
  await makeCompany(db, { name: '溪桥大药房', province: '贵州省' }),
  await makeCompany(db, { name: '青石桥药店', province: '四川省' }),
]

const add = (no: string, company: number, purse: string, amount: number, gift: number, at: string, paid: boolean) =>
  pool.query(
    `insert into recharge (no, company_id, purse, amount, gift, status, created_at, paid_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [no, company, purse, amount, gift, paid ? 'paid' : 'created', at, paid ? at : null],
  )
const ask = (query: Record<string, string | number>, cookie = finance) =>
  shop.ask('GET', `/api/staff/recharge?${new URLSearchParams(query as Record<string, string>)}`, { cookie })
const numbers = async (query: Record<string, string | number>, cookie = finance): Promise<string[]> =>
  (await ask(query, cookie)).data.list.map(({ no }: { no: string }) => no)

beforeAll(async () => {
  await add('C1', first, 'voucher', 100_000, 1_000, '2026-11-20T02:00:00Z', true)
  await add('C2', second, 'balance', 50_000, 0, '2026-11-21T02:00:00Z', true)
  await add('C3', first, 'balance', 30_000, 0, '2026-11-22T02:00:00Z', false)
  const { rows } = await pool.query<{ id: number }>(`select id from recharge where no = 'C1'`)
  for (const [no, status] of [
    ['P1', 'closed'],
    ['P2', 'paid'],
    ['P3', 'closed'],
  ])
    await pool.query(
      `insert into payment (no, purpose, subject_id, company_id, channel, amount, status, created_at)
       values ($1, 'recharge', $2, $3, 'bank', 100000, $4, now())`,
      [no, rows[0]?.id, first, status],
    )
})

describe('充值列表', () => {
  it('新的在前；金额、赠送、付款都说清楚，合计只算已到账的', async () => {
    const { data } = await ask({})
    expect(data.list.map(({ no }: { no: string }) => no)).toEqual(['C3', 'C2', 'C1'])
    expect(data.total).toBe(3)
    expect(data.sums).toEqual({ amount: '1500.00', gift: '10.00' })
    expect(data.list[2]).toMatchObject({
      company: '溪桥大药房',
      purse_name: '现金券',
      amount: '1000.00',
      gift: '10.00',
      status_name: '已到账',
      channel_name: '对公转账',
      payment_no: 'P2',
    })
    expect(data.list[0]).toMatchObject({ status_name: '待付款', channel_name: '', payment_no: '', paid_at: null })
  })

  it('按单号、付款单、企业、状态、钱包和日期找', async () => {
    expect(await numbers({ keywords: 'c2' })).toEqual(['C2'])
    expect(await numbers({ keywords: 'P3' })).toEqual(['C1'])
    expect(await numbers({ keywords: '溪桥' })).toEqual(['C3', 'C1'])
    expect(await numbers({ keywords: '没有的' })).toEqual([])
    expect(await numbers({ status: 'created' })).toEqual(['C3'])
    expect(await numbers({ purse: 'voucher' })).toEqual(['C1'])
    expect(await numbers({ company_id: second })).toEqual(['C2'])
    expect(await numbers({ start_time: '2026-11-21', end_time: '2026-11-21' })).toEqual(['C2'])
    expect(await numbers({ page: 2, per_page: 2 })).toEqual(['C1'])
  })

  it('范围有限的人只看到自己的企业，合计也是；没有权限的看不到', async () => {
    const narrow = await makeStaffOf(db, 'finance', '只看四川')
    await pool.query(`update staff set narrow_provinces = '{四川省}' where account_id = (select id from account where name = '只看四川')`)
    await expect.poll(async () => (await shop.ask('GET', '/api/staff/me', { cookie: narrow })).data.narrowed).toBe(1)
    const { data } = await ask({}, narrow)
    expect(data.list.map(({ no }: { no: string }) => no)).toEqual(['C2'])
    expect(data.sums).toEqual({ amount: '500.00', gift: '0.00' })
    expect((await ask({}, await makeStaffOf(db, 'warehouse'))).status).toBe(403)
  })
})
