import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-database.ts'
import { boundLog, findRunning } from './postmaster.ts'

const HELD_OPEN = fileURLToPath(new URL('../../../test/hold-embedded.ts', import.meta.url))
let folder: string
const cluster = () => join(folder, 'postgres', 'pg18')
const opened: EmbeddedDatabase[] = []

async function openHere(): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase(folder)
  opened.push(database)
  return database
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // A server that is killed may break the line again after the query was told.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Another process that uses the same folder; prints its url when it has it. */
async function otherProcess(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [HELD_OPEN, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { child, url: chunk.toString().trim() }
}
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anheng-embedded-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop().catch(() => undefined)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('内置数据库', () => {
  it('创建、使用、停止、再启动，数据都在；网络上听不到它', async () => {
    const first = await openHere()
    await query(first.url, 'create table kept as select 1 as one')
    expect(await query(first.url, 'show listen_addresses')).toEqual([['']])
    expect(
      await query(
        first.url,
        `select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'on'`,
      ),
    ).toHaveLength(3)
    expect(await query(first.url, `select datlocprovider::text, datlocale from pg_database where datname = 'shop'`)).toEqual([
      ['b', 'C.UTF-8'],
    ])
    await first.stop()
    expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
    const second = await openHere()
    expect(await query(second.url, 'select one from kept')).toEqual([[1]])
  })

  it('进程被 kill -9 后，下一次启动接管还在运行的服务器，并由它停止', async () => {
    const { child, url } = await otherProcess()
    await query(url, 'create table from_killed as select 7 as seven')
    const left = findRunning(cluster())
    await end(child, 'SIGKILL')
    const next = await openHere()
    expect(next.pid).toBe(left?.pid)
    expect(await query(next.url, 'select seven from from_killed')).toEqual([[7]])
    await next.stop()
    expect(findRunning(cluster())).toBeNull()
  })

  it('服务器自己被 kill -9 后，下一次启动恢复已提交的数据', async () => {
    const first = await openHere()
    await query(first.url, 'create table committed as select 9 as nine')
    const killed = first.pid
    process.kill(killed, 'SIGKILL')
    const next = await openHere()
    expect(next.pid).not.toBe(killed)
    expect(await query(next.url, 'select nine from committed')).toEqual([[9]])
  })

  it('留下的 postmaster.pid 写着一个别的活进程的号码，也照样启动', async () => {
    const first = await openHere()
    await first.stop()
    writeFileSync(join(cluster(), 'postmaster.pid'), `${process.pid}\n${cluster()}\n0\n5432\n${join(folder, 'postgres')}\n\n 0 0\n`)
    const next = await openHere()
    expect(await query(next.url, 'select 1')).toEqual([[1]])
  })

  it('服务器刚起、还没写下它的套接字时，后来的等它写，不去连别处，也不停它', async () => {
    const first = await openHere()
    const file = join(cluster(), 'postmaster.pid')
    const whole = readFileSync(file, 'utf8')
    // As the file is for a moment of every start: the process is there, where to reach it is not yet.
    writeFileSync(
      file,
      whole
        .split('\n')
        .map((line, at) => (at === 4 ? '' : line))
        .join('\n'),
    )
    const opening = openHere()
    setTimeout(() => writeFileSync(file, whole), 300)
    const second = await Promise.race([opening, new Promise<null>((resolve) => setTimeout(() => resolve(null), 8_000))])
    expect(second?.pid).toBe(first.pid)
    expect(second?.url).toBe(first.url)
  })

  it('还有别的进程在用时，先结束的不停服务器，最后结束的才停', async () => {
    const { child, url } = await otherProcess()
    const mine = await openHere()
    await mine.stop()
    expect(await query(url, 'select 1')).toEqual([[1]])
    await end(child, 'SIGTERM')
    expect(findRunning(cluster())).toBeNull()
  })

  /** The presence connection of some process: killed hard, so that the server ends all its connections and recovers. */
  const crashBackend = async (url: string) => {
    const [[pid]] = (await query(url, "select pid from pg_stat_activity where application_name = 'anheng-presence' limit 1")) as [[number]]
    process.kill(pid, 'SIGKILL')
  }
  const answersAgain = async (url: string) => {
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await query(url, 'select 1').catch(() => null)
      if (answer !== null) return answer
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the server did not come back')
  }
  const presences = async (url: string) =>
    ((await query(url, "select count(*)::int from pg_stat_activity where application_name = 'anheng-presence'")) as [[number]])[0][0]

  it('一个后端进程被 kill -9，服务器自己恢复之后，帮手来了又走，商城的数据库还在', async () => {
    const back = Promise.withResolvers<void>()
    const mine = await openEmbeddedDatabase(folder, { onTrouble: (what) => what.endsWith('there again') && back.resolve() })
    opened.push(mine)
    await crashBackend(mine.url)
    // Before that the server may answer as if nothing were: it has not seen yet that one of its own was killed.
    await back.promise
    const helper = await otherProcess()
    await end(helper.child, 'SIGTERM')
    expect(findRunning(cluster())?.pid).toBe(mine.pid)
    expect(await presences(mine.url)).toBeGreaterThan(0)
    await mine.stop()
    expect(findRunning(cluster())).toBeNull()
  })

  it('没有在场连接、只有工作连接的商城，帮手走时也看得见，不停它的数据库', async () => {
    const { child, url } = await otherProcess()
    const shop = new pg.Client({ connectionString: url, application_name: 'anheng' })
    await shop.connect()
    await end(child, 'SIGTERM')
    expect((await shop.query({ text: 'select 1', rowMode: 'array' })).rows).toEqual([[1]])
    await shop.end()
    const last = await openHere()
    await last.stop()
    expect(findRunning(cluster())).toBeNull()
  })

  it('服务器被 kill -9，用它的进程把它重新启动，已提交的都在', async () => {
    const troubles: string[] = []
    const mine = await openEmbeddedDatabase(folder, { onTrouble: (what) => troubles.push(what) })
    opened.push(mine)
    await query(mine.url, 'create table kept_after_kill as select 7 as seven')
    const killed = mine.pid
    process.kill(killed, 'SIGKILL')
    while (findRunning(cluster()) === null || mine.pid === killed) await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await answersAgain(mine.url)).toEqual([[1]])
    expect(await query(mine.url, 'select seven from kept_after_kill')).toEqual([[7]])
    expect(troubles).toEqual(['the connection to the embedded database was lost', 'the embedded database is there again'])
    await mine.stop()
    expect(findRunning(cluster())).toBeNull()
  })

  it('起不来的服务器：几秒之内说出来，让进程结束', async () => {
    const control = join(cluster(), 'global', 'pg_control')
    const lost = new Promise<Error>((onLost) => {
      void openEmbeddedDatabase(folder, { onLost, restartTimeoutMs: 2_000 }).then((mine) => {
        opened.push(mine)
        renameSync(control, `${control}.away`)
        process.kill(mine.pid, 'SIGKILL')
      })
    })
    try {
      expect((await lost).message).toMatch(/^内置数据库(无法启动|没有按时就绪)/)
    } finally {
      renameSync(`${control}.away`, control)
    }
  })

  it('日志里没有语句的参数、没有行的内容；大了就截断，留一份旧的', async () => {
    const mine = await openHere()
    const client = new pg.Client({ connectionString: mine.url })
    await client.connect()
    await client.query('create table if not exists secret (phone text unique)')
    for (const values of [['13911112222'], ['13911112222']])
      await client.query('insert into secret select $1::text from pg_sleep(1.1)', values).catch(() => undefined)
    await client.end()
    const file = join(folder, 'postgres', 'postgres.log')
    const log = readFileSync(file, 'utf8')
    expect(log).toContain('duration:')
    expect(log).toContain('insert into secret')
    expect(log).toContain('duplicate key value')
    expect(log).not.toContain('13911112222')
    await boundLog(file, 100)
    expect(readFileSync(`${file}.1`, 'utf8')).toBe(log)
    expect(readFileSync(file, 'utf8')).toBe('')
    // The server writes on, from the beginning.
    await query(mine.url, 'select 1/0').catch(() => undefined)
    while (!readFileSync(file, 'utf8').includes('division by zero')) await new Promise((resolve) => setTimeout(resolve, 50))
    expect(readFileSync(file, 'utf8').startsWith('\u0000')).toBe(false)
  })

  it('两个进程同时第一次启动，得到同一个服务器', async () => {
    await rm(join(folder, 'postgres'), { recursive: true, force: true })
    const [a, b] = await Promise.all([otherProcess(), otherProcess()])
    expect(a.url).toBe(b.url)
    await query(a.url, 'create table shared (id int)')
    expect(await query(b.url, 'select count(*)::int from shared')).toEqual([[0]])
    // Both leave at once: neither takes the other for somebody who stays.
    await Promise.all([end(a.child, 'SIGTERM'), end(b.child, 'SIGTERM')])
    expect(findRunning(cluster())).toBeNull()
  })

  it('初始化中断留下的半个数据目录被清掉重来', async () => {
    await rm(join(folder, 'postgres'), { recursive: true, force: true })
    const half = `${cluster()}.new-999999999`
    await mkdir(half, { recursive: true })
    writeFileSync(join(half, 'PG_VERSION'), '18\n')
    const database = await openHere()
    expect(existsSync(half)).toBe(false)
    expect(await query(database.url, 'select 1')).toEqual([[1]])
    expect(readFileSync(join(cluster(), 'PG_VERSION'), 'utf8')).toBe('18\n')
  })
})
