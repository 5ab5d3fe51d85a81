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
const [OPERATIONS, WIDTH] = [260, 3]

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
  await pool.query(`insert into category (code, tree, name) values ('T9', 'drug', '测试大类')`)
  await pool.query(`insert into goods_category (goods_id, category_id) select $1, id from category where code = 'T9'`, [goods[0]])
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
    for (const [what, least] of Object.entries({ enter: 100, pay: 50, split: 8, edit: 8, cancel: 10, return: 5, advance: 100 }))
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

describe('客户、活动、时效、库存、应收', () => {
  const days = `from=${DAYS[0]}&to=${DAYS.at(-1)}`

  it('活跃、新客、单数与金额，和逐家加起来的一样；合计里一家只算一次', async () => {
    const orders = await rowsOf(
      `select company_id, ${dayOf('shipped_at')} as day, goods_amount - reduction_amount as net from orders where shipped_at is not null`,
    )
    const back = await rowsOf(`select ${dayOf('inspected_at')} as day, goods_amount from after_sale where inspected_at is not null`)
    const report: Report = await ask(`customers?${days}`)
    const active = (month: string) => new Set(orders.filter(({ day }) => String(day).startsWith(month)).map(({ company_id: id }) => id))
    const seen = new Set<unknown>()
    for (const month of ['2026-10', '2026-11']) {
      const row = report.list.find(({ key }) => key === month)
      const of = (key: string) => Number(row?.values[columnOf(report, key)])
      const own = active(month)
      expect([of('active'), of('fresh'), of('orders')], month).toEqual([
        own.size,
        [...own].filter((id) => !seen.has(id)).length,
        orders.filter(({ day }) => String(day).startsWith(month)).length,
      ])
      for (const id of own) seen.add(id)
      expect(fenIn(row?.values[columnOf(report, 'net')])).toBe(
        sum(
          orders.filter(({ day }) => String(day).startsWith(month)),
          'net',
        ) -
          sum(
            back.filter(({ day }) => String(day).startsWith(month)),
            'goods_amount',
          ),
      )
    }
    expect(Number(report.total[columnOf(report, 'active')])).toBe(seen.size)
    const often: Report = await ask(`customers?${days}&by=frequency`)
    expect(Number(often.total[columnOf(often, 'active')])).toBe(seen.size)
    const byCompany: Report = await ask(`customers?${days}&by=company&manager=${encodeURIComponent('王芳')}`)
    expect(byCompany.list).toHaveLength(2)
    const { data } = await shop.ask('GET', `/api/staff/order/counts?${byCompany.list[0]?.to.split('?')[1]}`, { cookie: finance })
    expect(String(data.counts[0].count)).toBe(byCompany.list[0]?.values[columnOf(byCompany, 'orders')])
  })

  it('流失：前三个月买过、这段时间没有的企业，列得出来', async () => {
    const [lost, kept] = companies
    await pool.query(
      `insert into figure_company (grain, day, company_id, orders, net) values ('d', '2027-01-05', $1, 2, 8000), ('d', '2027-01-06', $2, 1, 500), ('d', '2027-04-02', $2, 1, 500)`,
      [lost?.buyer.companyId, kept?.buyer.companyId],
    )
    await pool.query(`insert into figure_made (grain, day, made_at) values ('d', '2027-01-05', now()), ('d', '2027-04-02', now())`)
    const report: Report = await ask('customers?from=2027-04-01&to=2027-04-30&by=lost')
    expect(report.list.map(({ key, values }) => [Number(key), values[columnOf(report, 'net')]])).toEqual([[lost?.buyer.companyId, '80.00']])
    expect(report.list[0]?.to).toContain('shipped_from=2027-01-01&shipped_to=2027-03-31')
    const months: Report = await ask('customers?from=2027-01-01&to=2027-05-31')
    const of = (key: string) => months.list.map(({ values }) => Number(values[columnOf(months, key)]))
    expect([of('active'), of('lost')]).toEqual([
      [2, 0, 0, 1, 0],
      [2, 4, 2, 1, 1],
    ])
    await pool.query(`delete from figure_company where day >= '2027-01-01'`)
    await pool.query(`delete from figure_made where day >= '2027-01-01'`)
  })

  it('活动的优惠，等于发货订单里它分摊的加上返现；满减、券、赠品、返现都在', async () => {
    const shares =
      await rowsOf(`select s ->> 'kind' as kind, (s ->> 'amount')::bigint as amount from orders o join order_line l on l.order_id = o.id,
      jsonb_array_elements(l.shares) s where o.shipped_at is not null`)
    const cashback = await rowsOf(
      'select cashback_amount as amount from orders where shipped_at is not null and cashback_promotion_id is not null',
    )
    const report: Report = await ask(`offers?${days}`)
    expect(totalOf(report, 'discount')).toBe(sum(shares, 'amount') + sum(cashback, 'amount'))
    const coupons: Report = await ask(`offers?${days}&kind=coupon&by=month`)
    expect(totalOf(coupons, 'discount')).toBe(
      sum(
        shares.filter(({ kind }) => kind === 'coupon'),
        'amount',
      ),
    )
    const [gifts] = await rowsOf(
      'select count(distinct o.id)::integer as count from orders o join order_line l on l.order_id = o.id where o.shipped_at is not null and l.gift_id is not null',
    )
    const gift = report.list.find(({ name }) => name === '活动 测试活动 gift')
    expect(Number(gift?.values[columnOf(report, 'orders')])).toBe(gifts?.count)
    expect(totalOf(await ask(`offers?${days}&by=day`), 'discount')).toBe(totalOf(report, 'discount'))
  })

  it('时效：发货从付款起，售后从申请起，会话从客户没人答的第一句起；自动回复不算答复', async () => {
    const [first] = companies
    const { rows } = await pool.query<{ id: number }>('insert into chat_conversation (company_id) values ($1) returning id', [
      first?.buyer.companyId,
    ])
    const say = (sender: string, at: string) =>
      pool.query(
        `insert into chat_message (conversation_id, sender, name, kind, text, client_key, created_at) values ($1, $2, '', 'text', '', $3, $4)`,
        [rows[0]?.id, sender, at, at],
      )
    await say('buyer', '2026-11-03T01:00:00Z')
    await say('auto', '2026-11-03T01:00:01Z')
    await say('buyer', '2026-11-03T01:02:00Z')
    await say('staff', '2026-11-03T01:04:00Z')
    await say('staff', '2026-11-03T01:05:00Z')
    await say('buyer', '2026-11-03T02:00:00Z')
    await say('staff', '2026-11-03T03:30:00Z')
    await run('figures.keep')
    const report: Report = await ask(`service?${days}`)
    const of = (key: string, column: string) => Number(report.list.find((row) => row.key === key)?.values[columnOf(report, column)])
    expect([of('answer', 'count'), of('answer', 'average'), of('answer', 'good')]).toEqual([2, 47, 50])
    const shipped = await rowsOf(
      'select floor(extract(epoch from shipped_at - paid_at) / 60)::integer as minutes from orders where shipped_at is not null and paid_at is not null',
    )
    expect(of('ship', 'count')).toBe(shipped.length)
    const buckets: Report = await ask(`service?${days}&by=bucket&what=answer`)
    expect(buckets.list.map(({ name, values }) => [name, values[0]])).toEqual([
      ['5 分钟以内', '1'],
      ['4 小时以内', '1'],
    ])
    const [refunded] = await rowsOf('select count(*)::integer as count from after_sale where refunded_at is not null')
    expect(of('after_sale', 'count')).toBe(refunded?.count)
    expect((await ask(`service?${days}&by=day`)).list.length).toBeGreaterThan(1)
  })

  it('搜索之后的去向按搜索那天算；后来才下的单，夜里补上', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into search_record (company_id, at, words, hits, understood) values ($1, '2026-11-02T02:00:00Z', '阿莫', 3, 'typed'),
         ($1, '2026-11-02T03:00:00Z', '没有的', 0, 'none'), (null, '2026-11-02T04:00:00Z', '感冒', 9, 'typed') returning id`,
      [companies[0]?.buyer.companyId],
    )
    await pool.query(
      `insert into search_step (search_id, kind, goods_id, at) select $1, kind, $2, '2026-11-02T02:01:00Z' from unnest('{opened,cart}'::text[]) kind`,
      [rows[0]?.id, goods[0]],
    )
    shop.clock.now = new Date('2026-11-04T01:20:00+08:00')
    await run('figures.settle')
    const row = async () => (await ask('funnel?from=2026-11-02&to=2026-11-02')).list[0]?.values.slice(0, 5)
    expect(await row()).toEqual(['3', '2', '1', '1', '0'])
    await pool.query(`insert into search_step (search_id, kind, goods_id, at) values ($1, 'order', $2, '2026-11-03T02:01:00Z')`, [
      rows[0]?.id,
      goods[0],
    ])
    await run('figures.settle')
    expect(await row()).toEqual(['3', '2', '1', '1', '1'])
    shop.clock.now = noon('2026-11-03')
  })

  it('库存：当天的数就是现在的库存，从前的一天从流水倒推；销毁的算损失，周转天数由它们而来', async () => {
    const [lying] = await rowsOf('select sum(available + reserved)::bigint as units from stock_batch where goods_id = $1', [goods[0]])
    const report: Report = await ask(`stock?${days}`)
    expect(totalOf(report, 'closing')).toBe(Number(lying?.units) * 600)
    const [batch] = await rowsOf('select id, warehouse_id from stock_batch where goods_id = $1 order by id desc limit 1', [goods[0]])
    const [person, other] = await rowsOf('select id from account order by id limit 2')
    await pool.query(
      `insert into unqualified (no, source, warehouse_id, goods_id, stock_batch_id, batch_no, expiry_date, number, goods, reason, found_by, finder, found_at, state, judged_by, judge,
         judged_at, verdict, way, disposed_by, disposer, disposed_at) values ('X1', 'storage', $1, $2, $3, 'B', '2026-11-01', 7, '{}', '过期', $4, '', $6, 'gone', $5, '', $6, '', 'destroy', $4, '', $6)`,
      [batch?.warehouse_id, goods[0], batch?.id, person?.id, other?.id, noon('2026-11-03')],
    )
    await run('figures.keep')
    const after: Report = await ask(`stock?${days}`)
    expect([totalOf(after, 'lost'), totalOf(after, 'lost_expired')]).toEqual([4200, 4200])
    const sold: Report = await ask(`margin?${days}&goods_id=${goods[0]}`)
    expect(totalOf(after, 'cost')).toBe(totalOf(sold, 'cost'))
    for (const by of ['category', 'day', 'month']) {
      const one: Report = await ask(`stock?${days}&by=${by}`)
      expect(totalOf(one, 'closing'), by).toBe(totalOf(after, 'closing'))
      expect(totalOf(one, 'average'), by).toBe(totalOf(after, 'average'))
      expect(addedUp(one, 'lost'), by).toBe(4200)
    }
  })

  it('应收按账龄：未还的账单之和，逾期几天分几档', async () => {
    const bills = await rowsOf(`select open, due_on::text as due from credit_bill where settled_at is null`)
    const report: Report = await ask('receivables')
    expect(totalOf(report, 'open')).toBe(sum(bills, 'open'))
    expect(sum(bills, 'open')).toBeGreaterThan(0)
    expect(report.list.map(({ name }) => name)).toEqual(['未到期'])
    shop.clock.now = noon('2026-12-10')
    const later: Report = await ask('receivables')
    expect(addedUp(later, 'overdue')).toBe(
      sum(
        bills.filter(({ due }) => String(due) < '2026-12-10'),
        'open',
      ),
    )
    expect(later.list.every(({ name }) => name.startsWith('逾期') || name === '未到期')).toBe(true)
    for (const by of ['manager', 'company']) expect(totalOf(await ask(`receivables?by=${by}`), 'open')).toBe(sum(bills, 'open'))
    expect(totalOf(await ask(`receivables?manager=${encodeURIComponent('谁')}`), 'open')).toBe(0)
    shop.clock.now = noon('2026-11-03')
  })
})

describe('重算', () => {
  const TABLES = ['figure_buyer', 'figure_goods', 'figure_company', 'figure_offer', 'figure_service', 'figure_search', 'figure_stock']
  const all = async (): Promise<Record<string, Row[]>> =>
    Object.fromEntries(
      await Promise.all(TABLES.map(async (table) => [table, await rowsOf(`select f::text as row from ${table} f order by 1`)])),
    )

  it('来源没有变，全部重算的结果一样；月的合计也是；进度看得到，操作有记录', async () => {
    const owner = await makeStaffOf(db, 'administrator', '程立')
    shop.clock.now = new Date('2026-12-02T01:20:00+08:00')
    await run('figures.keep')
    await run('figures.settle')
    const before = await all()
    expect(before.figure_buyer?.some(({ row }) => String(row).startsWith('(m,2026-10-01'))).toBe(true)
    expect(before.figure_buyer?.some(({ row }) => String(row).startsWith('(m,2026-11-01'))).toBe(true)
    const asked = await shop.ask('POST', '/api/staff/figures/remake', { cookie: owner, body: { from: DAYS[0], to: '2026-12-02' } })
    expect(asked.data.remake).toMatchObject({ state: 'waiting', done: 0, days: 35 })
    const again = await shop.ask('POST', '/api/staff/figures/remake', { cookie: owner, body: { from: DAYS[0], to: DAYS[0] } })
    expect([again.status, again.message]).toEqual([409, '已有一次重算在进行，请等它完成'])
    await shop.jobs.runDue(['figures.remake'])
    const { data } = await shop.ask('GET', '/api/staff/figures/remake', { cookie: finance })
    expect(data.remake).toMatchObject({ state: 'done', done: 35 })
    expect(await all()).toEqual(before)
    const [audit] = await rowsOf(`select actor, after from audit_log where action = 'figures.remake'`)
    expect(audit).toEqual({ actor: '程立', after: { from: DAYS[0], to: '2026-12-02' } })
    const late = await shop.ask('POST', '/api/staff/figures/remake', { cookie: owner, body: { from: DAYS[0], to: '2027-01-01' } })
    expect(late.status).toBe(422)
    // Whole months are read from their sums, and come to the same.
    const whole: Report = await ask('sales?from=2026-11-01&to=2026-11-30&by=manager')
    const byDay: Report = await ask('sales?from=2026-11-01&to=2026-11-30')
    expect([totalOf(whole, 'net'), totalOf(whole, 'booked')]).toEqual([totalOf(byDay, 'net'), totalOf(byDay, 'booked')])
    shop.clock.now = noon('2026-11-03')
  })
})

describe('谁可以看', () => {
  it('没有报表权限的、看不到成本的、查看范围有限的，各自被拒；导出也一样', async () => {
    const picker = await makeStaffOf(db, 'warehouse', '罗远')
    const marketer = await makeStaffOf(db, 'marketer', '何营')
    const status = async (path: string, cookie: string) => (await shop.ask('GET', `/api/staff/figures/${path}`, { cookie })).status
    expect([
      await status('sales', picker),
      await status('sales', marketer),
      await status('margin', marketer),
      await status('stock', marketer),
    ]).toEqual([403, 200, 403, 403])
    const exported = await shop.ask('POST', '/api/staff/export/figures_margin', { cookie: marketer, body: { format: 'xlsx', query: {} } })
    expect(exported.status).toBe(403)
    await pool.query(`update staff set narrow_managers = '{王芳}' where account_id = (select id from account where name = '何营')`)
    const narrowed = await makeStaffOf(db, 'marketer', '陈窄')
    await pool.query(`update staff set narrow_managers = '{王芳}' where account_id = (select id from account where name = '陈窄')`)
    const answer = await shop.ask('GET', '/api/staff/figures/sales', { cookie: narrowed })
    expect([answer.status, answer.message]).toEqual([403, '报表是全公司的数字，您的查看范围只有一部分，不能查看'])
  })

  it('导出的表和页面一样，最后一行是合计', async () => {
    const query = { from: DAYS[0], to: DAYS.at(-1), by: 'manager' }
    const { data: job, message } = await shop.ask('POST', '/api/staff/export/figures_sales', {
      cookie: finance,
      body: { format: 'csv', query },
    })
    expect(message).toBe('')
    await shop.jobs.runDue(['exports.make'])
    const { rawPayload } = await shop.app.inject({ url: `/api/staff/export/${job.id}/file`, headers: { cookie: `staff=${finance}` } })
    const lines = rawPayload.toString('utf8').trim().split('\r\n')
    const report: Report = await ask(`sales?${new URLSearchParams(query as Record<string, string>)}`)
    expect(lines).toHaveLength(report.list.length + 2)
    expect(lines[0]).toContain('项目,净销售额,发货单数')
    expect(lines.at(-1)?.split(',').slice(0, 2)).toEqual(['合计', report.total[0]])
  })

  it('筛选项是发生过的地区、经理、类型', async () => {
    const choices = await ask('choices')
    expect(choices.managers).toEqual(['李强', '王芳', '赵敏'])
    expect(choices.places).toEqual([{ province: '贵州省', cities: ['贵阳市', '遵义市'] }])
  })
})
