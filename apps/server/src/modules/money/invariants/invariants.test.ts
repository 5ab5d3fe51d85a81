import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Fen } from '#domain/money.ts'
import { testShop } from '../../../../test/harness.ts'
import { type Carried, CHECKS, findViolations, MONEY_CHECKS, reportOf, violationsIn } from './public.ts'

const NOW = new Date('2026-11-21T10:40:00+08:00')

const shop = await testShop({ now: NOW, demo: NOW })
const { db } = shop.database

const one = (table: string, where: string) => `(select id from ${table} where ${where} order by id limit 1)`
const suspended = (status: string) =>
  `insert into suspense (no, channel, payment_no, gateway_no, amount, reason, status, created_at)
   values ('DC1', 'gateway', 'P1', 'G1', 100, 'unknown_payment', '${status}', now())`

/** Each by hand, as only somebody at the database could. */
const BREAKS: readonly [check: string, how: string][] = [
  [
    'ledger_zero',
    `insert into ledger_entry (posting_id, account_id, amount, kind, at) select posting_id, account_id, 1, kind, at from ledger_entry limit 1`,
  ],
  [
    'ledger_posting',
    `insert into ledger_entry (posting_id, account_id, amount, kind, at) select posting_id, account_id, 1, kind, at from ledger_entry limit 1`,
  ],
  [
    'ledger_points_apart',
    `update ledger_entry set account_id = ${one('ledger_account', "kind = 'points'")}
      where id = (select e.id from ledger_entry e join ledger_account a on a.id = e.account_id where a.kind = 'balance' limit 1)`,
  ],
  [
    'channel_accounts',
    `with alipay as (insert into ledger_account (company_id, kind) values (null, 'alipay') returning id)
     update ledger_entry e set account_id = alipay.id from alipay
      where e.id = (select e.id from ledger_entry e join ledger_account a on a.id = e.account_id where a.company_id is null and a.kind = 'gateway' limit 1)`,
  ],
  ['ledger_balance', `update ledger_account set balance = balance + 1 where id = ${one('ledger_account', "kind = 'balance'")}`],
  ['purse_negative', `update ledger_account set balance = -1 where id = ${one('ledger_account', "kind = 'voucher'")}`],
  ['credit_bills', `update credit_bill set amount = amount + 1 where id = ${one('credit_bill', 'open > 0')}`],
  ['credit_bill_orders', `update credit_bill set amount = amount + 1 where id = ${one('credit_bill', 'open > 0')}`],
  ['credit_repaid', `update credit_bill set repaid = repaid + 1 where id = ${one('credit_bill', 'open > 1')}`],
  ['suspense', suspended('open')],
  ['refund_due', `update refund set status = 'pending' where id = ${one('refund', "status = 'done'")}`],
  ['surplus', `update payment set status = 'refunding' where id = ${one('payment', "purpose <> 'order'")}`],
  ['order_advance', `update orders set status = 'completed' where id = ${one('orders', "status in ('paid', 'shipped')")}`],
  ['ledger_guarded', 'alter table audit_log disable trigger audit_log_append_only'],
  [
    'order_sums',
    `update orders set goods_amount = goods_amount + 1, payable_amount = payable_amount + 1 where id = ${one('orders', 'true')}`,
  ],
  ['order_line_sums', `update order_line set amount = amount + 1 where id = ${one('order_line', 'true')}`],
  ['order_paid', `update orders set paid_amount = paid_amount + 1 where id = ${one('orders', "status = 'completed'")}`],
  [
    'payment_parts',
    `insert into payment_part (payment_id, order_id, amount)
     select id, order_id, 1 from payment where id = ${one('payment', "status = 'paid' and order_id is not null and amount > 1")}`,
  ],
  [
    'order_splits',
    `insert into order_split (order_id, new_order_id, at, actor, stage, reason, before, kept, moved)
     select min(id), max(id), now(), '手工', 'desk', '手工', '{"lines":[],"goods":3}', '{"lines":[],"goods":1}', '{"lines":[],"goods":1}' from orders`,
  ],
  [
    'shipped_cartons',
    `insert into carton (order_id, kind, opened_at, opened_by)
     select id, 'normal', now(), '手工' from orders where id = ${one('orders', "status = 'completed'")}`,
  ],
  ['payment_refunded', `update payment set refunded_amount = 1 where id = ${one('payment', "status = 'paid' and refunded_amount = 0")}`],
  ['after_sale_refund', `update after_sale set goods_amount = goods_amount + 1 where id = ${one('after_sale', "status = 'refunded'")}`],
  [
    'order_edit_refund',
    `insert into order_edit (order_id, at, actor, cause, reason, back, before, after)
     select id, now(), '手工', 'buyer', '手工', 100, '{"status":"paid"}', '{}' from orders order by id limit 1`,
  ],
  ['benefits_kept', `update after_sale set benefits_kept = 1 where id = ${one('after_sale', 'true')}`],
  ['order_returned', `update orders set returned_goods = 1 where id = ${one('orders', 'returned_goods = 0')}`],
  ['after_sale_units', `update after_sale_line set number = 9999, accepted = 9999 where id = ${one('after_sale_line', 'accepted > 0')}`],
  [
    'invoice_red',
    `insert into invoice (id, number, request_id, order_id, company_id, kind, colour, of_id, is_test, issued_at, seller, buyer, lines, net, tax, total)
     overriding system value
     select n, lpad(n::text, 20, '0'), 1, o.id, o.company_id, 'normal', colour, of_id, true, now(), '{}', '{}', '[]', total, 0, total
       from orders o, (values (1, 'blue', null, 100), (2, 'red', 1, -101)) as made(n, colour, of_id, total)
      where o.id = ${one('orders', 'true')}`,
  ],
  ['recharge_paid', `update recharge set status = 'created' where id = ${one('recharge', "status = 'paid'")}`],
  ['stock_negative', `update stock_batch set available = -1 where id = ${one('stock_batch', 'true')}`],
  ['stock_reserved', `update stock_batch set reserved = reserved + 1 where id = ${one('stock_batch', 'true')}`],
  ['stock_movements', `update stock_movement set reserved = reserved + 1 where id = ${one('stock_movement', "kind = 'reserve'")}`],
  ['waves', 'insert into wave_taken (wave_id, stock_batch_id, number, taken_by, taken_at) values (1, 1, -1, 1, now())'],
  ['care_plan', `update care_plan set due_on = '2199-01-01' where stock_batch_id = (select min(stock_batch_id) from care_plan)`],
  [
    'care_goods',
    `update care_goods_listed set state = 'key' where goods_id = (select min(goods_id) from care_goods_listed where state <> 'key')`,
  ],
  ['order_batches', `update order_line_batch set number = number + 1 where id = ${one('order_line_batch', 'true')}`],
  ['goods_stock', 'update goods_stock set available = available + 1'],
  ['offer_quota', `update goods_offer set taken = quota + 1 where id = ${one('goods_offer', 'quota is not null')}`],
  ['gift_quota', `update promotion_gift set taken = taken + 1 where id = ${one('promotion_gift', 'true')}`],
  ['exchange_quota', `update promotion_exchange set taken = taken + 1 where id = ${one('promotion_exchange', 'true')}`],
  ['bundle_quota', `update bundle set taken = taken + 1 where id = ${one('bundle', 'true')}`],
  ['coupon_quota', 'update coupon_template set taken = 0'],
  ['points_goods', `update points_goods set taken = stock + 1 where id = ${one('points_goods', 'stock is not null')}`],
  ['draw_prizes', `update draw_prize set taken = stock + 1 where id = ${one('draw_prize', 'stock is not null')}`],
  [
    'coupon_used',
    `update coupon set used_at = now(), checkout_id = (select checkout_id from orders where status = 'cancelled' limit 1)
      where id = ${one('coupon', 'checkout_id is null')}`,
  ],
  ['audit_after_sales', `delete from audit_log where action = 'after_sale.refund'`],
  ['audit_suspense', suspended('matched')],
  [
    'audit_balance',
    `insert into ledger_posting (idempotency_key, kind, company_id) values ('by hand', 'adjust', (select id from company order by id desc limit 1))`,
  ],
  [
    'audit_batches',
    `update stock_batch set locked_at = now(), locked_by = 'x', locked_reason = 'x' where id = ${one('stock_batch', 'true')}`,
  ],
]

/** In a transaction that is never kept, with constraints and triggers asleep. */
async function broken(
  how: string,
  look: (check: (name: string, carried?: Carried) => ReturnType<typeof violationsIn>) => Promise<void>,
): Promise<void> {
  const trx = await db.startTransaction().execute()
  try {
    const run = (text: RawBuilder<unknown>) => text.execute(trx)
    await run(sql`set local session_replication_role = replica`)
    await run(sql`do $$ declare c record; begin
      for c in select conrelid::regclass as t, conname as n from pg_constraint
                where contype = 'c' and conrelid::regclass::text in ('ledger_account', 'stock_batch', 'goods_stock', 'goods_offer', 'points_goods', 'draw_prize')
      loop execute format('alter table %s drop constraint %I', c.t, c.n); end loop; end $$`)
    const { numAffectedRows } = await run(sql.raw(how))
    if (!how.startsWith('alter')) expect(Number(numAffectedRows ?? 0), 'nothing was broken').toBeGreaterThan(0)
    await look((name, carried) => violationsIn(trx, NOW, [name], carried))
  } finally {
    await trx.rollback().execute()
  }
}

it('一家完好的店：样样相符，核对只读不写', async () => {
  const violations = await findViolations(db, NOW)
  expect(violations).toEqual([])
  expect(reportOf(violations)).toContain('全部相符')
})

it('每一项核对都有一种弄坏它的办法', () => {
  expect(BREAKS.map(([name]) => name).sort()).toEqual(CHECKS.map((check) => check.name).sort())
})

it.each(BREAKS)('%s：手工弄坏，找得出来，说得出是哪一条', async (name, how) => {
  await broken(how, async (check) => {
    const [found, ...others] = await check(name)
    expect(others).toEqual([])
    expect(found).toMatchObject({ check: name, count: expect.any(Number) })
    expect(found?.found[0]).toEqual({ id: expect.any(String), what: expect.any(String) })
    expect(reportOf(found ? [found] : [])).toContain(name)
  })
})

describe('日结只核对上次结账以来的账', () => {
  const NOTHING: Carried = { posting: 0, cut: 0, from: '2000-01-01', accounts: new Map() }
  /** As a closing of this moment leaves it. */
  async function carriedNow(): Promise<Carried> {
    const { rows } = await shop.database.pool.query<{ kind: string; amount: Fen; posting: number }>(
      `select case when a.company_id is null then 'shop:' else 'company:' end || a.kind as kind, sum(e.amount)::bigint as amount,
              (select max(id) from ledger_posting) as posting
         from ledger_entry e join ledger_account a on a.id = e.account_id group by 1`,
    )
    const posting = rows[0]?.posting ?? 0
    return { posting, cut: posting, from: '2026-11-22', accounts: new Map(rows.map(({ kind, amount }) => [kind, amount])) }
  }
  const ofMoney = BREAKS.filter(([name]) => MONEY_CHECKS.includes(name))
  /** Seen by whoever looks at the old postings one by one; the command does. */
  const OLD = ['ledger_zero', 'ledger_posting', 'ledger_points_apart', 'channel_accounts']

  it('完好的店：从头算、从现在接着算，都相符', async () => {
    expect(await findViolations(db, NOW, MONEY_CHECKS, NOTHING)).toEqual([])
    expect(await findViolations(db, NOW, MONEY_CHECKS, await carriedNow())).toEqual([])
  })

  it.each(ofMoney)('%s：什么都没有结过时，与全面核对找到的一样', async (name, how) => {
    await broken(how, async (check) => {
      const [[all], [since]] = [await check(name), await check(name, NOTHING)]
      expect(all?.found.length).toBeGreaterThan(0)
      expect(since?.found).toEqual(expect.arrayContaining(all?.found ?? []))
    })
  })

  it.each(ofMoney)('%s：结过以后弄坏的余额、账单和订单照样找得出来，老凭证由全面核对来找', async (name, how) => {
    const carried = await carriedNow()
    await broken(how, async (check) => {
      expect((await check(name, carried)).length).toBe(OLD.includes(name) ? 0 : 1)
      expect((await check(name)).length).toBe(1)
    })
  })

  const fresh = (second: number) => `
    with g as (insert into ledger_posting (idempotency_key, kind, company_id, at) values ('fresh', 'adjust', null, '2026-11-22T02:00:00Z') returning id)
    insert into ledger_entry (posting_id, account_id, amount, kind, at)
    select g.id, a.id, v.amount, 'adjust', '2026-11-22T02:00:00Z'
      from g cross join (values (${one('ledger_account', "company_id is null and kind = 'sales'")}, 100),
                                (${one('ledger_account', `kind = '${second === 0 ? 'points_issued' : 'shipping'}'`)}, ${second || -100})) v(account, amount)
      join ledger_account a on a.id = v.account`
  it.each([
    ['ledger_zero', fresh(-99)],
    ['ledger_posting', fresh(-99)],
    ['ledger_points_apart', fresh(0)],
  ])('%s：新记的一笔不对，接着算也找得出来', async (name, how) => {
    const carried = await carriedNow()
    await broken(how, async (check) => expect(await check(name, carried)).toEqual(await check(name)))
  })
})
