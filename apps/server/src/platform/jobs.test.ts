import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../test/harness.ts'
import { jobs, releaseAbandoned } from './jobs.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
}, 60_000)
afterAll(() => shop.close())

it('被 kill -9 的进程手里的任务，十分钟后别的进程接着做；正在做的不动', async () => {
  const { db, pool } = shop.database
  for (const key of ['gone', 'working', 'waiting']) await jobs.enqueue(db, 'some.task', {}, { key })
  const lock = (key: string, minutes: number) =>
    pool.query(
      'update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(mins => $2), attempts = 1 where key = $1',
      [key, minutes],
    )
  await lock('gone', 11)
  await lock('working', 9)
  await releaseAbandoned(shop.database)
  const { rows } = await pool.query('select key from graphile_worker.jobs where locked_at is not null')
  expect(rows).toEqual([{ key: 'working' }])
})

it('没有被丢下的任务时什么也不做', async () => {
  await shop.database.pool.query('delete from graphile_worker._private_jobs')
  await expect(releaseAbandoned(shop.database)).resolves.toBeUndefined()
})
