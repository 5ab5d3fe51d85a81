import { once } from 'node:events'
import { read, utils } from '@e965/xlsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { BULK_ROWS_MAX } from '#contract/constants.ts'
import { makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { taskProcess } from '../../../../test/killed-task.ts'

/** Of the many; 5,000 take minutes. */
const ROWS = Number(process.env.BULK_ROWS ?? 500)
const NOW = new Date('2026-11-23T02:30:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const clerk = await makeStaffOf(db, 'merchandiser', '商小品')
const other = await makeStaffOf(db, 'merchandiser', '商大品')
const quality = await makeStaffOf(db, 'quality', '方正')
const chief = await makeStaffOf(db, 'quality_head', '方主管')
const marketer = await makeStaffOf(db, 'marketer', '运小营')
beforeEach(async () => {
  await db.deleteFrom('bulk_job').execute()
})

const ask = (kind: string, body: object, cookie = clerk) => shop.ask('POST', `/api/staff/bulk/${kind}`, { cookie, body })
const wished = (kind: string, ids: readonly number[], wish: object = {}, cookie = clerk) =>
  ask(kind, { ids, wish: { reason: '统一整理', ...wish } }, cookie)
const deed = (id: number, command: 'run' | 'cancel', cookie = clerk) =>
  shop.ask('POST', `/api/staff/bulk_job/${id}/${command}`, { cookie, body: {} })
const look = async (id: number, cookie = clerk) => (await shop.ask('GET', `/api/staff/bulk_job/${id}?per_page=100`, { cookie })).data
const work = () => shop.jobs.runDue(['bulk.work'])
/** Weighed, then done; answers the job as it stands then. */
async function done(kind: string, ids: readonly number[], wish: object = {}, cookie = clerk) {
  const { data, message } = await wished(kind, ids, wish, cookie)
  expect(data, message).not.toBeNull()
  await work()
  expect((await deed(data.id, 'run', cookie)).status).toBe(200)
  await work()
  return look(data.id, cookie)
}
const goodsOf = (number: number, more: object = {}): Promise<number[]> =>
  Promise.all(Array.from({ length: number }, () => makeGoods(db, { price: '10.00', stock: 0, ...more })))
const onShelf = async (ids: readonly number[]): Promise<boolean[]> =>
  (await pool.query('select on_shelf from goods where id = any($1) order by id', [ids])).rows.map((row) => row.on_shelf)
const auditsOf = async (subject: string, action: string) =>
  (await pool.query('select actor, reason, before, after from audit_log where subject = $1 and action = $2', [subject, action])).rows
async function sheetOf(id: number, query: string, cookie = clerk): Promise<unknown[][]> {
  const answer = await shop.app.inject({ url: `/api/staff/bulk_job/${id}/file?${query}`, headers: { cookie: `staff=${cookie}` } })
  expect(answer.statusCode).toBe(200)
  const book = read(answer.rawPayload)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? utils.sheet_to_json(sheet, { header: 1 }) : []
}

describe('批量办理商品', () => {
  it('先试算：说出每一条会怎样、原来是什么，什么也没动；照办后逐条报告，办不成的不挡别的，未办的有文件', async () => {
    const [a = 0, b = 0, c = 0] = await goodsOf(3)
    expect((await shop.ask('POST', `/api/staff/goods/${b}/stop`, { cookie: quality, body: { reason: '抽检' } })).status).toBe(200)
    const { data } = await wished('goods.shelf_off', [a, b, c, 999_999_999], { reason: '换包装' })
    expect(data).toMatchObject({ state: 'weighing', total: 4, counts: { new: 4 } })
    await work()
    const weighed = await look(data.id)
    expect(weighed.job).toMatchObject({ state: 'weighed', counts: { ready: 2, refused: 2 } })
    expect(
      weighed.list.map((row: { record_id: number; state: string; message: string }) => [row.record_id, row.state, row.message]),
    ).toEqual([
      [b, 'refused', '商品已停售（抽检），由质量部门恢复后才能上下架'],
      [999_999_999, 'refused', '记录不存在，或不在您的查看范围'],
      [a, 'ready', ''],
      [c, 'ready', ''],
    ])
    expect(weighed.list[2].stood).toBe('在售')
    expect(await onShelf([a, c])).toEqual([true, true])
    expect(await auditsOf(`goods:${a}`, 'goods.shelf_off')).toEqual([])

    expect((await deed(data.id, 'run')).data.state).toBe('running')
    await work()
    expect((await look(data.id)).job).toMatchObject({ state: 'done', counts: { done: 2, refused: 2, ready: 0 } })
    expect(await onShelf([a, c])).toEqual([false, false])
    for (const id of [a, c]) expect(await auditsOf(`goods:${id}`, 'goods.shelf_off')).toMatchObject([{ actor: '商小品', reason: '换包装' }])
    const [head, stopped, missing, ...more] = await sheetOf(data.id, 'failed=1')
    expect([head, more]).toEqual([['编号', '名称', '原来', '结果', '说明'], []])
    expect(stopped?.slice(2)).toEqual(['已停售', '未办', '商品已停售（抽检），由质量部门恢复后才能上下架'])
    expect(missing?.[0]).toBe('999999999')
    expect(missing?.slice(3)).toEqual(['未办', '记录不存在，或不在您的查看范围'])
    expect(await sheetOf(data.id, '')).toHaveLength(5)
    expect((await deed(data.id, 'run')).message).toBe('批量办理已办完，不能再照办')
  })

  it('改起订量、限购、优选、分类：与单个修改同一套规则，每个商品一条记录，带着原因；已经是那样的不改', async () => {
    const [a = 0, b = 0] = await goodsOf(2, { min_number: 1 })
    await pool.query(`insert into category (code, name, tree) values ('PL1', '批量一', 'drug'), ('PL2', '批量二', 'drug')`)
    const { rows } = await pool.query<{ id: number }>(`select id from category where name like '批量_' order by id`)
    const [one = 0, two = 0] = rows.map(({ id }) => id)
    const first = await done('goods.min_number', [a, b], { number: 5, reason: '按件起批' })
    expect(first.job.counts).toMatchObject({ done: 2, refused: 0 })
    expect(await auditsOf(`goods:${a}`, 'goods.change')).toMatchObject([
      { reason: '按件起批', before: { min_number: '1' }, after: { min_number: '5' } },
    ])
    const { data: again } = await wished('goods.min_number', [a, b], { number: 5 })
    await work()
    expect((await look(again.id)).list[0]).toMatchObject({ state: 'refused', message: '已经是这样，不用改' })
    expect((await deed(again.id, 'run')).message).toBe('没有一条可以办')

    await done('goods.purchase_limit', [a], { number: 30 })
    await done('goods.selected', [a], { flag: 1 })
    await done('goods.category', [a], { category_id: one, keep: 1 })
    await done('goods.category', [a], { category_id: two, keep: 1 })
    const record = async () => (await shop.ask('GET', `/api/staff/goods_record/${a}`, { cookie: clerk })).data
    expect(await record()).toMatchObject({ purchase_limit: 30, is_selected: 1, min_number: 5, categories: [one, two] })
    const moved = await done('goods.category', [a], { category_id: two, keep: 0 })
    expect(moved.list[0].stood).toBe('批量一、批量二')
    expect((await record()).categories).toEqual([two])
    const { data: gone } = await wished('goods.category', [a], { category_id: 99_999, keep: 0 })
    await work()
    expect((await look(gone.id)).list[0].state).toBe('refused')
  })

  it('全部筛选结果：按列表的筛选取；没有符合的、既没勾选也没筛选的也不收', async () => {
    const ids = await goodsOf(3, { name: '批量筛选颗粒' })
    const { data } = await ask('goods.shelf_off', {
      query: { keywords: '批量筛选', state: 'on', page: 2, nonsense: 'x' },
      wish: { reason: '季节品' },
    })
    expect(data.total).toBe(3)
    await work()
    await deed(data.id, 'run')
    await work()
    expect(await onShelf(ids)).toEqual([false, false, false])
    for (const body of [{}, { query: { keywords: '没有这种' } }, { ids, query: {} }, { query: { state: 'nowhere' } }])
      expect((await ask('goods.shelf_off', { ...body, wish: { reason: '季节品' } })).status, JSON.stringify(body)).toBe(422)
    for (const [kind, wish] of [
      ['goods.min_number', {}],
      ['goods.min_number', { number: 0 }],
      ['goods.category', {}],
      ['goods.selected', {}],
    ] as const)
      expect((await wished(kind, ids, wish)).status, kind).toBe(422)
  })

  it('两个批量同时改同一批商品：谁也没丢，起订量与限购都改成；同时上架和下架，每条都是其中一种', async () => {
    const ids = await goodsOf(30, { min_number: 1 })
    const jobs = [
      await wished('goods.min_number', ids, { number: 7 }),
      await wished('goods.purchase_limit', ids, { number: 70 }, other),
      await wished('goods.shelf_off', ids, {}, other),
    ].map(({ data }) => data.id as number)
    await work()
    for (const [at, id] of jobs.entries()) expect((await deed(id, 'run', at === 0 ? clerk : other)).status).toBe(200)
    await Promise.all([work(), work(), work()])
    // Two of them are done at a time by a process; the third is put off.
    shop.clock.now = new Date(NOW.getTime() + 5_000)
    await work()
    shop.clock.now = NOW
    for (const [at, id] of jobs.entries())
      expect((await look(id, at === 0 ? clerk : other)).job.counts, String(at)).toMatchObject({ done: 30, refused: 0 })
    const { rows } = await pool.query('select distinct min_number, purchase_limit, on_shelf from goods where id = any($1)', [ids])
    expect(rows).toEqual([{ min_number: 7, purchase_limit: 70, on_shelf: false }])
    for (const id of ids) expect(await auditsOf(`goods:${id}`, 'goods.change')).toHaveLength(2)
  })

  it('同一个任务被两个进程同时做，每条只办一次', async () => {
    const ids = await goodsOf(40)
    const { data } = await wished('goods.shelf_off', ids)
    await work()
    await deed(data.id, 'run')
    for (let at = 0; at < 2; at += 1)
      await pool.query(`select graphile_worker.add_job('bulk.work', json_build_object('bulk_id', $1::bigint), run_at => $2)`, [
        data.id,
        NOW,
      ])
    await Promise.all([work(), work()])
    expect((await look(data.id)).job).toMatchObject({ state: 'done', counts: { done: 40 } })
    for (const id of ids) expect(await auditsOf(`goods:${id}`, 'goods.shelf_off')).toHaveLength(1)
  })

  it('进程在中途被杀：办了的就办了，接着做完其余的，没有一条办两次或漏掉', async () => {
    const ids = await goodsOf(300)
    const { data } = await wished('goods.shelf_off', ids)
    await work()
    await deed(data.id, 'run')
    const child = taskProcess(shop.config.databaseUrl ?? '', 'bulk.work', { bulk_id: data.id }, NOW)
    const doneSoFar = async (): Promise<number> =>
      (await pool.query(`select count(*)::integer as n from bulk_row where job_id = $1 and state = 'done'`, [data.id])).rows[0].n
    await expect.poll(doneSoFar, { timeout: 60_000, interval: 10 }).toBeGreaterThan(20)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const before = await doneSoFar()
    expect(before).toBeLessThan(300)
    expect((await look(data.id)).job.state).toBe('running')
    const off = async () => (await onShelf(ids)).filter((on) => !on).length
    expect(await off()).toBe(before)
    await work()
    expect((await look(data.id)).job).toMatchObject({ state: 'done', counts: { done: 300, refused: 0, ready: 0 } })
    expect(await off()).toBe(300)
    const { rows } = await pool.query(
      `select count(*)::integer as rows, count(distinct subject)::integer as goods from audit_log where action = 'goods.shelf_off' and subject = any($1)`,
      [ids.map((id) => `goods:${id}`)],
    )
    expect(rows).toEqual([{ rows: 300, goods: 300 }])
  })

  it('中途停止：办了的留着，其余不再办；还没照办的也能停', async () => {
    const ids = await goodsOf(5)
    const { data } = await wished('goods.shelf_off', ids)
    expect((await deed(data.id, 'cancel')).data.state).toBe('cancelled')
    await work()
    expect((await look(data.id)).job).toMatchObject({ state: 'cancelled', counts: { new: 5 } })
    const { data: next } = await wished('goods.shelf_off', ids)
    await work()
    await deed(next.id, 'run')
    await deed(next.id, 'cancel')
    await work()
    expect((await look(next.id)).job.counts).toMatchObject({ ready: 5, done: 0 })
    expect((await onShelf(ids)).every(Boolean)).toBe(true)
  })

  it('很多条：一次办完，逐条有记录；超过五千条不收', async () => {
    const [template = 0] = await goodsOf(1, { name: '很多条样品' })
    for (let from = 1; from <= ROWS; from += 250)
      await pool.query(
        `insert into goods overriding system value select (jsonb_populate_record(null::goods, to_jsonb(g) || jsonb_build_object(
           'id', nextval(pg_get_serial_sequence('goods', 'id')), 'code', 'WQ' || (100000 + n), 'name', '很多条样品' || n))).*
           from goods g, generate_series($2::integer, $2 + 249) n where g.id = $1`,
        [template, from],
      )
    const over = await wished(
      'goods.shelf_off',
      Array.from({ length: BULK_ROWS_MAX + 1 }, (_, at) => at + 1),
    )
    expect(over.status).toBe(422)
    const ids = (await pool.query<{ id: number }>(`select id from goods where code like 'WQ%' order by id limit ${ROWS}`)).rows.map(
      ({ id }) => id,
    )
    const { job } = await done('goods.shelf_off', ids, { reason: '停产' })
    expect(job).toMatchObject({ state: 'done', total: ROWS, counts: { done: ROWS } })
    expect((await onShelf(ids)).some(Boolean)).toBe(false)
    expect(await sheetOf(job.id, '')).toHaveLength(ROWS + 1)
    await pool.query(`delete from goods where code like 'WQ%'`)
  }, 600_000)
})

describe('批量办理企业', () => {
  const companies = async (number: number, more: object = {}) =>
    (await Promise.all(Array.from({ length: number }, () => makeCompany(db, more)))).map(({ companyId }) => companyId)
  const termsOf = async (id: number) => (await shop.ask('GET', `/api/staff/company/${id}/terms`, { cookie: marketer })).data

  it('分配客户经理、调整等级：别的一项不动，每家一条记录', async () => {
    const ids = await companies(3, { rank: 'B', manager_name: '旧人', manager_phone: '13800000000' })
    const first = await done('company.manager', ids, { manager_name: '新人', manager_phone: '13900000009', reason: '片区调整' }, marketer)
    expect(first.job.counts).toMatchObject({ done: 3 })
    expect(first.list[0].stood).toBe('旧人')
    await done('company.rank', ids.slice(0, 2), { rank: 'A' }, marketer)
    expect(await Promise.all(ids.map(termsOf))).toMatchObject([
      { rank: 'A', manager_name: '新人' },
      { rank: 'A', manager_name: '新人' },
      { rank: 'B', manager_name: '新人' },
    ])
    expect(await auditsOf(`company:${ids[0]}`, 'company.terms')).toMatchObject([{ reason: '片区调整' }, { after: { rank: 'A' } }])
    const { data } = await ask('company.rank', { query: { rank: 'A', state: 'passed' }, wish: { reason: '统一整理', rank: 'S' } }, marketer)
    await work()
    expect((await look(data.id, marketer)).list.map(({ record_id }: { record_id: number }) => record_id)).toEqual(
      expect.arrayContaining(ids.slice(0, 2)),
    )
  })

  it('冻结仍要另一人逐家批准：照办只是提交；批准的才冻结；没有第二个人时试算就说清楚', async () => {
    const ids = await companies(3)
    const stateOf = async () =>
      (await pool.query('select review_state from company where id = any($1) order by id', [ids])).rows.map((row) => row.review_state)
    const before = await stateOf()
    const { data } = await wished('company.freeze', ids, { reason: '许可证被吊销' }, quality)
    await work()
    expect((await look(data.id, quality)).job.counts).toMatchObject({ ready: 3 })
    expect((await pool.query('select from approval_request')).rowCount).toBe(0)
    await deed(data.id, 'run', quality)
    await work()
    const { job, list } = await look(data.id, quality)
    expect(job.counts).toMatchObject({ submitted: 3, done: 0 })
    expect(list[0].message).toContain('已提交批准')
    expect(await stateOf()).toEqual(before)
    const waiting = (await shop.ask('GET', '/api/staff/approval?state=waiting', { cookie: chief })).data.list
    expect(waiting).toHaveLength(3)
    const own = await shop.ask('POST', `/api/staff/approval/${waiting[0].id}/approve`, { cookie: quality, body: {} })
    expect(own.status).not.toBe(200)
    expect((await shop.ask('POST', `/api/staff/approval/${waiting[0].id}/approve`, { cookie: chief, body: {} })).status).toBe(200)
    expect((await stateOf()).filter((state, at) => state !== before[at])).toHaveLength(1)
    const { rows } = await pool.query(
      `select g.account_id, g.role_id from staff_grant g join account a on a.id = g.account_id where a.name = '方主管'`,
    )
    await pool.query('delete from staff_grant where account_id = $1', [rows[0].account_id])
    const { data: alone } = await wished('company.freeze', ids, { reason: '许可证被吊销' }, quality)
    await work()
    expect((await look(alone.id, quality)).list[0].message).toContain('须由另一人批准')
  })

  it('查看范围之外的企业办不了：试算时就说没有', async () => {
    const [mine = 0, theirs = 0] = [...(await companies(1, { province: '贵州省' })), ...(await companies(1, { province: '云南省' }))]
    const narrow = await makeStaffOf(db, 'marketer', '黔客户')
    await pool.query(`update staff set narrow_provinces = '{贵州省}' where account_id = (select id from account where name = '黔客户')`)
    await expect.poll(async () => (await shop.ask('GET', '/api/staff/me', { cookie: narrow })).data.narrowed).toBe(1)
    const { job, list } = await done('company.rank', [mine, theirs], { rank: 'C' }, narrow)
    expect(job.counts).toMatchObject({ done: 1, refused: 1 })
    expect(list[0]).toMatchObject({ record_id: theirs, name: '', message: '记录不存在，或不在您的查看范围' })
    expect((await termsOf(theirs)).rank).not.toBe('C')
  })
})

describe('谁能批量办理', () => {
  it('没有单个权限的不能批量；别人的看不到、停不了；权限收回后不再办；一人同时最多三个', async () => {
    const ids = await goodsOf(3)
    for (const role of ['warehouse', 'service', 'auditor', 'quality']) {
      const cookie = await makeStaffOf(db, role)
      expect((await wished('goods.shelf_off', ids, {}, cookie)).status, role).toBe(403)
    }
    for (const [kind, cookie] of [
      ['company.freeze', marketer],
      ['company.rank', clerk],
      ['goods.shelf_on', marketer],
    ] as const)
      expect((await wished(kind, [1], {}, cookie)).status, kind).toBe(403)
    const { data } = await wished('goods.shelf_off', ids)
    for (const path of [`/api/staff/bulk_job/${data.id}`, `/api/staff/bulk_job/${data.id}/file`])
      expect((await shop.ask('GET', path, { cookie: other })).status).toBe(404)
    for (const command of ['run', 'cancel'] as const) expect((await deed(data.id, command, other)).status).toBe(404)
    expect((await shop.ask('GET', '/api/staff/bulk_job', { cookie: other })).data.total).toBe(0)
    expect((await deed(data.id, 'run')).message).toBe('批量办理试算中，不能再照办')
    await wished('goods.shelf_off', ids)
    await wished('goods.shelf_off', ids)
    expect((await wished('goods.shelf_off', ids)).message).toBe('您有 3 个批量办理还没有做完，请等其中一个结束')
    await work()
    await deed(data.id, 'run')
    const take = (from: string, to: string) =>
      pool.query(
        `update staff_grant set role_id = (select id from staff_role where key = $2)
          where account_id = (select id from account where name = '商小品') and role_id = (select id from staff_role where key = $1)`,
        [from, to],
      )
    await take('merchandiser', 'auditor')
    await work()
    expect((await look(data.id)).job).toMatchObject({ state: 'failed', note: '您的岗位已没有这项权限，没有办的不再办' })
    expect((await onShelf(ids)).every(Boolean)).toBe(true)
    await take('auditor', 'merchandiser')
  })

  it('办到一半时被停用：其余的不再办，没有人再以他的名义改动', async () => {
    const ids = await goodsOf(60)
    const { data } = await wished('goods.shelf_off', ids)
    await work()
    await deed(data.id, 'run')
    // Locked in the very moment in which the fifth of them is done.
    await pool.query(`
      create function locks_the_clerk() returns trigger language plpgsql as $$ begin
        if (select count(*) from bulk_row where job_id = new.job_id and state = 'done') = 5 then
          update staff set state = 'locked' where account_id = (select account_id from bulk_job where id = new.job_id);
        end if;
        return null;
      end $$`)
    await pool.query('create trigger locks_the_clerk after update on bulk_row for each row execute function locks_the_clerk()')
    try {
      await work()
    } finally {
      await pool.query('drop function locks_the_clerk() cascade')
      await pool.query("update staff set state = 'active' where account_id = (select id from account where name = '商小品')")
    }
    shop.sessions.forget()
    const { job } = await look(data.id)
    expect(job).toMatchObject({ state: 'failed', note: '您的岗位已没有这项权限，没有办的不再办' })
    expect(job.counts.done).toBeLessThanOrEqual(20)
    expect(job.counts.done + job.counts.ready).toBe(60)
    expect((await onShelf(ids)).filter(Boolean)).toHaveLength(job.counts.ready)
  })

  it('应急授权只能逐条办理', async () => {
    const admin = await makeStaffOf(db, 'administrator', '管小理')
    const taken = await shop.ask('POST', '/api/staff/emergency', {
      cookie: admin,
      body: { word: 'goods.change', minutes: 30, reason: '商品岗都不在' },
    })
    expect(taken.status, taken.text).toBe(200)
    expect((await wished('goods.shelf_off', await goodsOf(1), {}, admin)).message).toBe('应急授权只能逐条办理，不能批量')
  })

  it('九十天前的批量办理自动清理', async () => {
    const { data } = await wished('goods.shelf_off', await goodsOf(1))
    await work()
    await pool.query(`update bulk_job set asked_at = asked_at - interval '91 days' where id = $1`, [data.id])
    await pool.query(`select graphile_worker.add_job('bulk.clear', '{}', run_at => $1)`, [NOW])
    await shop.jobs.runDue(['bulk.clear'])
    expect((await pool.query('select from bulk_row where job_id = $1', [data.id])).rowCount).toBe(0)
  })
})
