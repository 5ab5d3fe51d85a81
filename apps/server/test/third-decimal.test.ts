import { expect, it } from 'vitest'
import { expectLedgerTrue, fillCart, makeAddress, openSheet, submit } from './buying.ts'
import { makeCompany, makeGoods, makeStaff } from './fixtures.ts'
import { openBankAccount } from './gateway.ts'
import { testShop } from './harness.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
await openBankAccount(db)
const buyer = await makeCompany(db, { balance: '500.00', credit_limit: 100_000, credit_days: 30 })
const staff = await makeStaff(db)
const address = await makeAddress(db, buyer.companyId)
const goods = await makeGoods(db, { price: '10.00' })
const order = async () => {
  const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 10 }])
  const placed = await submit(shop, buyer, address, ids, (await openSheet(shop, buyer, ids)).data)
  return placed.data.orders[0].id as number
}
await shop.ask('POST', `/api/pay/order/${await order()}`, { cookie: buyer.cookie, body: { channel: 'credit' } })
const orderId = await order()
const lines = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])

const CASES: readonly [name: string, field: string, path: () => string, body: (amount: string) => object, who: () => string][] = [
  ['充值', 'amount', () => '/api/cash_coupon/userRecharge', (amount) => ({ amount, channel: 'gateway' }), () => buyer.cookie],
  ['账期还款', 'amount', () => '/api/pay/user_credit_create', (amount) => ({ amount }), () => buyer.cookie],
  ['结算用余额', 'balance', () => '/api/cart/checkout', (balance) => ({ ids: lines, balance }), () => buyer.cookie],
  ['结算用现金券', 'voucher', () => '/api/cart/checkout', (voucher) => ({ ids: lines, voucher }), () => buyer.cookie],
  [
    '提交订单的合计',
    'total',
    () => '/api/order',
    (total) => ({ checkout_key: 'third-decimal-key', ids: lines, address_id: 1, invoice_kind: 'normal', total }),
    () => buyer.cookie,
  ],
  [
    '转账凭证',
    'amount',
    () => `/api/pay/order/${orderId}/transfer`,
    (amount) => ({ amount, paid_on: '2026-11-21', payer_name: '测试', payer_account: '6222000011112222', file_ids: [1] }),
    () => buyer.cookie,
  ],
  [
    '求购的期望单价',
    'list.0.expected_price',
    () => '/api/user/buy',
    (expected_price) => ({ list: [{ name: '阿莫西林', number: 1, expected_price }] }),
    () => buyer.cookie,
  ],
  [
    '员工调整余额',
    'amount',
    () => `/api/staff/company/${buyer.companyId}/balance`,
    (amount) => ({ amount, reason: '核对', key: 'third-decimal' }),
    () => staff,
  ],
  [
    '员工设账期额度',
    'limit',
    () => `/api/staff/company/${buyer.companyId}/credit`,
    (limit) => ({ limit, days: 30, reason: '核对' }),
    () => staff,
  ],
]

it.each(CASES)('%s：第三位小数按字段拒绝，一分也不动', async (_name, field, path, body, who) => {
  const before = await db
    .selectFrom('ledger_posting')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  for (const amount of ['100.009', '0.001']) {
    const answer = await shop.ask('POST', path(), { cookie: who(), body: body(amount) })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.data.errors.map((error: { field: string }) => error.field)).toContain(field)
  }
  const after = await db
    .selectFrom('ledger_posting')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(after).toEqual(before)
  await expectLedgerTrue(db)
})

it('列表按价格筛选：第三位小数按字段拒绝', async () => {
  const answer = await shop.ask('GET', '/api/goods/search?price_min=1.005', { cookie: buyer.cookie })
  expect(answer.status, answer.text).toBe(422)
})
