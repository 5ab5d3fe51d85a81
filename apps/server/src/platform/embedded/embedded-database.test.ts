import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-database.ts'
import { findRunning } from './postmaster.ts'

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
  }, 60_000)

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
  }, 60_000)

  it('服务器自己被 kill -9 后，下一次启动恢复已提交的数据', async () => {
    const first = await openHere()
    await query(first.url, 'create table committed as select 9 as nine')
    process.kill(first.pid, 'SIGKILL')
    const next = await openHere()
    expect(next.pid).not.toBe(first.pid)
    expect(await query(next.url, 'select nine from committed')).toEqual([[9]])
  }, 60_000)

  it('留下的 postmaster.pid 写着一个别的活进程的号码，也照样启动', async () => {
    const first = await openHere()
    await first.stop()
    writeFileSync(join(cluster(), 'postmaster.pid'), `${process.pid}\n${cluster()}\n0\n5432\n${join(folder, 'postgres')}\n\n 0 0\n`)
    const next = await openHere()
    expect(await query(next.url, 'select 1')).toEqual([[1]])
  }, 60_000)

  it('还有别的进程在用时，先结束的不停服务器，最后结束的才停', async () => {
    const { child, url } = await otherProcess()
    const mine = await openHere()
    await mine.stop()
    expect(await query(url, 'select 1')).toEqual([[1]])
    await end(child, 'SIGTERM')
    expect(findRunning(cluster())).toBeNull()
  }, 60_000)

  it('两个进程同时第一次启动，得到同一个服务器', async () => {
    await rm(join(folder, 'postgres'), { recursive: true, force: true })
    const [a, b] = await Promise.all([otherProcess(), otherProcess()])
    expect(a.url).toBe(b.url)
    await query(a.url, 'create table shared (id int)')
    expect(await query(b.url, 'select count(*)::int from shared')).toEqual([[0]])
    await Promise.all([end(a.child, 'SIGTERM'), end(b.child, 'SIGTERM')])
  }, 60_000)

  it('初始化中断留下的半个数据目录被清掉重来', async () => {
    await rm(join(folder, 'postgres'), { recursive: true, force: true })
    const half = `${cluster()}.new-999999999`
    await mkdir(half, { recursive: true })
    writeFileSync(join(half, 'PG_VERSION'), '18\n')
    const database = await openHere()
    expect(existsSync(half)).toBe(false)
    expect(await query(database.url, 'select 1')).toEqual([[1]])
    expect(readFileSync(join(cluster(), 'PG_VERSION'), 'utf8')).toBe('18\n')
  }, 60_000)
})
