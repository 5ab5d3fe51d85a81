import { appendFileSync, chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLS } from '#contract/calls.ts'
import { makeCompany, makeGoods, makeStaff } from '../../test/fixtures.ts'
import { testShop } from '../../test/harness.ts'
import { makeOrder } from '../../test/past-orders.ts'
import { buildApp } from '../app.ts'
import { type DatabaseHandle, openDatabase } from './database.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded/embedded-database.ts'
import { conflict } from './errors.ts'
import { createReadCopies, type ReadCopies, readsMany } from './read-copies.ts'
import { isInSnapshot } from './snapshot.ts'

let folder: string
let primary: EmbeddedDatabase
let copy: EmbeddedDatabase
const opened: DatabaseHandle[] = []
const troubles: string[] = []
const trouble = (what: string) => void troubles.push(what)
const open = (url: string) => {
  const handle = openDatabase(url, { max: 4, onTrouble: () => undefined })
  opened.push(handle)
  return handle
}
let shop: DatabaseHandle
let follower: DatabaseHandle
let copies: ReadCopies

/** A server's folder and everything in it, for whoever its owner is. */
function own(path: string, like: string): void {
  const { uid, gid } = statSync(like)
  chownSync(path, uid, gid)
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name), like)
}
const clusterIn = (of: string) => join(folder, of, 'postgres', 'pg18')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anheng-copies-'))
  chmodSync(folder, 0o755)
  const made = await openEmbeddedDatabase(join(folder, 'primary'))
  await made.stop()
  cpSync(join(folder, 'primary'), join(folder, 'copy'), { recursive: true })
  own(join(folder, 'copy', 'postgres'), clusterIn('primary'))
  chmodSync(clusterIn('copy'), 0o700)
  primary = await openEmbeddedDatabase(join(folder, 'primary'))
  const { searchParams, username } = new URL(primary.url)
  const source = `host=${searchParams.get('host')} user=${username || 'postgres'}`
  writeFileSync(join(clusterIn('copy'), 'standby.signal'), '')
  appendFileSync(join(clusterIn('copy'), 'postgresql.auto.conf'), `primary_conninfo = '${source}'\nhot_standby_feedback = on\n`)
  own(clusterIn('copy'), clusterIn('primary'))
  copy = await openEmbeddedDatabase(join(folder, 'copy'))
  shop = open(primary.url)
  follower = open(copy.url)
  copies = createReadCopies(shop, [{ name: 'one', handle: follower }], trouble)
  await sql`create table said (n integer)`.execute(shop.db)
}, 120_000)

afterAll(async () => {
  for (const handle of opened) await handle.close()
  await copy?.stop()
  await primary?.stop()
  await rm(folder, { recursive: true, force: true })
})

const say = (n: number) => sql`insert into said values (${n})`.execute(shop.db)
/** The last that was said, and whether it was read at a copy. */
const heard = async () => {
  const { rows } = await sql<{ n: number; copied: boolean }>`select max(n) as n, pg_is_in_recovery() as copied from said`.execute(shop.db)
  return rows[0]
}

describe('列表和报表读副本', { timeout: 60_000 }, () => {
  it('谁写完再读都读得到，读的是副本；同时几十个人读也一样', async () => {
    let copied = 0
    for (let n = 1; n <= 200; n++) {
      await say(n)
      const found = await copies.read(heard)
      expect(found?.n).toBe(n)
      if (found?.copied) copied += 1
    }
    // A busy machine may now and then be too late with the log; most of it is read there.
    expect(copied).toBeGreaterThan(100)
    await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        await say(1000 + at)
        expect((await copies.read(heard))?.n).toBeGreaterThanOrEqual(1000 + at)
      }),
    )
    expect(copies.states()[0]?.reads).toBeGreaterThan(100)
    // What was read of a copy is remembered by nobody as the present.
    expect(await copies.read(async () => isInSnapshot())).toBe(true)
    expect(isInSnapshot()).toBe(false)
  })

  it('副本跟不上：马上改读主库，一秒内不再问它；跟上以后自己回来', async () => {
    await expect.poll(async () => (await copies.read(heard))?.copied, { timeout: 20_000 }).toBe(true)
    await sql`select pg_wal_replay_pause()`.execute(follower.db)
    await say(2000)
    expect(await copies.read(heard)).toEqual({ n: 2000, copied: false })
    expect(copies.states()[0]?.outFor).toBe('it lags behind')
    await say(2001)
    expect(await copies.read(heard)).toEqual({ n: 2001, copied: false })
    await sql`select pg_wal_replay_resume()`.execute(follower.db)
    await expect.poll(async () => (await copies.read(heard))?.copied, { timeout: 20_000, interval: 200 }).toBe(true)
    expect(copies.states()[0]?.outFor).toBeNull()
    expect(troubles).toEqual(expect.arrayContaining(['the copy one is left out: it lags behind', 'the copy one takes part again']))
  })

  it('读着读着要写，副本不让：从头在主库做一遍，副本照用；说得出口的拒绝和超时不再做一遍', async () => {
    await expect.poll(async () => (await copies.read(heard))?.copied, { timeout: 20_000, interval: 200 }).toBe(true)
    let tried = 0
    await copies.read(async () => {
      tried += 1
      await say(3000)
    })
    expect(tried).toBe(2)
    await expect.poll(async () => copies.read(heard), { timeout: 20_000, interval: 200 }).toEqual({ n: 3000, copied: true })
    let refused = 0
    const refusing = copies.read(async () => {
      refused += 1
      throw conflict('不行')
    })
    await expect(refusing).rejects.toThrow('不行')
    expect(refused).toBe(1)
    let late = 0
    const slow = copies.read(() =>
      shop.db.transaction().execute(async (trx) => {
        late += 1
        await sql`set local statement_timeout = 20`.execute(trx)
        await sql`select pg_sleep(5)`.execute(trx)
      }),
    )
    await expect(slow).rejects.toThrow('statement timeout')
    expect(late).toBe(1)
  })

  it('填成了主库自己的地址：不当副本用，说出来', async () => {
    const wrong = createReadCopies(shop, [{ name: 'itself', handle: open(primary.url) }], trouble)
    expect((await wrong.read(heard))?.copied).toBe(false)
    expect(wrong.states()).toEqual([{ name: 'itself', outFor: 'it is no copy', reads: 0 }])
    expect(wrong.atPrimary()).toBe(1)
  })

  it('副本没了：读着的在主库重来，谁也不出错；回来以后又用它', async () => {
    const two = createReadCopies(
      shop,
      [
        { name: 'gone', handle: open(copy.url.replace(/host=[^&]+/, 'host=%2Fnowhere')) },
        { name: 'one', handle: follower },
      ],
      trouble,
    )
    // The one that is not there is asked once; then the other answers.
    await two.read(heard)
    await expect.poll(async () => (await two.read(heard))?.copied, { timeout: 20_000, interval: 50 }).toBe(true)
    expect(two.states().map(({ outFor }) => outFor)).toEqual(['it does not answer', null])

    const reading = Array.from({ length: 4 }, () =>
      copies.read(async () => {
        await sql`select pg_sleep(0.5)`.execute(shop.db)
        return heard()
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    // Without a farewell; whoever started it brings it back.
    process.kill(copy.pid, 'SIGQUIT')
    for (const found of await Promise.all(reading)) expect(found).toEqual({ n: 3000, copied: false })
    expect(copies.states()[0]?.outFor).toMatch(/^it (failed|does not answer)$/)
    await expect.poll(async () => (await copies.read(heard))?.copied, { timeout: 30_000, interval: 200 }).toBe(true)
  })
})

it('成员的列表、员工的列表和报表经过副本，别的不经过；查看范围有限的人照样只看得到自己的', async () => {
  const own = await testShop()
  const { db, pool } = own.database
  let read = 0
  const app = await buildApp({
    config: own.config,
    database: own.database,
    search: own.search,
    sessions: own.sessions,
    jobs: { enqueue: async () => undefined },
    pages: null,
    clock: () => own.clock.now,
    copies: {
      read: (work) => {
        read += 1
        return work()
      },
    },
  })
  const buyer = await makeCompany(db, { name: '半夏大药房' })
  const goods = await makeGoods(db, { stock: 5 })
  await makeOrder(db, buyer, [{ goodsId: goods, number: 1 }], { status: 'paid' })
  const staff = await makeStaff(db, '钱主管', '质管')
  const narrow = await makeStaff(db, '只看周敏', '质管')
  await pool.query("update staff set narrow_managers = '{周敏}' where account_id = (select id from account where name = '只看周敏')")
  const asked = async (url: string, cookie: string) => {
    const before = read
    const answer = await app.inject({ url, headers: { cookie } })
    expect(answer.statusCode, url).toBe(200)
    return { times: read - before, list: answer.json().data.list ?? [] }
  }
  const [mine, theirs, few] = [`sid=${buyer.cookie}`, `staff=${staff}`, `staff=${narrow}`]
  expect((await asked('/api/order/list', mine)).times).toBe(1)
  expect(await asked('/api/staff/order', theirs)).toMatchObject({ times: 1, list: [{ company: '半夏大药房' }] })
  expect(await asked('/api/staff/order', few)).toMatchObject({ times: 1, list: [] })
  expect((await asked('/api/staff/figures/sales', theirs)).times).toBe(1)
  for (const url of [`/api/goods/detail/${goods}`, '/api/goods/list', '/api/cart/list']) expect((await asked(url, mine)).times, url).toBe(0)
  await app.close()
})

it('哪些接口读副本：成员和员工一页一页的列表、各张报表；访客的、文件的、写的都不是', () => {
  const paths = CALLS.filter(readsMany).map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/api/staff/order', '/api/staff/figures/sales', '/api/order/list', '/api/staff/audit']))
  for (const { method, access, file } of CALLS.filter(readsMany)) {
    expect([method, file]).toEqual(['GET', undefined])
    expect(['account', 'member', 'passed', 'staff']).toContain(access)
  }
})
