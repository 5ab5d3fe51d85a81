import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, dropTestDatabase, testDatabaseUrl } from '../../test/databases.ts'
import type { Concerned, Topic } from './change-table.ts'
import { type DatabaseHandle, openDatabase } from './database.ts'

let name: string
/** Who writes: no process that follows. */
let writer: DatabaseHandle
let maker = 0
beforeAll(async () => {
  name = await createTestDatabase()
  writer = openDatabase(testDatabaseUrl(name), { max: 4 })
  const { rows } = await writer.pool.query<{ id: number }>(`insert into manufacturer (name) values ('安泽') returning id`)
  maker = rows[0]?.id ?? 0
  await writer.pool.query(`insert into business_scope (code, name) values ('chem', '化学药') on conflict do nothing`)
})
afterAll(async () => {
  await writer.close()
  await dropTestDatabase(name)
})

interface Process {
  database: DatabaseHandle
  heard: { topic: Topic; ids: Concerned; at: number }[]
  cleared: () => number
  troubles: string[]
  mayKeep: () => boolean
  /** Milliseconds until it was told. */
  told: (topic: Topic, id?: number, from?: number) => Promise<number>
}
const processes: DatabaseHandle[] = []
afterEach(async () => {
  for (const one of processes.splice(0)) await one.close()
})

const listening = async (): Promise<number> => {
  const { rows } = await writer.pool.query<{ number: number }>(
    `select count(*)::integer as number from pg_stat_activity where application_name = 'anheng-listen' and datname = current_database()`,
  )
  return rows[0]?.number ?? 0
}

const TOPICS: readonly Topic[] = [
  'goods',
  'frame',
  'assortment',
  'stock',
  'offer',
  'bought',
  'company',
  'account',
  'setting',
  'content',
  'draw',
]
async function startProcess({ follows = true, applicationName = 'anheng' } = {}): Promise<Process> {
  const troubles: string[] = []
  const database = openDatabase(testDatabaseUrl(name), { max: 2, applicationName, onTrouble: (what) => void troubles.push(what) })
  processes.push(database)
  const heard: Process['heard'] = []
  let clearings = 0
  const clear = () => {
    clearings += 1
  }
  const on = Object.fromEntries(TOPICS.map((topic) => [topic, (ids: Concerned) => heard.push({ topic, ids, at: performance.now() })]))
  const memory = database.changes.memory({ name: 'all', on, clear, entries: () => heard.length })
  await database.changes.begin()
  if (follows) database.changes.follow()
  const isTold = (topic: Topic, id?: number) =>
    heard.find((one) => one.topic === topic && (id === undefined || one.ids === null || one.ids.has(id)))
  return {
    database,
    heard,
    troubles,
    cleared: () => clearings,
    mayKeep: () => memory.mayKeep(memory.mark()),
    async told(topic, id, from = performance.now()) {
      for (let round = 0; round < 2_000; round++) {
        const found = isTold(topic, id)
        if (found) return found.at - from
        await sleep(5)
      }
      throw new Error(`nobody was told of ${topic} ${id}; heard ${JSON.stringify(heard)}`)
    },
  }
}

let codes = 0
async function makeGoods(count = 1): Promise<number[]> {
  const first = codes + 1
  codes += count
  const { rows } = await writer.pool.query<{ id: number }>(
    `insert into goods (code, name, generic_name, manufacturer_id, scope_code, base_price)
     select 'F' || n, '品种' || n, '品种' || n, $3, 'chem', 980 from generate_series($1::int, $2::int) as n returning id`,
    [first, codes, maker],
  )
  return rows.map((row) => row.id)
}
const price = (id: number, fen: number, by: Pick<DatabaseHandle['pool'], 'query'> = writer.pool) =>
  by.query('update goods set base_price = $2 where id = $1', [id, fen])
const rowsOfChange = async (where: string) => (await writer.pool.query(`select topic, ids from change where ${where} order by id`)).rows
const lastChange = async () => (await writer.pool.query<{ id: number }>('select coalesce(max(id), 0) as id from change')).rows[0]?.id ?? 0

describe('改动由触发器写下', () => {
  it('改价、改类别、改阶梯价写下是哪些商品；一条语句一行，写成一样的不算改动', async () => {
    const [a = 0, b = 0, c = 0] = await makeGoods(3)
    const before = await lastChange()
    await writer.pool.query('update goods set base_price = 500 where id = any($1)', [[a, b]])
    await writer.pool.query('update goods set base_price = 500 where id = any($1)', [[a, b, c]])
    await writer.pool.query('update goods set base_price = 500 where id = $1', [a])
    await writer.pool.query('insert into goods_ladder (goods_id, number, price) values ($1, 10, 450), ($1, 20, 440)', [b])
    expect(await rowsOfChange(`id > ${before}`)).toEqual([
      { topic: 'goods', ids: expect.toSatisfy((ids: number[]) => new Set(ids).symmetricDifference(new Set([a, b])).size === 0) },
      { topic: 'goods', ids: [c] },
      { topic: 'goods', ids: [b] },
    ])
  })

  it('厂家改名关系到任何商品，新增厂家与哪个商品都无关', async () => {
    const before = await lastChange()
    await writer.pool.query(`insert into manufacturer (name) values ('新来的')`)
    await writer.pool.query(`update manufacturer set name = '安泽制药' where id = $1`, [maker])
    await writer.pool.query(`update manufacturer set logo = '/a.png' where id = $1`, [maker])
    expect((await rowsOfChange(`id > ${before}`)).filter((row) => row.topic === 'goods')).toEqual([{ topic: 'goods', ids: null }])
  })

  it('成批导入：一条语句再多商品也只写一行；超过五千种就说“全部”', async () => {
    const before = await lastChange()
    const ids = await makeGoods(6_000)
    expect(await rowsOfChange(`id > ${before} and topic = 'goods'`)).toEqual([{ topic: 'goods', ids: null }])
    await writer.pool.query('update goods set base_price = 700 where id = any($1)', [ids.slice(0, 1_000)])
    const [told, ...more] = (await rowsOfChange(`id > ${before} and topic = 'goods'`)).slice(1)
    expect(told.ids).toHaveLength(1_000)
    expect(more).toEqual([])
  })

  it('回滚的不留下', async () => {
    const [id = 0] = await makeGoods()
    const before = await lastChange()
    await writer.pool.query(`begin; update goods set base_price = 1 where id = ${id}; rollback`)
    expect(await rowsOfChange(`id > ${before}`)).toEqual([])
  })
})

describe('跟随者', () => {
  it('别的进程提交的改动，每个进程一秒内都知道', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    const tookMs: number[] = []
    // What is late three times is not the machine.
    for (let round = 0; round < 3 && !tookMs.some((ms) => ms < 1_000); round++) {
      const [id = 0] = await makeGoods()
      await price(id, 100)
      const committed = performance.now()
      tookMs.push(Math.max(await one.told('goods', id, committed), await two.told('goods', id, committed)))
    }
    expect(Math.min(...tookMs)).toBeLessThan(1_000)
  })

  it('先编号后提交的不会被跳过', async () => {
    const process = await startProcess({ follows: false })
    const [early = 0, late = 0] = await makeGoods(2)
    await process.database.changes.catchUp()
    process.heard.length = 0
    const slow = await writer.pool.connect()
    await slow.query('begin')
    await price(early, 111, slow)
    await price(late, 222)
    await process.database.changes.catchUp()
    await process.database.changes.catchUp()
    expect(process.heard).toMatchObject([{ topic: 'goods', ids: new Set([late]) }])
    await slow.query('commit')
    slow.release()
    await process.database.changes.catchUp()
    expect(process.heard.slice(1)).toMatchObject([{ topic: 'goods', ids: new Set([early]) }])
    await process.database.changes.catchUp()
    expect(process.heard).toHaveLength(2)
  })

  it('跟随的连接被掐断，期间的改动一条不漏；马上重新连上', async () => {
    const process = await startProcess()
    const ids = await makeGoods(20)
    await process.told('goods', ids[0])
    process.heard.length = 0
    const kill = () =>
      writer.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anheng-listen' and datname = current_database()`,
      )
    let killed = 0
    while (killed === 0) killed += (await kill()).rowCount ?? 0
    for (const [at, id] of ids.entries()) {
      if (at % 5 === 0) await kill()
      await price(id, 300 + at)
    }
    for (const id of ids) await process.told('goods', id)
    expect(process.troubles).toContain('the listening connection was lost')
    expect(process.cleared()).toBe(0)
  })

  it('跟随的连接正断着，等着看有没有漏的人照样等得到：改走别的连接', async () => {
    const { database } = await startProcess({ applicationName: 'cut' })
    for (let round = 0; round < 20; round++) {
      for (let tries = 0; tries < 400 && (await listening()) === 0; tries++) await sleep(5)
      await writer.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anheng-listen' and datname = current_database()`,
      )
      await expect(database.changes.catchUp()).resolves.toBeUndefined()
    }
  })

  it('跟随者被锁住几秒：不再凭记忆回答；放开后一条不漏，重新可以记', async () => {
    const process = await startProcess()
    const [id = 0] = await makeGoods()
    await process.told('goods', id)
    expect(process.mayKeep()).toBe(true)
    process.heard.length = 0
    const locker = await writer.pool.connect()
    await locker.query('begin; lock table change_sweep in access exclusive mode')
    await price(id, 555)
    for (let round = 0; process.mayKeep() && round < 300; round++) await sleep(50)
    expect(process.mayKeep()).toBe(false)
    expect(process.cleared()).toBe(1)
    expect(process.heard).toEqual([])
    await locker.query('commit')
    locker.release()
    await process.told('goods', id)
    expect(process.mayKeep()).toBe(true)
  })

  it('没有开始跟随的进程什么都不记', async () => {
    const alone = openDatabase(testDatabaseUrl(name), { max: 1 })
    processes.push(alone)
    const memory = alone.changes.memory({ name: 'alone', on: {}, clear: () => undefined, entries: () => 0 })
    expect(memory.mayKeep(memory.mark())).toBe(false)
    expect(alone.changes.position()).toBeNull()
  })

  it('读的时候来了改动，读到的不许记住；与它无关的改动不碍事', async () => {
    const process = await startProcess({ follows: false })
    const { changes } = process.database
    const memory = changes.memory({ name: 'content alone', on: { content: () => undefined }, clear: () => undefined, entries: () => 0 })
    await changes.catchUp()
    const mark = memory.mark()
    const [id = 0] = await makeGoods()
    await price(id, 1)
    await changes.catchUp()
    expect(memory.mayKeep(mark)).toBe(true)
    await writer.pool.query(`insert into hot_word (name) values ('甘草')`)
    await changes.catchUp()
    expect(memory.mayKeep(mark)).toBe(false)
    expect(memory.mayKeep(memory.mark())).toBe(true)
  })

  it('一个记忆收拾不了改动：丢掉它记的，报出来，别的照常', async () => {
    const process = await startProcess({ follows: false })
    let cleared = 0
    process.database.changes.memory({
      name: 'broken',
      on: {
        goods: () => {
          throw new Error('no')
        },
      },
      clear() {
        cleared += 1
      },
      entries: () => 0,
    })
    const [id = 0] = await makeGoods()
    await process.database.changes.catchUp()
    expect(cleared).toBe(1)
    expect(process.troubles.join()).toContain('broken')
    expect(process.heard.some((one) => one.topic === 'goods' && one.ids?.has(id))).toBe(true)
  })

  it('看得见：每个记忆的名称、条数，跟到哪里，多久以前', async () => {
    const process = await startProcess()
    const [id = 0] = await makeGoods()
    await process.told('goods', id)
    const state = process.database.changes.state()
    expect(state).toMatchObject({
      trusted: true,
      memories: [{ name: 'all', entries: expect.any(Number), lastChangeMs: expect.any(Number) }],
    })
    expect(Number(state.position)).toBeGreaterThan(0)
    // It looks four times a second; a machine that is busy may let one look come late.
    await expect.poll(() => process.database.changes.state().ageMs).toBeLessThan(1_000)
  })
})

describe('清扫', () => {
  const age = () => writer.pool.query(`update change set at = at - interval '2 hours'`)
  const count = async () => (await rowsOfChange('true')).length
  /** A process that starts to follow sweeps at once, but for what is younger than any open transaction of the server, in whichever database. */
  const sweptTo = async (most: number) => {
    for (let round = 0; round < 20 && (await count()) > most; round++) {
      await startProcess()
      for (let look = 0; look < 20 && (await count()) > most; look++) await sleep(20)
    }
  }

  it('每个跟随者都该看过的旧改动被清走，跟着的进程毫无影响', async () => {
    const process = await startProcess({ follows: false })
    await makeGoods(3)
    const { rows } = await writer.pool.query<{ last: string }>('select max(transaction_id)::text as last from change')
    // While something older is open, on the whole server, it stands before them, and would begin anew if they were swept.
    const standsAt = async () => {
      await process.database.changes.catchUp()
      return BigInt(process.database.changes.state().position ?? '0')
    }
    await expect.poll(standsAt).toBeGreaterThan(BigInt(rows[0]?.last ?? '0'))
    await age()
    const [id = 0] = await makeGoods()
    await sweptTo(2)
    expect(await count()).toBeLessThanOrEqual(2)
    await process.database.changes.catchUp()
    // It does not follow, and the sweep waits for whatever is open on the server: after some seconds it trusts itself no more.
    const distrusted = process.troubles.filter((trouble) => trouble.includes('were not followed'))
    expect(process.cleared()).toBe(distrusted.length)
    expect(process.heard.some((one) => one.topic === 'goods' && one.ids?.has(id))).toBe(true)
  })

  it('睡过了清扫的进程知道自己漏了，全部丢掉重来', async () => {
    const sleeper = await startProcess({ follows: false })
    await makeGoods(3)
    await age()
    await sweptTo(0)
    await sleeper.database.changes.catchUp()
    expect(sleeper.cleared()).toBe(1)
    await sleeper.database.changes.catchUp()
    expect(sleeper.cleared()).toBe(1)
  })

  it('还没有结束的事务写下的，不清走', async () => {
    const process = await startProcess({ follows: false })
    const slow = await writer.pool.connect()
    await slow.query('begin')
    await slow.query(`insert into change (topic, ids, at) values ('goods', array[1]::bigint[], now() - interval '2 hours')`)
    await startProcess()
    await slow.query('commit')
    slow.release()
    await process.database.changes.catchUp()
    expect(process.heard.some((one) => one.ids?.has(1)) || process.cleared() === 1).toBe(true)
  })
})

describe('整批改动', () => {
  it('先改过一件商品的连接，之后一次改几千件，触发器的计划也不是两两相比', async () => {
    // A session keeps the plan of the first run, which had one row. Those that look up another table by its key are not among them.
    const { rows } = await writer.pool.query<{ set: string }>(
      `select proname || ' ' || coalesce(array_to_string(proconfig, ','), '') as set from pg_proc
        where proname in ('tell_goods_changed', 'tell_offers_changed', 'tell_bought_changed') order by 1`,
    )
    expect(rows.map(({ set }) => set)).toEqual([
      'tell_bought_changed enable_nestloop=off',
      'tell_goods_changed enable_nestloop=off',
      'tell_offers_changed enable_nestloop=off',
    ])
  })
})
