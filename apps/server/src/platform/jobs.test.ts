import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '../../test/harness.ts'
import { holdJobs, releaseAbandoned } from './job-hold.ts'
import { jobs, startJobs } from './jobs.ts'
import { defineTask, workOf, worksByName } from './tasks.ts'

const someTask = defineTask('some.task', Type.Object({ n: Type.Optional(Type.Integer()) }), { formerly: ['some_task'] })

const shop = await testShop()
const { db, pool } = shop.database
beforeEach(() => pool.query('delete from graphile_worker._private_jobs'))

const ask = async <Row extends object>(text: string, values: unknown[] = []) => (await pool.query<Row>(text, values)).rows
const lockedKeys = async () =>
  (await ask<{ key: string }>('select key from graphile_worker.jobs where locked_at is not null order by 1')).map(({ key }) => key)

/** A job that somebody took so long ago. */
async function taken(key: string, minutes: number): Promise<string> {
  await jobs.enqueue(db, someTask, {}, { key })
  const [job] = await ask<{ id: string }>(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(mins => $2), attempts = 1
      where key = $1 returning id::text`,
    [key, minutes],
  )
  return job?.id ?? ''
}
const agedTo = (key: string, minutes: number) =>
  ask('update graphile_worker._private_jobs set locked_at = now() - make_interval(mins => $2) where key = $1', [key, minutes])
const minutesSince = async (key: string) =>
  Number(
    (
      await ask<{ age: string }>('select extract(epoch from now() - locked_at) / 60 as age from graphile_worker.jobs where key = $1', [key])
    )[0]?.age,
  )
const holders = () =>
  ask<{ pid: number }>("select pid from pg_stat_activity where application_name = 'anheng-jobs' and datname = current_database()")
const locksHeld = async () =>
  (
    await ask(
      `select 1 from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.granted and a.application_name = 'anheng-jobs' and a.datname = current_database()`,
    )
  ).length

/** A process's hold of a job that is being worked on. */
async function working(id: string) {
  const hold = holdJobs(shop.database.url, shop.app.log)
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = hold.while(id, () => promise)
  await expect.poll(locksHeld).toBe(1)
  const end = () => {
    resolve()
    return done
  }
  return { hold, end }
}

describe('没人做的任务', () => {
  it('被 kill -9 的进程手里的任务，两分钟后别的进程接着做；刚拿走的、没人拿的不动', async () => {
    await taken('gone', 3)
    await taken('working', 1)
    await jobs.enqueue(db, someTask, {}, { key: 'waiting' })
    await releaseAbandoned(shop.database)
    expect(await lockedKeys()).toEqual(['working'])
  })

  it('同一个进程手里的，只还没人做的那一件', async () => {
    await taken('lost', 3)
    await taken('young', 1)
    await ask("update graphile_worker._private_jobs set locked_by = 'one process'")
    await releaseAbandoned(shop.database)
    expect(await lockedKeys()).toEqual(['young'])
  })

  it('没有被丢下的任务时什么也不做', async () => {
    await expect(releaseAbandoned(shop.database)).resolves.toBeUndefined()
  })
})

describe('正在做的任务', () => {
  it('做多久都不被别的进程拿走；做它的进程没了，才轮到别人', async () => {
    const id = await taken('long', 0)
    const { hold } = await working(id)
    await agedTo('long', 300)
    await releaseAbandoned(shop.database)
    expect(await lockedKeys()).toEqual(['long'])
    await hold.stop()
    await agedTo('long', 300)
    await releaseAbandoned(shop.database)
    expect(await lockedKeys()).toEqual([])
  })

  it('进程不断续上占用的时间，队列自己的四小时也拿不走', async () => {
    const { hold } = await working(await taken('long', 0))
    await agedTo('long', 300)
    await expect.poll(() => minutesSince('long'), { timeout: 15_000 }).toBeLessThan(1)
    await hold.stop()
  })

  it('占用的连接断了，几秒内重新占上；其间凭刚续的时间不被拿走', async () => {
    const { hold, end } = await working(await taken('long', 1))
    const [before] = await holders()
    await ask('select pg_terminate_backend($1)', [before?.pid])
    await expect.poll(locksHeld).toBe(0)
    await releaseAbandoned(shop.database)
    expect(await lockedKeys()).toEqual(['long'])
    await expect.poll(locksHeld, { timeout: 15_000 }).toBe(1)
    expect((await holders()).map(({ pid }) => pid)).not.toContain(before?.pid)
    await end()
    await expect.poll(locksHeld).toBe(0)
    await hold.stop()
  })

  it('两个进程同在：一件做了很久的任务只做一遍', async () => {
    const { database, app } = shop
    let runs = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const works = [
      workOf(someTask, () => {
        runs += 1
        return promise
      }),
    ]
    const processes = [1, 2].map(() => startJobs(database, works, () => new Date(), app.log))
    try {
      await jobs.enqueue(database.db, someTask, {}, { key: 'long' })
      await expect.poll(() => runs).toBe(1)
      await expect.poll(locksHeld).toBe(1)
      // Less than the four hours after which the queue itself gives a job to another: no beat lets a job become so old.
      await agedTo('long', 200)
      await releaseAbandoned(database)
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      expect(runs).toBe(1)
    } finally {
      resolve()
      await Promise.all(processes.map((one) => one.stop()))
    }
    expect(await ask("select 1 from graphile_worker.jobs where key = 'long'")).toEqual([])
    expect(await holders()).toEqual([])
  })
})

describe('数据库写不下任务的结果', () => {
  it.each([1, 4])(
    '没有空间时先后做完的 %i 件任务记不下来：进程不受影响，队列重新开始，之后的任务照做',
    { timeout: 300_000 },
    async (count) => {
      const { database, app } = shop
      const done: string[] = []
      const together = Promise.withResolvers<void>()
      const works = [
        workOf(someTask, async ({ n }) => {
          done.push(String(n))
          if (done.length === count) together.resolve()
          await together.promise
          // One after the other: what ends at the same moment is told in one word.
          await sleep((n ?? 0) * 100)
        }),
      ]
      await ask(`create or replace function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
      await ask('create trigger no_room before delete on graphile_worker._private_jobs execute function no_room()')
      const unheard: unknown[] = []
      const hear = (reason: unknown) => void unheard.push(reason)
      process.on('unhandledRejection', hear)
      const processes = startJobs(database, works, () => new Date(), app.log)
      const first = Array.from({ length: count }, (_, index) => String(index + 1))
      try {
        for (const n of first) await jobs.enqueue(database.db, someTask, { n: Number(n) }, { key: `first ${n}` })
        await expect.poll(() => [...done].sort()).toEqual(first)
        await sleep(800)
        await ask('drop trigger no_room on graphile_worker._private_jobs')
        await jobs.enqueue(database.db, someTask, { n: 0 }, { key: 'second' })
        await expect.poll(() => done).toContain('0')
        // The first are still taken in the name of a worker that is gone, and given back as every abandoned job is.
        for (const n of first) await agedTo(`first ${n}`, 3)
        await releaseAbandoned(database)
        await expect.poll(() => ask('select 1 from graphile_worker.jobs where key is not null')).toEqual([])
        expect(done.filter((one) => one === '0')).toHaveLength(1)
      } finally {
        await ask('drop trigger if exists no_room on graphile_worker._private_jobs')
        await processes.stop()
        process.off('unhandledRejection', hear)
      }
      expect(unheard).toEqual([])
    },
  )
})

describe('任务的名字和内容', () => {
  it('内容不对的任务不做，指名哪一项错在哪里：记进日志，留在队列里；更早的版本用旧名字留下的任务照做', async () => {
    const { database } = shop
    const done: unknown[] = []
    const seen: string[] = []
    const silent = () => undefined
    const log = { ...shop.app.log, warn: silent, debug: silent, error: (...said: readonly unknown[]) => void seen.push(said.join(' ')) }
    await ask("select graphile_worker.add_job('some.task', '{\"n\":\"three\"}'::json, job_key => 'wrong')")
    await ask("select graphile_worker.add_job('some_task', '{\"n\":2}'::json, job_key => 'old')")
    const works = [workOf(someTask, async ({ n }) => void done.push(n))]
    const processes = startJobs(database, works, () => new Date(), log)
    try {
      await expect.poll(() => done).toEqual([2])
      await expect.poll(() => seen.join('\n')).toContain('task some.task: wrong payload: /n must be integer')
      // The queue says it first and keeps it then.
      const kept = async () =>
        (await ask<{ words: string }>("select coalesce(last_error, '') as words from graphile_worker.jobs where key = 'wrong'"))[0]?.words
      await expect.poll(kept).toContain('wrong payload: /n must be integer')
    } finally {
      await processes.stop()
    }
    expect(done).toEqual([2])
  })

  it('两个任务不能同名，也不能叫别人从前的名字', () => {
    const work = async () => undefined
    const other = defineTask('other.task', Type.Object({}), { formerly: ['some_task'] })
    expect(() => worksByName([workOf(someTask, work), workOf(someTask, work)])).toThrow('two tasks are called some.task')
    expect(() => worksByName([workOf(someTask, work), workOf(other, work)])).toThrow('two tasks are called some_task')
  })
})
