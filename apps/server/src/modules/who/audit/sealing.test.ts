import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, dropTestDatabase, emptyTables, testDatabaseUrl } from '../../../../test/databases.ts'
import { writeAudits } from '../../../platform/audit.ts'
import { type DatabaseHandle, openDatabase } from '../../../platform/database.ts'
import { sealAudits, startSealer, verifyAudits } from './public.ts'

let name: string
let database: DatabaseHandle
beforeAll(async () => {
  name = await createTestDatabase()
  database = openDatabase(testDatabaseUrl(name), { max: 6 })
})
afterAll(async () => {
  await database.close()
  await dropTestDatabase(name)
})

const NOW = new Date('2026-11-22T02:00:00Z')
const LATER = new Date('2026-11-22T02:05:00Z')
const entry = (number: number) => ({
  action: 'credit.terms' as const,
  subject: `company:${number}`,
  before: { limit: 100 * number },
  after: { limit: 200 * number },
})
const write = (...numbers: number[]) => writeAudits(database.db, { accountId: 7, name: '王敏' }, numbers.map(entry), NOW)
const numbers = async (sql: string): Promise<number[]> =>
  (await database.pool.query<{ number: number }>(`select (${sql}) as number`)).rows.map((row) => Number(row.number))
/** Somebody who owns the database, past the triggers. */
const asOwner = (sql: string) => database.pool.query(`begin; set local session_replication_role = replica; ${sql}; commit`)
const verify = (options = {}, now = LATER) => verifyAudits(database, options, now)

beforeEach(async () => {
  await emptyTables(database, 'audit_log', 'audit_seal', 'audit_unsealed')
  await write(1, 2, 3, 4, 5, 6)
})

describe('操作记录的封条', () => {
  it('写下的每一条按次序得到封条，封过的不再封，新写的接在后面', async () => {
    expect(await sealAudits(database)).toBe(6)
    expect(await sealAudits(database)).toBe(0)
    await write(7)
    expect(await sealAudits(database)).toBe(1)
    const { rows } = await database.pool.query('select audit_id, seq, octet_length(hash) as length from audit_seal order by seq')
    expect(rows).toEqual([1, 2, 3, 4, 5, 6, 7].map((id) => ({ audit_id: id, seq: id, length: 32 })))
    expect(await verify()).toMatchObject({ rows: 7, broken: null, last: { seq: 7 } })
  })

  it('业务还没提交时不等它：后写先提交的先封，提交晚的随后封', async () => {
    const early = await database.pool.connect()
    await early.query('begin')
    await early.query(`insert into audit_log (actor, action, subject) values ('晚', 'order.hold', 'order:1')`)
    await write(8)
    expect(await sealAudits(database)).toBe(7)
    await early.query('commit')
    early.release()
    expect(await sealAudits(database)).toBe(1)
    const { rows } = await database.pool.query('select audit_id from audit_seal order by seq desc limit 2')
    expect(rows).toEqual([{ audit_id: 7 }, { audit_id: 8 }])
    expect((await verify()).broken).toBeNull()
  })

  it('封存期间业务照写不误；几处同时封也只有一条链', async () => {
    const sealer = await database.pool.connect()
    await sealer.query(`begin; select pg_advisory_xact_lock(hashtextextended('audit:seal', 0))`)
    await write(9)
    expect(await sealAudits(database)).toBe(0)
    await sealer.query('rollback')
    sealer.release()
    const sealed = await Promise.all([sealAudits(database), sealAudits(database), sealAudits(database)])
    expect(sealed.reduce((sum, one) => sum + one, 0)).toBe(7)
    expect((await verify()).broken).toBeNull()
  })

  it('撤回的业务不留记录，也不算断', async () => {
    await expect(
      database.db.transaction().execute(async (trx) => {
        await writeAudits(trx, { accountId: 7, name: '王敏' }, [entry(9)], NOW)
        throw new Error('撤回')
      }),
    ).rejects.toThrow('撤回')
    await write(10)
    expect(await sealAudits(database)).toBe(7)
    expect(await verify()).toMatchObject({ rows: 7, broken: null })
  })

  it('商店开着就自己封，关店前封完最后几条', async () => {
    const sealer = startSealer(database, () => undefined)
    await expect.poll(() => numbers('select count(*) from audit_seal')).toEqual([6])
    await write(11, 12)
    await sealer.stop()
    expect(await numbers('select count(*) from audit_seal')).toEqual([8])
  })

  it('多于一批的旧记录分批封完', async () => {
    await database.pool.query(
      `insert into audit_log (actor, action, subject) select '旧', 'order.hold', 'order:' || n from generate_series(1, 2500) n`,
    )
    expect(await sealAudits(database)).toBe(2506)
    expect(await verify()).toMatchObject({ rows: 2506, broken: null })
  })

  it.each(['audit_log', 'audit_seal'])('%s 只能追加：改、删、清空都被拒绝', async (table) => {
    await sealAudits(database)
    const [column] = table === 'audit_log' ? ['subject'] : ['seq']
    for (const statement of [`update ${table} set ${column} = ${column}`, `delete from ${table}`, `truncate ${table}`])
      await expect(database.pool.query(statement)).rejects.toThrow('append-only')
  })
})

describe('核对', () => {
  beforeEach(() => sealAudits(database))

  it.each([
    [
      '改了一条',
      `update audit_log set after = '{"limit": 1}' where id = 3`,
      /^记录 3（2026-11-22 10:00，credit\.terms，company:3）与封存时不同/,
    ],
    ['改了是谁', `update audit_log set actor = '李强' where id = 2`, /^记录 2（.*与封存时不同/],
    ['改了时间', `update audit_log set at = at + interval '1 microsecond' where id = 2`, /^记录 2（.*与封存时不同/],
    ['删了一条', `delete from audit_log where id = 4`, /^记录 4 不见了（封存于 .*第 4 条封条/],
    ['连封条一起删', `delete from audit_log where id = 4; delete from audit_seal where audit_id = 4`, /^第 4 条封条不见了，其后是第 5 条/],
    [
      '对调两条',
      `update audit_log a set subject = b.subject, before = b.before, after = b.after from audit_log b where (a.id, b.id) in ((2, 5), (5, 2))`,
      /^记录 2（.*company:5）与封存时不同/,
    ],
    [
      '对调两条封条',
      `update audit_seal set audit_id = 0 where seq = 4; update audit_seal set audit_id = 4 where seq = 5; update audit_seal set audit_id = 5 where seq = 4`,
      /^记录 5（.*第 4 条封条/,
    ],
    ['改了封条', `update audit_seal set hash = sha256('x') where seq = 6`, /^记录 6（.*与封存时不同/],
    [
      '绕过程序写入',
      `insert into audit_log (at, actor, action, subject) values ('2026-11-22T02:00:00Z', '假', 'order.release', 'order:9')`,
      /^记录 7（.*order:9）没有封条，也不在待封之列/,
    ],
  ])('%s，指出第一处', async (_, statement, words) => {
    await asOwner(statement)
    const verdict = await verify()
    expect(verdict.broken).toMatch(words)
  })

  it('没封而已等了一分钟的指出来；刚写的不算', async () => {
    await write(20)
    expect((await verify({}, new Date(NOW.getTime() + 59_000))).broken).toBeNull()
    expect((await verify()).broken).toMatch(/^记录 7（.*company:20）等待封存已超过一分钟/)
    await asOwner('delete from audit_log where id = 7')
    expect((await verify()).broken).toBe('记录 7 写下之后、封存之前不见了')
  })

  it('整条链重写也瞒不过另存的封条', async () => {
    const kept = (await verify()).last?.hash ?? ''
    expect((await verify({ kept })).broken).toBeNull()
    await asOwner(
      `update audit_log set actor = '李强' where id = 6; truncate audit_seal; insert into audit_unsealed select id from audit_log`,
    )
    await sealAudits(database)
    expect((await verify()).broken).toBeNull()
    expect((await verify({ kept })).broken).toMatch(/^链上没有您保存的封条/)
  })

  it('可以只核对某一天起封存的', async () => {
    await asOwner(
      `update audit_seal set sealed_at = sealed_at - interval '10 days' where seq <= 4; update audit_log set actor = '李强' where id = 2`,
    )
    const from = new Date(Date.now() - 86_400_000)
    expect(await verify({ from })).toMatchObject({ rows: 2, broken: null })
    await asOwner(`update audit_log set actor = '李强' where id = 5`)
    expect((await verify({ from })).broken).toMatch(/^记录 5/)
  })

  it('命令用中文说结果；断了以 1 结束', async () => {
    const run = (...args: string[]) => {
      const script = fileURLToPath(new URL('../../../../../../scripts/audit.ts', import.meta.url))
      const env = { ...process.env, DATABASE_URL: testDatabaseUrl(name) }
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
      return { status, text: stdout + stderr }
    }
    const right = run('verify')
    expect(right.text).toMatch(
      /^操作记录核对了 6 条，封存至 .*（北京时间），与封存时一致\n末条封条（第 6 条，请另存一处）：[0-9a-f]{64}\n$/,
    )
    expect(right.status).toBe(0)
    await asOwner(`update audit_log set actor = '李强' where id = 3`)
    const wrong = run('verify')
    expect(wrong.text).toMatch(/^操作记录核对了 2 条.*\n断在这里：记录 3（.*与封存时不同.*\n断处之前封条（第 2 条/)
    expect(wrong.status).toBe(1)
    expect(run('verify', '--from', '2026-02-30')).toMatchObject({ status: 1, text: expect.stringMatching(/^用法：/) })
    expect(run('check')).toMatchObject({ status: 1, text: expect.stringMatching(/^用法：/) })
  })
})
