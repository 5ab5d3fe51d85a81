import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { atOnce } from '../../../../test/buying.ts'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { operation, randomShop } from '../../../../test/random-shop.ts'
import { doTask } from '../../../../test/tasks.ts'
import { jobs } from '../../../platform/jobs.ts'
import { figureTasks } from './tasks.ts'

/**
 * A shop in which orders are placed, changed, split, cancelled, shipped and returned at random over days of two months, with gifts, coupons,
 * reductions and free shipping: its figures beside sums that are added up here, order by order, and beside the ledger.
 */

const DAYS = ['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']
const noon = (day: string) => new Date(`${day}T12:00:00+08:00`)
const [OPERATIONS, WIDTH] = [260, 6]

const shop = await testShop({ now: noon('2026-10-29') })
const { pool, db } = shop.database
const { tried, done, companies, goods } = await randomShop(shop)
const finance = await makeStaffOf(db, 'finance', '周财')
const run = (task: string) => doTask(figureTasks(shop.database, jobs), task, {}, shop.clock.now)

/** Most orders are paid and leave. */
const forward = operation.filter((one) => one.do === 'enter' || one.do === 'pay' || one.do === 'advance')
const someDeed = fc.oneof({ weight: 2, arbitrary: operation }, { weight: 3, arbitrary: forward })

type Row = Record<string, number | string | null>
const rowsOf = async (text: string, values: unknown[] = []): Promise<Row[]> => (await pool.query<Row>(text, values)).rows
const sum = (rows: readonly Row[], of: string) => rows.reduce((total, row) => total + Number(row[of] ?? 0), 0)
const ask = async (path: string, cookie = finance) => {
  const answer = await shop.ask('GET', `/api/staff/figures/${path}`, { cookie })
  expect(answer.message).toBe('')
  return answer.data
}
type Report = {
  columns: { key: string }[]
  list: { key: string; name: string; to: string; values: (string | null)[] }[]
  total: (string | null)[]
}
const fenIn = (text: string | null | undefined) => Math.round(Number(text ?? 0) * 100)
const columnOf = (report: Report, key: string) => report.columns.findIndex((one) => one.key === key)
const totalOf = (report: Report, key: string) => fenIn(report.total[columnOf(report, key)])
const addedUp = (report: Report, key: string) => report.list.reduce((all, { values }) => all + fenIn(values[columnOf(report, key)]), 0)

const DAY = `(%s at time zone 'Asia/Shanghai')::date::text`
const dayOf = (column: string) => DAY.replace('%s', column)

beforeAll(async () => {
  for (const [at, { buyer }] of companies.entries())
    await pool.query('update company set manager_name = $2, province = $3, city = $4 where id = $1', [
      buyer.companyId,
      ['李强', '王芳'][at % 2],
      '贵州省',
      at < 2 ? '贵阳市' : '遵义市',
    ])
  await pool.query(`insert into goods_cost (goods_id, cost, updated_at, updated_by) values ($1, 500, now(), '测试')`, [goods[0]])
  for (const [at, day] of DAYS.entries()) {
    shop.clock.now = noon(day)
    // A manager leaves in between: what was sold before stays his.
    if (at === 3) await pool.query(`update company set manager_name = '赵敏' where manager_name = '李强'`)
    const [operations = []] = fc.sample(fc.array(someDeed, { minLength: OPERATIONS, maxLength: OPERATIONS }), {
      numRuns: 1,
      seed: 20_261_128 + at,
    })
    await atOnce(operations, WIDTH, tried)
    if (at === 1) await run('figures.keep')
  }
  await shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
  await run('figures.keep')
}, 300_000)

describe('销售', () => {
  it('样样都发生过', () => {
    for (const [what, least] of Object.entries({ enter: 100, pay: 50, split: 8, edit: 8, cancel: 10, return: 10, advance: 100 }))
      expect(done.get(what) ?? 0, what).toBeGreaterThan(least)
  })

  it('每天的发货、优惠、运费、退货与扣下，和逐单加起来的一分不差；两张表一样', async () => {
    const lines = await rowsOf(`select ${dayOf('o.shipped_at')} as day, l.number, l.amount, l.reduction
      from orders o join order_line l on l.order_id = o.id where o.shipped_at is not null`)
    const orders = await rowsOf(`select ${dayOf('shipped_at')} as day, shipping_amount from orders where shipped_at is not null`)
    const back = await rowsOf(
      `select ${dayOf('inspected_at')} as day, goods_amount, shipping_amount from after_sale where inspected_at is not null`,
    )
    const kept = await rowsOf(
      `select ${dayOf('a.inspected_at')} as day, b.amount from benefit_kept b join after_sale a on a.id = b.after_sale_id`,
    )
    expect(sum(back, 'goods_amount')).toBeGreaterThan(0)
    for (const day of DAYS) {
      const on = (rows: readonly Row[]) => rows.filter((row) => row.day === day)
      const expected = {
        orders: on(orders).length,
        units: sum(on(lines), 'number'),
        gross: sum(on(lines), 'amount'),
        reduction: sum(on(lines), 'reduction'),
        shipping: sum(on(orders), 'shipping_amount'),
        returned: sum(on(back), 'goods_amount'),
        returned_shipping: sum(on(back), 'shipping_amount'),
        kept: sum(on(kept), 'amount'),
      }
      const names = Object.keys(expected)
      const [buyers = {}] = await rowsOf(
        `select ${names.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`)} from figure_buyer where grain = 'd' and day = $1`,
        [day],
      )
      expect(buyers, day).toEqual(expected)
      const { orders: _orders, shipping: _shipping, returned_shipping: _back, ...ofGoods } = expected
      const [goodsSums = {}] = await rowsOf(
        `select ${Object.keys(ofGoods).map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`)} from figure_goods where grain = 'd' and day = $1`,
        [day],
      )
      expect(goodsSums, day).toEqual(ofGoods)
    }
  })

  it('每天的收款、退回与入账，和总账当天的分录一分不差；没有积分商城的钱时，入账就是“销售”科目', async () => {
    const entries = await rowsOf(`select ${dayOf('e.at')} as day, a.kind as account, e.kind, e.amount from ledger_entry e
      join ledger_account a on a.id = e.account_id where a.company_id is null`)
    const of = (day: string, account: string, kind?: string) =>
      sum(
        entries.filter((one) => one.day === day && one.account === account && (kind === undefined || one.kind === kind)),
        'amount',
      )
    expect(
      sum(
        entries.filter(({ account }) => account === 'sales'),
        'amount',
      ),
    ).toBeGreaterThan(0)
    for (const day of DAYS) {
      const [made = {}] = await rowsOf(
        `select sum(paid)::bigint as paid, sum(paid_back)::bigint as paid_back, sum(booked)::bigint as booked, sum(booked_shipping)::bigint as shipping
           from figure_buyer where grain = 'd' and day = $1`,
        [day],
      )
      expect(made, day).toEqual({
        paid: of(day, 'order_advance', 'order_pay'),
        paid_back: 0 - of(day, 'order_advance', 'order_refund'),
        booked: of(day, 'sales'),
        shipping: of(day, 'shipping'),
      })
    }
  })

  it('累计的净销售额 = 总账“销售”科目 + 已发货而未完成的订单，一分不差', async () => {
    const { total, columns } = (await ask(`sales?from=${DAYS[0]}&to=${DAYS.at(-1)}`)) as Report
    const [ledger] = await rowsOf(`select sum(e.amount)::bigint as amount from ledger_entry e join ledger_account a on a.id = e.account_id
      where a.company_id is null and a.kind = 'sales'`)
    const [open] = await rowsOf(`select coalesce(sum(goods_amount - reduction_amount - returned_goods), 0)::bigint as amount
      from orders where status in ('shipped', 'received')`)
    expect(Number(open?.amount)).toBeGreaterThan(0)
    expect(fenIn(total[columns.findIndex(({ key }) => key === 'net')])).toBe(Number(ledger?.amount) + Number(open?.amount))
  })

  it('按哪种维度分，合计都一样，各行加起来就是合计', async () => {
    const days = `from=${DAYS[0]}&to=${DAYS.at(-1)}`
    const whole = totalOf(await ask(`sales?${days}`), 'net')
    for (const by of ['day', 'month', 'province', 'city', 'manager', 'type', 'warehouse', 'category', 'maker', 'goods', 'source']) {
      const report: Report = await ask(`sales?${days}&by=${by}`)
      expect(totalOf(report, 'net'), by).toBe(whole)
      expect(addedUp(report, 'net'), by).toBe(whole)
    }
  })

  it('行里的链接打开的订单列表，正是这些发货订单', async () => {
    const days = `from=${DAYS[1]}&to=${DAYS.at(-1)}`
    for (const by of ['day', 'month', 'province', 'city', 'manager', 'type', 'warehouse']) {
      const report: Report = await ask(`sales?${days}&by=${by}`)
      for (const { to, values } of report.list.filter((row) => row.to !== '')) {
        const found: number[] = []
        for (let next: number | null = 0; next !== null; ) {
          const { data, message } = await shop.ask(
            'GET',
            `/api/staff/order?per_page=100${next ? `&before=${next}` : ''}&${to.split('?')[1]}`,
            { cookie: finance },
          )
          expect(message).toBe('')
          found.push(...data.list.map(({ id }: { id: number }) => id))
          next = data.next
        }
        expect(String(found.length), to).toBe(values[columnOf(report, 'orders')])
      }
    }
    const bySource: Report = await ask(`sales?${days}&by=source`)
    const [first] = bySource.list
    const { data } = await shop.ask('GET', `/api/staff/order/counts?${first?.to.split('?')[1]}`, { cookie: finance })
    const [expected] = await rowsOf(
      `select count(distinct o.id)::integer as count from orders o join order_line l on l.order_id = o.id
        where ${dayOf('o.shipped_at')} between $1 and $2 and l.price_source = $3`,
      [DAYS[1], DAYS.at(-1), first?.key],
    )
    expect(data.counts[0].count).toBe(expected?.count)
  })

  it('客户经理、地区、类型是下单时的：后来换了人，从前卖的还是从前的人的', async () => {
    const byManager: Report = await ask(`sales?from=${DAYS[0]}&to=${DAYS.at(-1)}&by=manager`)
    expect(byManager.list.map(({ name }) => name).sort()).toEqual(['李强', '王芳', '赵敏'])
    const [expected] = await rowsOf(`select sum(l.amount)::bigint as amount from orders o join order_line l on l.order_id = o.id
      where o.shipped_at is not null and o.sold_manager = '李强'`)
    const row = byManager.list.find(({ name }) => name === '李强')
    expect(fenIn(row?.values[columnOf(byManager, 'gross')])).toBe(expected?.amount)
    const filtered: Report = await ask(
      `sales?from=${DAYS[0]}&to=${DAYS.at(-1)}&manager=${encodeURIComponent('李强')}&province=${encodeURIComponent('贵州省')}`,
    )
    expect(totalOf(filtered, 'gross')).toBe(expected?.amount)
  })

  it('按客户与按商品不能一起问，日期写错说得清楚', async () => {
    const refused = async (query: string) => {
      const { status, data } = await shop.ask('GET', `/api/staff/figures/sales?${query}`, { cookie: finance })
      return [status, data?.errors?.[0]?.message]
    }
    expect(await refused('by=manager&source=gift')).toEqual([422, '报表按客户或按商品统计，不能两者一起：请去掉另一边的筛选'])
    expect(await refused('from=2026-11-02&to=2026-11-01')).toEqual([422, '结束日期不能早于开始日期'])
    expect(await refused('from=2026-02-30')).toEqual([422, '日期不存在'])
    expect(await refused('from=2020-01-01&to=2026-01-01')).toEqual([422, '一次最多看三年'])
  })

  it('商品、厂家、分类、价格各自筛选，合计是那些明细的', async () => {
    const [maker] = await rowsOf('select manufacturer_id as id from goods where id = $1', [goods[0]])
    const [sold] = await rowsOf(
      `select sum(l.amount)::bigint as amount from orders o join order_line l on l.order_id = o.id where o.shipped_at is not null and l.goods_id = $1`,
      [goods[0]],
    )
    await pool.query(`insert into category (code, tree, name) values ('T9', 'drug', '测试大类')`)
    await pool.query(`insert into goods_category (goods_id, category_id) select $1, id from category where code = 'T9'`, [goods[0]])
    const days = `from=${DAYS[0]}&to=${DAYS.at(-1)}`
    const category: Report = await ask(`sales?${days}&by=category`)
    const own = category.list.find(({ name }) => name === '测试大类')
    expect(fenIn(own?.values[columnOf(category, 'gross')])).toBe(sold?.amount)
    for (const filter of [
      `goods_id=${goods[0]}`,
      `category_id=${own?.key}`,
      ...(maker?.id ? [`maker_id=${maker.id}&goods_id=${goods[0]}`] : []),
    ])
      expect(totalOf(await ask(`sales?${days}&by=month&${filter}`), 'gross'), filter).toBe(sold?.amount)
    expect(totalOf(await ask(`sales?${days}&source=gift`), 'gross')).toBe(0)
    const listed = await shop.ask('GET', `/api/staff/order/counts?${own?.to.split('?')[1]}&maker_id=${maker?.id ?? 1}`, { cookie: finance })
    expect(listed.status).toBe(200)
  })
})

describe('毛利', () => {
  it('成本是发货当天的：后来改价不动从前的，退回的按卖出那天的成本冲回，没有成本价的另列', async () => {
    const days = `from=${DAYS[0]}&to=${DAYS.at(-1)}`
    const [shipped] = await rowsOf(
      `select sum(l.number)::bigint as number, sum(l.amount - l.reduction)::bigint as net from orders o join order_line l on l.order_id = o.id
        where o.shipped_at is not null and l.goods_id = $1`,
      [goods[0]],
    )
    const before: Report = await ask(`margin?${days}&goods_id=${goods[0]}`)
    // Refunds without the goods bring no cost back.
    expect(totalOf(before, 'cost')).toBe(Number(shipped?.number) * 500)
    expect(totalOf(before, 'margin')).toBe(totalOf(before, 'net') - Number(shipped?.number) * 500)
    expect(totalOf(before, 'uncosted')).toBe(0)
    const others: Report = await ask(`margin?${days}`)
    expect(totalOf(others, 'cost')).toBe(totalOf(before, 'cost'))
    expect(totalOf(others, 'uncosted')).toBeGreaterThan(0)
    expect(totalOf(others, 'margin')).toBe(totalOf(others, 'net') - totalOf(others, 'uncosted') - totalOf(others, 'cost'))

    // A price that changes on the last day is that day's and later ones'.
    await pool.query(
      `insert into price_change (goods_id, kind, before, after, reason, changed_by, at) values ($1, 'cost', 500, 600, '测试', '测试', $2)`,
      [goods[0], noon('2026-11-03')],
    )
    await pool.query('update goods_cost set cost = 600 where goods_id = $1', [goods[0]])
    await run('figures.keep')
    for (const day of DAYS) {
      const [sold] = await rowsOf(
        `select coalesce(sum(l.number), 0)::bigint as number from orders o join order_line l on l.order_id = o.id where ${dayOf('o.shipped_at')} = $1 and l.goods_id = $2`,
        [day, goods[0]],
      )
      const report: Report = await ask(`margin?from=${day}&to=${day}&goods_id=${goods[0]}`)
      expect(totalOf(report, 'cost'), day).toBe(Number(sold?.number) * (day === '2026-11-03' ? 600 : 500))
    }
  })
})
