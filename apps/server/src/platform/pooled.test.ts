import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, dropTestDatabase, testDatabaseUrl } from '../../test/databases.ts'
import { type DatabaseHandle, openDatabase } from './database.ts'
import { checkPooler } from './server-version.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const PORT = '6499'

/** apt-get install pgbouncer; where it is not, nothing is said to hold. */
describe.skipIf(!existsSync(PGBOUNCER))('经过 PgBouncer（按事务分连接）', () => {
  let name: string
  let folder: string
  let pooler: ChildProcess
  const opened: DatabaseHandle[] = []

  const settings = (host: string, more: string) => `[databases]
* = host=${host} port=5432${more}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = ${PORT}
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 2
ignore_startup_parameters = extra_float_digits
`
  const open = (options: { pooled: boolean }) => {
    const database = openDatabase(`postgres://postgres@localhost:${PORT}/${name}?host=${folder}`, { max: 8, ...options })
    opened.push(database)
    return database
  }

  beforeAll(async () => {
    name = await createTestDatabase()
    const host = new URL(testDatabaseUrl(name)).searchParams.get('host') ?? ''
    folder = await mkdtemp(join(tmpdir(), 'anheng-pooler-'))
    // The socket is its owner's alone, and a pooler does not run as root either.
    const { uid, gid } = statSync(host)
    await writeFile(join(folder, 'users'), '"postgres" ""\n')
    const limits = `connect_query='set statement_timeout = 30000; set lock_timeout = 15000; set idle_in_transaction_session_timeout = 15000'`
    await writeFile(join(folder, 'ini'), settings(host, ` ${limits}`))
    await chmod(folder, 0o755)
    if (process.getuid?.() === 0) await chown(folder, uid, gid)
    pooler = spawn(PGBOUNCER, [join(folder, 'ini')], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) })
    while (!existsSync(join(folder, `.s.PGSQL.${PORT}`))) await sleep(20)
  })
  afterAll(async () => {
    for (const database of opened) await database.close()
    pooler.kill('SIGINT')
    await dropTestDatabase(name)
    await rm(folder, { recursive: true, force: true })
  })

  /** Some at once, so that they come to different connections of the server. */
  const often = (database: DatabaseHandle) =>
    Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const { rows } = await sql<{ twice: number }>`select ${n}::integer * 2 as twice`.execute(database.db)
        const { rows: named } = await database.pool.query<{ thrice: number }>({
          name: 'thrice',
          text: 'select $1::integer * 3 as thrice',
          values: [n],
        })
        return [rows[0]?.twice, named[0]?.thrice]
      }),
    )

  it('一再问的语句不按名字预备：哪个连接来答都对', async () => {
    const database = open({ pooled: true })
    expect(await often(database)).toEqual(Array.from({ length: 60 }, (_, n) => [n * 2, n * 3]))
    // What the setting is for: by names, one connection is asked about what another has prepared.
    await expect(often(open({ pooled: false }))).rejects.toThrow(/prepared statement|unsupported startup parameter/)
  })

  it('事务里的一切在同一个连接上；几个同时进行，比数据库的连接多', async () => {
    const database = open({ pooled: true })
    await sql`create table counted (n integer)`.execute(database.db)
    await sql`insert into counted values (0)`.execute(database.db)
    await Promise.all(
      Array.from({ length: 12 }, () =>
        database.db.transaction().execute(async (trx) => {
          const { rows } = await sql<{ n: number }>`select n from counted for update`.execute(trx)
          await sql`update counted set n = ${(rows[0]?.n ?? 0) + 1}`.execute(trx)
        }),
      ),
    )
    expect((await sql<{ n: number }>`select n from counted`.execute(database.db)).rows).toEqual([{ n: 12 }])
  })

  it('时限由连接池设：设了的不提，没有设的启动时说出来', async () => {
    expect(await checkPooler(open({ pooled: true }))).toEqual([])
    const bare = openDatabase(testDatabaseUrl(name), { pooled: true })
    opened.push(bare)
    expect(await checkPooler(bare)).toEqual([expect.stringContaining('statement_timeout')])
  })
})
