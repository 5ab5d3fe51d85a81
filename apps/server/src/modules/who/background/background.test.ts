import { beforeEach, describe, expect, it } from 'vitest'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const admin = await makeStaffOf(db, 'administrator', '王管理')
beforeEach(() => pool.query('delete from graphile_worker._private_jobs'))

async function put(task: string, more = ''): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(`select id from graphile_worker.add_job($1, '{"phone": "13812345678"}')`, [task])
  const id = Number(rows[0]?.id)
  if (more) await pool.query(`update graphile_worker._private_jobs set ${more} where id = ${id}`)
  return id
}
const FAILED = `last_error = '付款通道没有回应', attempts = 25`
const list = async (query = '') => (await shop.ask('GET', `/api/staff/job${query}`, { cookie: admin })).data
const deed = (id: number, command: string, body: object = {}, cookie = admin) =>
  shop.ask('POST', `/api/staff/job/${id}/${command}`, { cookie, body })

describe('后台任务', () => {
  it('失败的在前，带着错误和是否还会重试；按状态和名称筛；不显示内容里的个人信息', async () => {
    await put('orders.expire')
    const failed = await put('payments.refund', FAILED)
    const running = await put('documents.make', 'locked_at = now()')
    const { list: rows, counts } = await list()
    expect(rows.map((row: { id: number }) => row.id)[0]).toBe(failed)
    expect(rows[0]).toMatchObject({ name: '退款', state: 'failed', is_given_up: 1, error: '付款通道没有回应', attempts: 25 })
    expect(counts).toEqual({ failed: 1, running: 1, waiting: 1 })
    expect((await list('?state=running')).list.map((row: { id: number }) => row.id)).toEqual([running])
    expect((await list('?task=orders')).total).toBe(1)
    expect((await list('?state=failed&channels=1')).list.map((row: { id: number }) => row.id)).toEqual([failed])
    expect((await list('?channels=1&task=orders')).total).toBe(0)
    expect((await list(`?task=${encodeURIComponent('退款')}`)).list.map((row: { id: number }) => row.id)).toEqual([failed])
    expect(JSON.stringify(await list())).not.toContain('13812345678')
  })

  it('重试立即排上并从头数次数；删除要写原因；都有记录', async () => {
    const id = await put('payments.refund', `${FAILED}, run_at = now() + interval '3 days'`)
    expect((await deed(id, 'retry')).status).toBe(200)
    const [job] = (await list()).list
    expect([job.attempts, job.is_given_up, job.run_at <= NOW.toISOString()]).toEqual([0, 0, true])
    expect((await deed(id, 'delete')).data.errors).toMatchObject([{ field: 'reason' }])
    expect((await deed(id, 'delete', { reason: '渠道已停用' })).status).toBe(200)
    expect((await list()).total).toBe(0)
    const { rows } = await pool.query(`select action, reason from audit_log where subject = $1 order by id`, [`job:${id}`])
    expect(rows).toEqual([
      { action: 'job.retry', reason: '' },
      { action: 'job.delete', reason: '渠道已停用' },
    ])
  })

  it('正在执行的不动；没有的说没有；审计只看', async () => {
    const id = await put('documents.make', 'locked_at = now()')
    expect((await deed(id, 'retry')).message).toBe('任务正在执行，请等它结束')
    expect((await deed(id + 1000, 'retry')).status).toBe(404)
    const auditor = await makeStaffOf(db, 'auditor')
    expect((await shop.ask('GET', '/api/staff/job', { cookie: auditor })).status).toBe(200)
    expect((await deed(id, 'retry', {}, auditor)).status).toBe(403)
  })
})
