import { afterAll, beforeAll, expect, it } from 'vitest'
import { STAFF_ORDER_PAST_MAX } from '#contract/staff-orders.ts'
import { makeStaff } from './fixtures.ts'
import { openShop, type Shop } from './harness.ts'

/**
 * A word that thousands of rows have: a list then walks its own order instead of naming what was found (platform/few.ts). Nobody sees a
 * difference: the newest stand first, the next page goes on, the number is right.
 */
const MANY = 2_100
let shop: Shop
let staff: string

/** MANY of a table, as one of its rows but for these (SQL of n, 1 …). Nothing is asked of them by triggers and foreign keys. */
async function copies(table: string, changes: Readonly<Record<string, string>>): Promise<void> {
  const client = await shop.database.pool.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const columns = rows.map(({ name }) => name)
    const changed = Object.entries({ id: '(select max(id) from base) + n', ...changes }).map(([key, value]) => `'${key}', ${value}`)
    await client.query(`
      begin;
      set local session_replication_role = replica;
      with base as (select * from ${table}), one as (select * from base order by id desc limit 1)
      insert into ${table} (${columns.join(', ')}) overriding system value
      select ${columns.map((name) => `made.${name}`).join(', ')} from one, generate_series(1, ${MANY}) n,
             lateral jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${changed.join(', ')})) made;
      commit`)
  } finally {
    client.release()
  }
}
const ask = async (path: string, query: Readonly<Record<string, string | number>>) => {
  const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const answer = await shop.ask('GET', `${path}?${text}`, { cookie: staff })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
/** Each row's sign, from the newest on. */
const newest = (sign: string, from: number, count: number) => Array.from({ length: count }, (_, at) => `${sign}${from - at}`)
const of = <Key extends string>(list: readonly Record<Key, unknown>[], key: Key) => list.map((row) => row[key])
const later = "now() + n * interval '1 second'"

beforeAll(async () => {
  shop = await openShop({ demo: true })
  staff = await makeStaff(shop.database.db, '什么都看', '质管')
  await copies('company', { name: "'同名连锁第' || n || '店'", code: "'MANY' || n", review_state: '2' })
  await copies('orders', { no: "'MANY-' || (n + 10000)", created_at: later, company_id: `(select max(id) - ${MANY} from company) + n` })
  await copies('shipment', { order_id: `(select max(id) - ${MANY} from orders) + n`, waybill: "'WAY-' || (n + 10000)", shipped_at: later })
  await copies('stock_batch', { batch_no: "'LOT-' || (n + 10000)", locked_at: 'null' })
  await copies('chat_conversation', { company_id: `(select max(id) - ${MANY} from company) + n`, last_at: later })
  await shop.database.pool.query(`
    insert into bank_import (id, file_name, state, lines, faults, fault_count, outgoing, line_count, fresh_count, read_by, read_at, taken_by, taken_at)
    overriding system value values (1, '流水.csv', 'taken', '[]', '[]', 0, 0, ${MANY}, ${MANY}, '财务', now(), '财务', now());
    insert into bank_line (import_id, line, key, day, time, payer_name, payer_account, amount, memo, serial, state)
    select 1, n, 'key' || n, current_date, '', '同一付款人有限公司', '', 12345, '', 'SER-' || (n + 10000), 'open' from generate_series(1, ${MANY}) n;
    insert into batch_document (goods_id, batch_no, kind, file_id, sha256, file_name, signed, state, way, uploaded_at, uploaded_by)
    select (select min(id) from goods), 'LOT-' || (n + 10000), 'report', (select min(id) from stored_file), sha256(n::text::bytea), n || '.pdf', false,
           'checking', 'upload', now(), '采购部' from generate_series(1, ${MANY}) n`)
})
afterAll(() => shop.close())

it('订单：单号开头或企业名称有两千多张都是，新的在前，翻页接得上', async () => {
  for (const query of [{ no: 'MANY-' }, { company: '同名连锁' }]) {
    const first = await ask('/api/staff/order', { ...query, per_page: 50 })
    expect(of(first.list, 'no')).toEqual(newest('MANY-', 10_000 + MANY, 50))
    const second = await ask('/api/staff/order', { ...query, per_page: 50, before: first.next })
    expect(of(second.list, 'no')).toEqual(newest('MANY-', 10_000 + MANY - 50, 50))
    const { counts } = await ask('/api/staff/order/counts', query)
    const counted = (key: string) => counts.find((tab: { key: string }) => tab.key === key)
    const { rows } = await shop.database.pool.query<{ status: string }>("select distinct status from orders where no like 'MANY-%'")
    expect(rows).toHaveLength(1)
    // Everything is counted to a thousand; under the word of a state that has them all, as far as that state is counted.
    expect(counted('all')).toMatchObject({ count: STAFF_ORDER_PAST_MAX, is_more: 1 })
    const most = ['received', 'completed', 'cancelled'].includes(rows[0]?.status ?? '') ? STAFF_ORDER_PAST_MAX : MANY
    expect(counted(rows[0]?.status ?? '')).toMatchObject({ count: most, is_more: most < MANY ? 1 : 0 })
    expect(counts.filter(({ count }: { count: number }) => count > 0).length).toBeLessThan(counts.length)
  }
})

it('发货单：单号或运单号开头有两千多张都是，新的在前，翻页接得上', async () => {
  for (const words of ['MANY-', 'WAY-']) {
    const first = await ask('/api/staff/shipment', { words })
    expect(of(first.list, 'waybill')).toEqual(newest('WAY-', 10_000 + MANY, first.list.length))
    const second = await ask('/api/staff/shipment', { words, after: first.next })
    expect(of(second.list, 'waybill')).toEqual(newest('WAY-', 10_000 + MANY - first.list.length, second.list.length))
  }
})

it('批号：开头有两千多个都是，数目不错，翻页接得上', async () => {
  const first = await ask('/api/staff/batch/list', { keywords: 'LOT-', per_page: 50 })
  expect([first.total, of(first.list, 'batch_no')]).toEqual([MANY, newest('LOT-', 10_000 + MANY, 50)])
  const last = await ask('/api/staff/batch/list', { keywords: 'LOT-', per_page: 50, page: 42 })
  expect(of(last.list, 'batch_no')).toEqual(newest('LOT-', 10_050, 50))
})

it('检验报告：批号开头有两千多份都是，新的在前，翻页接得上', async () => {
  const first = await ask('/api/staff/report', { keyword: 'lot-', per_page: 50 })
  expect(of(first.list, 'batch_no')).toEqual(newest('LOT-', 10_000 + MANY, 50))
  const second = await ask('/api/staff/report', { keyword: 'lot-', per_page: 50, before: first.next })
  expect(of(second.list, 'batch_no')).toEqual(newest('LOT-', 10_000 + MANY - 50, 50))
})

it('银行来账：付款人、金额或流水号开头有两千多笔都是，数目不错；待处理的旧的在前', async () => {
  for (const keywords of ['同一付款', 'SER-', '123.45']) {
    const page = await ask('/api/staff/bank/line', { keywords, per_page: 50 })
    expect([page.total, of(page.list, 'serial')], keywords).toEqual([MANY, newest('SER-', 10_000 + MANY, 50)])
    const open = await ask('/api/staff/bank/line', { keywords, state: 'open', per_page: 50 })
    expect([open.total, open.list[0].serial], keywords).toEqual([MANY, 'SER-10001'])
  }
})

it('客服会话：企业名称有两千多家都是，新的在前，数目不错', async () => {
  const page = await ask('/api/staff/chat', { keywords: '同名连锁', per_page: 50 })
  expect([page.total, of(page.list, 'company')]).toEqual([MANY, newest('同名连锁第', MANY, 50).map((name) => `${name}店`)])
})
