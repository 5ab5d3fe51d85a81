import { expect, it } from 'vitest'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { doTask } from '../../../../test/tasks.ts'
import { jobs } from '../../../platform/jobs.ts'
import { daysOver } from './letters.ts'
import { figureTasks } from './tasks.ts'

/** A Monday, half past eight in Beijing. */
const MONDAY = new Date('2026-11-30T00:30:00Z')

const shop = await testShop({ now: MONDAY, demo: MONDAY })
const { pool, db } = shop.database
const run = (task: string) => doTask(figureTasks(shop.database, jobs), task, {}, shop.clock.now)
const finance = await makeStaffOf(db, 'finance', '周财')
const marketer = await makeStaffOf(db, 'marketer', '何营')
const picker = await makeStaffOf(db, 'warehouse', '罗远')
const idOf = async (name: string) => (await pool.query<{ id: number }>('select id from account where name = $1', [name])).rows[0]?.id ?? 0
const post = (url: string, body: object, cookie = finance) => shop.ask('POST', `/api/staff/figures/${url}`, { cookie, body })
const letters = async (cookie: string, query = '') => (await shop.ask('GET', `/api/staff/figures/letter${query}`, { cookie })).data

it('日报是昨天，周报是上周一到周日，月报是上个月', () => {
  expect(daysOver('day', '2026-11-30')).toEqual({ from: '2026-11-29', to: '2026-11-29' })
  expect(daysOver('week', '2026-11-30')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(daysOver('week', '2026-11-29')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(daysOver('month', '2026-03-01')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})

it('到点发给选定的人，一期一次；链接打开同一份报表；看不了的人收不到，没有权限的人选不上', async () => {
  await run('figures.keep')
  const [own, other, stranger] = [await idOf('周财'), await idOf('何营'), await idOf('罗远')]
  const refused = await post('schedule', { name: '周报', report: 'sales', every: 'week', recipients: [own, stranger] })
  expect([refused.status, refused.data.errors[0].message]).toEqual([422, '收件人里有人不能看这份报表'])
  expect((await post('schedule', { name: '毛利', report: 'margin', every: 'week', recipients: [own, other] })).status).toBe(422)
  expect((await post('schedule', { name: '周报', report: 'sales', every: 'week', recipients: [own] }, marketer)).status).toBe(403)
  const query = { by: 'manager', from: '2020-01-01' }
  const added = await post('schedule', { name: '各经理周报', report: 'sales', query, every: 'week', recipients: [own, other] })
  expect(added.message).toBe('')

  shop.clock.now = new Date('2026-11-29T23:30:00Z')
  await run('figures.send')
  expect((await letters(finance)).total).toBe(0)
  shop.clock.now = MONDAY
  await run('figures.send')
  await run('figures.send')
  const { list, total } = await letters(finance)
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({
    title: '各经理周报（销售报表，2026-11-23 至 2026-11-29）',
    to: 'reports/sales?by=manager&to=2026-11-29&from=2026-11-23',
    read_at: null,
  })
  const report = (await shop.ask('GET', `/api/staff/figures/sales?${list[0].to.split('?')[1]}`, { cookie: finance })).data
  expect(list[0].text).toContain(`净销售额 ¥${report.total[0]}`)
  expect((await letters(marketer)).total).toBe(1)
  expect((await letters(picker)).total).toBe(0)

  expect((await letters(finance, '?unread=1')).total).toBe(1)
  await post(`letter/${list[0].id}/read`, {})
  await post(`letter/${list[0].id}/read`, {})
  expect((await letters(finance, '?unread=1')).total).toBe(0)
  // Another's letter is nobody else's.
  await post(`letter/${list[0].id}/read`, {}, marketer)
  expect((await letters(marketer, '?unread=1')).total).toBe(1)
})

it('改、停、删都有记录；两个人同时改，后一个被告知', async () => {
  const schedules = async () => (await shop.ask('GET', '/api/staff/figures/schedule', { cookie: finance })).data
  const [row] = (await schedules()).list
  expect(row).toMatchObject({
    name: '各经理周报',
    report_name: '销售报表',
    every: 'week',
    is_on: 1,
    query: { by: 'manager' },
    sent_to: '2026-11-29',
  })
  const body = { name: '各经理日报', every: 'day', recipients: [await idOf('周财')], is_on: 0, version: row.version }
  expect((await post(`schedule/${row.id}`, body)).status).toBe(200)
  expect((await post(`schedule/${row.id}`, body)).data.reason).toBe('CHANGED_MEANWHILE')
  shop.clock.now = new Date('2026-12-02T01:00:00Z')
  await run('figures.send')
  expect((await letters(finance)).total).toBe(1)
  expect((await post(`schedule/${row.id}`, { ...body, is_on: 1, version: row.version + 1 })).status).toBe(200)
  await run('figures.send')
  expect((await letters(finance)).list[0].title).toBe('各经理日报（销售报表，2026-12-01）')
  expect((await post(`schedule/${row.id}/remove`, {})).data).toEqual({ removed: 1 })
  expect((await schedules()).list).toEqual([])
  expect((await letters(finance)).total).toBe(2)
  expect((await post('schedule/999999/remove', {})).status).toBe(404)
  const { rows } = await pool.query<{ action: string }>(`select action from audit_log where subject like 'figure_schedule:%' order by id`)
  expect(rows.map(({ action }) => action)).toEqual([
    'figures.schedule_add',
    'figures.schedule_save',
    'figures.schedule_save',
    'figures.schedule_remove',
  ])
})

it('每份报表都能发，都说得出数字', async () => {
  for (const report of ['sales', 'margin', 'customers', 'receivables', 'service', 'offers', 'funnel', 'stock'])
    expect((await post('schedule', { name: report, report, every: 'month', recipients: [await idOf('周财')] })).status, report).toBe(200)
  await run('figures.send')
  const { list } = await letters(finance)
  expect(list.slice(0, 8).map(({ text }: { text: string }) => text.length > 0)).toEqual(Array(8).fill(true))
})

it('一份写坏的定时报表进不来；早先写坏的一份也不拦住别人的', async () => {
  const own = await idOf('周财')
  const wish = { name: '坏的', report: 'sales', every: 'day', recipients: [own] }
  for (const query of [{ warehouse_id: 'abc' }, { by: 'constructor' }])
    expect([query, (await post('schedule', { ...wish, query })).status]).toEqual([query, 422])
  await pool.query('delete from figure_schedule; delete from figure_letter')
  await pool.query(
    `insert into figure_schedule (name, report, query, every, recipients, made_by, made_at) values ('坏的', 'sales', '{"warehouse_id": "abc"}', 'day', $1, '周财', now())`,
    [[own]],
  )
  expect((await post('schedule', { ...wish, name: '好的', query: { by: 'day' } })).status).toBe(200)
  await expect(run('figures.send')).rejects.toThrow()
  expect((await letters(finance)).list.map(({ title }: { title: string }) => title.slice(0, 2))).toEqual(['好的'])
})
