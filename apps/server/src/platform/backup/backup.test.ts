import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGunzip, gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { buy, expectLedgerTrue, makeAddress } from '../../../test/buying.ts'
import { createEmptyDatabase, dropTestDatabase, testDatabaseUrl } from '../../../test/databases.ts'
import { type Buyer, makeGoods } from '../../../test/fixtures.ts'
import { type Shop, testShop } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { createSearchIndex } from '../../modules/goods/search/public.ts'
import { type DatabaseHandle, FOR_LONG_WORK, openDatabase } from '../database.ts'
import { jobs } from '../jobs.ts'
import { migrate } from '../migrations.ts'
import { createSessions } from '../session.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'
import { readSequences, readTables, summaryOf } from './tables.ts'
import { tarEntries } from './tar.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const BUYER = '13900000001'
const BACKUP = fileURLToPath(new URL('../../../../../scripts/backup.ts', import.meta.url))
const run = promisify(execFile)

const opened: { name: string; database: DatabaseHandle }[] = []
async function emptyDatabase(): Promise<DatabaseHandle> {
  const name = await createEmptyDatabase()
  const database = openDatabase(testDatabaseUrl(name), { max: 5, limits: FOR_LONG_WORK })
  opened.push({ name, database })
  return database
}

async function contentOf({ pool }: DatabaseHandle) {
  const client = await pool.connect()
  try {
    const tables = await readTables(client)
    const summaries: Record<string, unknown> = {}
    for (const table of tables) summaries[table.name] = await summaryOf(client, table)
    return { summaries, sequences: await readSequences(client) }
  } finally {
    client.release()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'anheng-backup-'))
const file = join(folder, 'shop.tar.gz')
const shop = await testShop({ now: NOW, demo: NOW })
const cookie = await shop.login(BUYER)
const { db } = shop.database
const { id: accountId } = await db.selectFrom('account').select('id').where('username', '=', BUYER).executeTakeFirstOrThrow()
const link = await db.selectFrom('account_company').select('company_id').where('account_id', '=', accountId).executeTakeFirstOrThrow()
const buyer: Buyer = { accountId, companyId: link.company_id, cookie } as Buyer
const address = await makeAddress(db, buyer.companyId)
const goods = await makeGoods(db, { price: '10.00', stock: 50 })
await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }])
await backUp(shop.database, file, NOW)
afterEach(async () => {
  for (const { name, database } of opened.splice(0)) {
    await database.close()
    await dropTestDatabase(name)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('备份与恢复', () => {
  it('恢复到另一个数据库：每张表逐字节相同，序号接着走，规则都在；订单、账目、文件照旧，接着卖', async () => {
    const database = await emptyDatabase()
    const { rows, madeAt } = await restore(database, file)
    expect(madeAt).toBe(NOW.toISOString())
    const [before, after] = [await contentOf(shop.database), await contentOf(database)]
    expect(after).toEqual(before)
    expect(rows).toBeGreaterThan(5_000)
    const rules = `select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d from pg_constraint union all
      select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2, 3`
    expect((await database.pool.query(rules)).rows).toEqual((await shop.database.pool.query(rules)).rows)

    const search = createSearchIndex(database)
    await search.load()
    const app = await buildApp({
      config: shop.config,
      database,
      sessions: createSessions(database),
      jobs,
      search,
      pages: null,
      clock: () => NOW,
    })
    const ask: Shop['ask'] = async (method, url, { cookie: own, body } = {}) => {
      const answer = await app.inject({ method, url, headers: { cookie: `sid=${own}` }, ...(body && { payload: body }) })
      const json = answer.json()
      return {
        status: answer.statusCode,
        code: json.code,
        message: json.message,
        data: json.data,
        text: answer.body,
        headers: answer.headers,
      }
    }
    const restored = { ...shop, app, database, ask }
    try {
      // The session of the old shop is one of the new one.
      const orders = (of: Shop) => of.ask('GET', '/api/order/list', { cookie })
      expect((await orders(restored)).data).toEqual((await orders(shop)).data)
      await expectLedgerTrue(database.db)
      const { id } = await database.db.selectFrom('stored_file').select('id').orderBy('id').executeTakeFirstOrThrow()
      const bytes = async (of: typeof app) => (await of.inject({ url: `/api/file/${id}`, headers: { cookie: `sid=${cookie}` } })).rawPayload
      expect((await bytes(app)).length).toBeGreaterThan(1000)
      expect((await bytes(app)).equals(await bytes(shop.app))).toBe(true)
      const [order] = await buy(restored, buyer, address, [{ goods_id: goods, number: 2 }])
      expect(order?.id).toBeGreaterThan(0)
      const left = await database.db.selectFrom('goods_stock').select('available').where('goods_id', '=', goods).executeTakeFirst()
      expect(left?.available).toBe(47)
      await expectLedgerTrue(database.db)
    } finally {
      await app.close()
      await search.stop()
    }
  })

  it('只有主人能读；不覆盖已有的文件，也不留下半个', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(backUp(shop.database, file, NOW)).rejects.toThrow('已经存在')
    await expect(backUp(shop.database, join(folder, 'no', 'where.tar.gz'), NOW)).rejects.toThrow('ENOENT')
  })

  it('坏了的、截断的、别的文件都恢复不成，目标还是空的，换一个好的就成', async () => {
    const database = await emptyDatabase()
    const whole = readFileSync(file)
    const trouble = async (bytes: Buffer) => {
      const bad = join(folder, 'bad.tar.gz')
      writeFileSync(bad, bytes)
      return restore(database, bad).then(
        () => 'restored',
        (error: Error) => error.message,
      )
    }
    const flipped = Buffer.from(whole)
    flipped.writeUInt8(flipped.readUInt8(flipped.length >> 1) ^ 0xff, flipped.length >> 1)
    expect(await trouble(flipped)).not.toBe('restored')
    expect(await trouble(whole.subarray(0, whole.length - 1000))).toContain('不是完整的备份文件')
    expect(await trouble(Buffer.from('hello'))).toContain('不是完整的备份文件')
    expect(await trouble(gzipSync(Buffer.alloc(4096)))).toContain('不是完整的备份文件')
    // Whole as a file, but a figure in it was changed: the sums tell.
    const changed = await rewritten(file, (name, text) =>
      name.startsWith('tables/public.orders/') ? text.replace('pending_payment', 'completed') : text,
    )
    expect(await trouble(changed)).toMatch(/表 public.orders 与备份不一致/)
    await restore(database, file)
  })

  it('动过手脚的备份恢复不成：表名、列名夹带语句的，缺表的', async () => {
    const database = await emptyDatabase()
    const trouble = async (bytes: Buffer) => {
      const bad = join(folder, 'crafted.tar.gz')
      writeFileSync(bad, bytes)
      return restore(database, bad).then(
        () => 'restored',
        (error: Error) => error.message,
      )
    }
    interface Head {
      tables: { name: string; columns: string[] }[]
    }
    const withHead = (change: (head: Head) => void) =>
      rewritten(file, (name, text) => {
        if (name !== 'backup.json') return text
        const head = JSON.parse(text) as Head
        change(head)
        return JSON.stringify(head)
      })
    const program = join(folder, 'ran')
    const named = await withHead(({ tables }) => {
      const [first] = tables
      if (first) first.name = `setting from program 'touch ${program}'; copy ${first.name}`
    })
    expect(await trouble(named)).toContain('不是完整的备份文件')
    const column = await withHead(({ tables }) => {
      const [first] = tables
      if (first) first.columns = [`${first.columns[0]}) from program 'touch ${program}'; copy ${first.name} (${first.columns.join(', ')}`]
    })
    expect(await trouble(column)).toContain('不是完整的备份文件')
    const fewer = await rewritten(
      file,
      (name, text) => {
        if (name !== 'backup.json') return text
        const head = JSON.parse(text) as Head
        return JSON.stringify({ ...head, tables: head.tables.filter((table) => !table.name.includes('audit_log')) })
      },
      (name) => !name.includes('audit_log'),
    )
    expect(await trouble(fewer)).toContain('不是完整的备份文件')
    expect(existsSync(program)).toBe(false)
    await restore(database, file)
  })

  it('升级前用新程序备份：照原来的结构备份，不动正在用的数据库；空的地方没有商城，不算备份', async () => {
    const backUpFrom = (name: string, to: string) =>
      run(process.execPath, [BACKUP, to], { env: { ...process.env, DATABASE_URL: testDatabaseUrl(name) } }).then(
        () => 'done',
        ({ stderr }: { stderr: string }) => stderr,
      )
    const old = await emptyDatabase()
    const [{ name: oldName } = { name: '' }] = opened
    const before = join(folder, 'before-upgrade.tar.gz')
    expect(await backUpFrom(oldName, before)).toContain('这里没有商城的数据')
    expect(existsSync(before)).toBe(false)
    expect((await old.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
    await migrate(old, '0045_staff_queues')
    expect(await backUpFrom(oldName, before)).toBe('done')
    const { rows } = await old.pool.query('select max(name) as last from migration')
    expect(rows).toEqual([{ last: '0045_staff_queues' }])
  })

  it('只写入空的数据库', async () => {
    await expect(restore(shop.database, file)).rejects.toThrow('目标数据库不是空的')
  })

  it('旧版本的备份恢复后升到现在的结构；更新版本的备份说明白', async () => {
    const old = await emptyDatabase()
    await migrate(old, '0045_staff_queues')
    await old.pool.query("insert into account (username, name, password_hash) values ('old', '老员工', 'x')")
    const oldFile = join(folder, 'old.tar.gz')
    await backUp(old, oldFile, NOW)
    const database = await emptyDatabase()
    await restore(database, oldFile)
    expect((await database.pool.query('select username, is_demo from account')).rows).toEqual([{ username: 'old', is_demo: false }])

    const newer = join(folder, 'newer.tar.gz')
    writeFileSync(
      newer,
      await rewritten(oldFile, (name, text) => (name === 'backup.json' ? text.replace('0045_staff_queues', '9999_future') : text)),
    )
    await expect(restore(await emptyDatabase(), newer)).rejects.toThrow('备份来自更新的或另一个版本的程序（数据库结构到 9999_future）')
  })
})

/** The same archive with other words in it. */
async function rewritten(
  path: string,
  change: (name: string, text: string) => string,
  keeps: (name: string) => boolean = () => true,
): Promise<Buffer> {
  const { tarEnd, tarEntry } = await import('./tar.ts')
  const gunzip = createGunzip()
  gunzip.end(readFileSync(path))
  const parts: Buffer[] = []
  for await (const { name, bytes } of tarEntries(gunzip))
    if (keeps(name)) parts.push(tarEntry({ name, bytes: Buffer.from(change(name, bytes.toString('latin1')), 'latin1') }, NOW))
  return gzipSync(Buffer.concat([...parts, tarEnd()]))
}
