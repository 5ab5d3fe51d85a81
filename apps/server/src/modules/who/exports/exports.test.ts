import { read, utils } from '@e965/xlsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaffOf, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const clerk = await makeStaffOf(db, 'service', '李静')
const buyer = await makeCompany(db, { name: '甲 & "乙" <药房>' })
const goods = await makeGoods(db, { name: '阿莫西林胶囊' })
await makeStock(db, goods, [
  { available: 5, batchNo: 'B1' },
  { available: 7, batchNo: '=1+1' },
])
for (const price of ['10.05', '20.00', '30.00']) await makeOrder(db, buyer, [{ goodsId: goods, number: 1, price }], { status: 'paid' })
await makeOrder(db, buyer, [{ goodsId: goods, number: 2 }], { status: 'cancelled' })
beforeEach(async () => {
  shop.clock.now = NOW
  await db.deleteFrom('export_job').execute()
})

const ask = (cookie: string, kind: string, query: object = {}, format = 'xlsx') =>
  shop.ask('POST', `/api/staff/export/${kind}`, { cookie, body: { format, query } })
const stateOf = async (cookie: string, id: number) => (await shop.ask('GET', `/api/staff/export/${id}`, { cookie })).data
const cancel = (cookie: string, id: number) => shop.ask('POST', `/api/staff/export/${id}/cancel`, { cookie, body: {} })
const work = () => shop.jobs.runDue(['exports.make'])
async function fileOf(cookie: string, id: number): Promise<Buffer> {
  const response = await shop.app.inject({ url: `/api/staff/export/${id}/file`, headers: { cookie: `staff=${cookie}` } })
  expect(response.statusCode).toBe(200)
  return response.rawPayload
}
const sheetOf = (bytes: Buffer): unknown[][] => {
  const book = read(bytes)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? utils.sheet_to_json(sheet, { header: 1 }) : []
}
const actions = async () =>
  (await pool.query(`select action, actor from audit_log where subject like 'export:%' order by id desc limit 3`)).rows.reverse()

/** A table's first row 1,203 times more, N1 to N1203 in these columns. */
const copies = (table: string, ...columns: string[]) => {
  const named = ['id', ...columns].map(
    (column) => `'${column}', ${column === 'id' ? `nextval(pg_get_serial_sequence('${table}', 'id'))` : "'N' || n"}`,
  )
  return `insert into ${table} overriding system value select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${named.join(', ')}))).*
    from (select * from ${table} order by id limit 1) t, generate_series(1, 1203) n`
}

describe('导出为后台任务', () => {
  it('按列表的筛选导出全部行；金额是数，文字原样；制作和下载都有记录', async () => {
    const { data: job } = await ask(clerk, 'orders', { status: 'paid' })
    expect(job).toMatchObject({ state: 'waiting', file_name: '订单_2026-11-23.xlsx', filter: '状态 paid' })
    expect(await work()).toEqual(['exports.make'])
    const done = await stateOf(clerk, job.id)
    expect(done).toMatchObject({ state: 'done', rows: 3, kept_until: '2026-11-30T02:00:00.000Z' })
    const bytes = await fileOf(clerk, job.id)
    expect(bytes.length).toBe(done.bytes)
    const [head, ...rows] = sheetOf(bytes)
    expect(head?.slice(0, 4)).toEqual(['订单号', '下单时间', '状态', '企业'])
    expect(rows).toHaveLength(3)
    expect(rows.map((row) => row[9]).sort()).toEqual([10.05, 20, 30])
    expect(rows[0]?.[3]).toBe('甲 & "乙" <药房>')
    expect(await actions()).toEqual([
      { action: 'export.ask', actor: '李静' },
      { action: 'export.made', actor: '李静' },
      { action: 'export.download', actor: '李静' },
    ])
  })

  it('日历上没有的日子、看不懂的字符，提交时就说，不留下一直重试的任务', async () => {
    for (const [query, field] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ to: '2026-13-01' }, 'to'],
      [{ goods: 'a\u0000b' }, 'goods'],
    ] as const) {
      const answer = await ask(clerk, 'orders', query)
      expect([answer.status, answer.data?.errors[0].field], JSON.stringify(query)).toEqual([422, field])
    }
    expect((await pool.query('select from export_job')).rowCount).toBe(0)
    expect((await ask(clerk, 'orders', { from: '2024-02-29', to: '' })).status).toBe(200)
  })

  it.each([
    ['companies', 'finance', '企业', 1],
    ['batches', 'warehouse', '商品编码', 2],
    ['goods', 'merchandiser', '编码', 1],
    ['goods_facts', 'merchandiser', '商品编码', 1],
    ['audit', 'auditor', '编号', 1],
  ])('%s 由 %s 导出，多页也不重不漏', async (kind, role, title, least) => {
    const cookie = await makeStaffOf(db, role)
    const { data: job } = await ask(cookie, kind)
    await work()
    const [head, ...rows] = sheetOf(await fileOf(cookie, job.id))
    expect(head?.[0]).toBe(title)
    expect(rows.length).toBeGreaterThanOrEqual(least)
    expect(rows.length).toBe((await stateOf(cookie, job.id)).rows)
  })

  it.each([
    [
      'batches',
      'warehouse',
      4,
      `insert into stock_batch (goods_id, warehouse_id, batch_no, expiry_date, available)
         select g.id, w.id, 'N' || n, '2099-01-01', 1
           from generate_series(1, 1203) n, (select min(id) as id from goods) g, (select min(id) as id from warehouse) w`,
    ],
    ['goods', 'merchandiser', 0, copies('goods', 'name', 'code')],
    ['companies', 'finance', 0, copies('company', 'name', 'code', 'credit_code')],
  ])('%s 超过一页的，每行一次', async (kind, role, column, insert) => {
    await pool.query(insert)
    const cookie = await makeStaffOf(db, role)
    for (const list of kind === 'goods' ? ['goods', 'goods_facts'] : [kind]) {
      const { data: job } = await ask(cookie, list, { keywords: 'N' })
      await work()
      const [, ...found] = sheetOf(await fileOf(cookie, job.id))
      expect(new Set(found.map((row) => row[column])).size, list).toBe(1_203)
    }
    await pool.query(
      `delete from ${{ batches: 'stock_batch', goods: 'goods', companies: 'company' }[kind]} where ${kind === 'batches' ? 'batch_no' : 'name'} ~ '^N[0-9]+$'`,
    )
  })

  it('CSV 用 Excel 读得出中文，像公式的当文字', async () => {
    const cookie = await makeStaffOf(db, 'warehouse')
    const { data: job } = await ask(cookie, 'batches', {}, 'csv')
    await work()
    const text = (await fileOf(cookie, job.id)).toString('utf8')
    expect(text.startsWith('\ufeff商品编码,商品')).toBe(true)
    expect(text).toContain(`,'=1+1,`)
  })

  it('查看范围有限的人导出的只有范围之内的，多页也是；范围后来收窄了，先前做好的不能再下载', async () => {
    await db.insertInto('warehouse').values({ code: 'OTHER', name: '另一仓' }).execute()
    const { rows: houses } = await pool.query<{ id: number }>('select id from warehouse order by id')
    const [mine, other] = [houses[0]?.id ?? 0, houses.at(-1)?.id ?? 0]
    await db
      .insertInto('stock_batch')
      .values(
        Array.from({ length: 2_600 }, (_, number) => ({
          goods_id: goods,
          batch_no: `V${number}`,
          expiry_date: '2099-01-01',
          warehouse_id: number % 2 === 0 ? mine : other,
          available: 1,
        })),
      )
      .execute()
    const keeper = await makeStaffOf(db, 'warehouse', '仓管甲')
    const narrow = (ids: number[] | null) =>
      pool.query("update staff set narrow_warehouses = $1 where account_id = (select id from account where name = '仓管甲')", [ids])
    const { data: wide } = await ask(keeper, 'batches', { keywords: 'V' })
    await work()
    expect(sheetOf(await fileOf(keeper, wide.id))).toHaveLength(2_601)
    await narrow([mine])
    await expect.poll(async () => (await shop.ask('GET', '/api/staff/me', { cookie: keeper })).data.narrowed).toBe(1)
    const late = await shop.ask('GET', `/api/staff/export/${wide.id}/file`, { cookie: keeper })
    expect([late.status, late.message]).toEqual([403, '您的查看范围已变更，请重新导出'])
    for (const format of ['xlsx', 'csv']) {
      const { data: job } = await ask(keeper, 'batches', { keywords: 'V' }, format)
      await work()
      const bytes = await fileOf(keeper, job.id)
      if (format === 'xlsx')
        expect(
          new Set(
            sheetOf(bytes)
              .slice(1)
              .map((row) => row[4]),
          ).size,
        ).toBe(1_300)
      else expect(bytes.toString('utf8').trim().split('\r\n')).toHaveLength(1_301)
    }
    await narrow(null)
    await expect.poll(async () => (await shop.ask('GET', '/api/staff/me', { cookie: keeper })).data.narrowed).toBe(0)
    expect((await fileOf(keeper, wide.id)).length).toBeGreaterThan(0)
    await db.deleteFrom('stock_batch').where('batch_no', 'like', 'V%').execute()
  })

  it('没有权限的不能导出；权限收回后不再制作，也不能再下载', async () => {
    const porter = await makeStaffOf(db, 'warehouse', '小仓')
    expect((await ask(porter, 'orders')).status).toBe(403)
    const { data: job } = await ask(clerk, 'orders')
    const { data: later } = await ask(clerk, 'orders', { status: 'cancelled' })
    await work()
    const take = (from: string, to: string) =>
      pool.query(
        `update staff_grant set role_id = (select id from staff_role where key = $2)
        where account_id = (select id from account where name = '李静' and is_staff) and role_id = (select id from staff_role where key = $1)`,
        [from, to],
      )
    await take('service', 'warehouse')
    const refused = await shop.ask('GET', `/api/staff/export/${later.id}/file`, { cookie: clerk })
    expect([refused.status, refused.message]).toEqual([403, '您的岗位已没有读这份文件的权限'])
    await pool.query(`update export_job set state = 'waiting' where id = $1`, [job.id])
    await pool.query(`select graphile_worker.add_job('exports.make', json_build_object('export_id', $1::bigint), run_at => $2)`, [
      job.id,
      NOW,
    ])
    await work()
    expect(await stateOf(clerk, job.id)).toMatchObject({ state: 'failed', note: '您的岗位已没有导出它的权限' })
    await take('warehouse', 'service')
    expect((await fileOf(clerk, later.id)).length).toBeGreaterThan(100)
  })

  it('别人的导出看不到、下不了、取消不了', async () => {
    const { data: job } = await ask(clerk, 'orders')
    const other = await makeStaffOf(db, 'service')
    for (const path of [`/api/staff/export/${job.id}`, `/api/staff/export/${job.id}/file`])
      expect((await shop.ask('GET', path, { cookie: other })).status).toBe(404)
    expect((await cancel(other, job.id)).status).toBe(404)
    expect((await shop.ask('GET', '/api/staff/export', { cookie: other })).data.total).toBe(0)
    expect((await shop.ask('GET', '/api/staff/export', { cookie: clerk })).data.total).toBe(1)
  })

  it('取消后不再制作；做好的可以删掉；七天后自动删', async () => {
    const { data: job } = await ask(clerk, 'orders')
    expect((await shop.ask('GET', `/api/staff/export/${job.id}/file`, { cookie: clerk })).message).toBe('文件还在制作，请稍候')
    expect((await cancel(clerk, job.id)).data.state).toBe('cancelled')
    await work()
    expect((await stateOf(clerk, job.id)).state).toBe('cancelled')
    const { data: made } = await ask(clerk, 'orders')
    const { data: kept } = await ask(clerk, 'orders')
    await work()
    expect((await cancel(clerk, made.id)).data.state).toBe('gone')
    expect((await cancel(clerk, made.id)).data.state).toBe('gone')
    shop.clock.now = new Date(NOW.getTime() + 8 * 86_400_000)
    await pool.query(`select graphile_worker.add_job('exports.clear', '{}', run_at => $1)`, [NOW])
    await shop.jobs.runDue(['exports.clear'])
    expect((await stateOf(clerk, kept.id)).state).toBe('gone')
    expect(await db.selectFrom('export_piece').select('seq').execute()).toEqual([])
    expect((await shop.ask('GET', `/api/staff/export/${kept.id}/file`, { cookie: clerk })).message).toBe('文件已不在，请重新导出')
  })

  it('筛选条件有误、同时太多，都说清楚', async () => {
    expect((await ask(clerk, 'orders', { status: 'nonsense' })).data.errors).toMatchObject([{ field: 'query' }])
    expect((await ask(clerk, 'orders', { status: '', held: '1', after_sale: '0' })).data.filter).toBe('held 1，after_sale 0')
    await ask(clerk, 'orders')
    await ask(clerk, 'orders')
    expect((await ask(clerk, 'orders')).message).toBe('您有 3 个导出还没有做好，请等其中一个结束')
  })

  it('做到一半出错的，清掉半个文件，队列再试一次就做好', async () => {
    const { data: job } = await ask(clerk, 'orders', { company: '不存在的企业' })
    await pool.query(`update export_job set query = '{"from": "2026-02-30"}' where id = $1`, [job.id])
    await expect(work()).rejects.toThrow('日期不存在')
    expect(await stateOf(clerk, job.id)).toMatchObject({ state: 'failed', note: '制作时出错，稍后自动再试' })
    await pool.query(`update export_job set query = '{}' where id = $1`, [job.id])
    await pool.query(`select graphile_worker.add_job('exports.make', json_build_object('export_id', $1::bigint), run_at => $2)`, [
      job.id,
      NOW,
    ])
    await work()
    expect(await stateOf(clerk, job.id)).toMatchObject({ state: 'done', note: '', rows: 4 })
  })
})

describe('文件里的格子', () => {
  const cellsOf = async (kind: string) => {
    const cookie = await makeStaffOf(db, kind === 'feedback' ? 'marketer' : 'finance')
    const { data: job } = await ask(cookie, kind)
    await work()
    const book = read(await fileOf(cookie, job.id), { cellNF: true })
    return book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  }

  it('金额是两位小数的数，日期和时间是日期，长号码和像公式的是文字', async () => {
    await pool.query(
      `insert into recharge (no, company_id, purse, amount, status, created_at, paid_at)
       values ('20261123000000000001', $1, 'balance', 123450, 'paid', '2026-11-22T16:30:00Z', '2026-11-22T16:31:30Z')`,
      [buyer.companyId],
    )
    await pool.query(
      `insert into day_closing (day, from_day, cut, sheet, note, asked_by, approved_by, closed_at)
       values ('2026-11-20', '2026-11-20', 0, '{"channels": [], "problems": []}', '@说明', '甲', '乙', now())`,
    )
    const sheet = await cellsOf('recharges')
    expect(sheet.A2).toMatchObject({ t: 's', v: '20261123000000000001' })
    expect(sheet.E2).toMatchObject({ t: 'n', v: 1234.5, z: '#,##0.00' })
    // 2026-11-23 00:30 in Beijing.
    expect(sheet.K2).toMatchObject({ t: 'n', z: 'yyyy-mm-dd hh:mm', w: '2026-11-23 00:30' })
    expect(sheet.L2).toMatchObject({ w: '2026-11-23 00:31' })
    const closings = await cellsOf('closings')
    expect(closings.A2).toMatchObject({ t: 'n', z: 'yyyy-mm-dd', w: '2026-11-20' })
    expect(closings.E2).toMatchObject({ t: 's', v: '@说明' })
    await pool.query(
      `insert into feedback (company_id, kind, topic, text, contact) values ($1, 'feedback', '其他', '=HYPERLINK("http://x")', '+86')`,
      [buyer.companyId],
    )
    const feedback = await cellsOf('feedback')
    for (const name of ['D2', 'G2']) expect(feedback[name]).toMatchObject({ t: 's' })
    expect(feedback.D2?.f).toBeUndefined()
  })

  it('导出途中写入的行不打乱它：没有重复，也没有遗漏', async () => {
    const more = (from: number, to: number) =>
      pool.query(
        `insert into recharge (no, company_id, purse, amount, created_at)
         select 'M' || lpad(n::text, 6, '0'), $1, 'balance', 100, now() from generate_series($2::int, $3::int) n`,
        [buyer.companyId, from, to],
      )
    await more(1, 1_200)
    const cookie = await makeStaffOf(db, 'finance')
    const { data: job } = await ask(cookie, 'recharges', { status: 'created' })
    // After its first page others come and some of those that it has yet to read go.
    await pool.query(`create function disturb() returns trigger language plpgsql as $$ begin
      insert into recharge (no, company_id, purse, amount, created_at)
        select 'X' || n, (select max(id) from company), 'balance', 100, now() from generate_series(1, 7) n on conflict do nothing;
      update recharge set status = 'paid' where no between 'M000001' and 'M000009';
      return null; end $$`)
    await pool.query(
      `create trigger disturbed after update of row_count on export_job for each row when (new.row_count = 500) execute function disturb()`,
    )
    await work()
    await pool.query(`drop trigger disturbed on export_job`)
    expect((await pool.query(`select from recharge where no like 'X%'`)).rowCount).toBe(7)
    const [, ...rows] = sheetOf(await fileOf(cookie, job.id))
    expect(new Set(rows.map(([no]) => no)).size).toBe(1_200)
    expect(rows).toHaveLength(1_200)
  })
})
