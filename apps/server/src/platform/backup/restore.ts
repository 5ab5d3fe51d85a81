import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import type { DatabaseHandle } from '../database.ts'
import { allMigrations, migrate } from '../migrations.ts'
import { type CopyIn, copyIn } from './copy.ts'
import { type BackupHead, type BackupTail, PLAIN_TEXT, readTables, summaryOf, type Table } from './tables.ts'
import { type TarEntry, tarEntries } from './tar.ts'

export interface RestoreResult {
  tables: number
  rows: number
  madeAt: string
}

async function refuseUnlessEmpty({ pool }: DatabaseHandle): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')",
  )
  if ((rows[0]?.count ?? 0) > 0) throw new Error('目标数据库不是空的：恢复只写入空的数据库，请另选一个目录或数据库')
}

function headOf({ name, bytes }: TarEntry): BackupHead {
  const head = name === 'backup.json' ? (JSON.parse(bytes.toString('utf8')) as Partial<BackupHead>) : {}
  if (head.format !== 1 || !Array.isArray(head.migrations) || !Array.isArray(head.tables)) throw new Error('not a backup of this shop')
  return head as BackupHead
}

/** An older shop's backup goes into the schema that it had, and is brought up to date afterwards. */
async function schemaOf({ migrations }: BackupHead): Promise<string> {
  const known = await allMigrations()
  const last = migrations.at(-1)
  if (last === undefined || migrations.some((name, index) => known[index] !== name))
    throw new Error(`备份来自更新的或另一个版本的程序（数据库结构到 ${last ?? '空'}），请用做备份的那个版本或更新的版本恢复`)
  return last
}

interface Suspended {
  table: string
  name: string
  definition: string
}

/** References between tables are taken off while rows come in any order, and put back, which checks them all. */
async function suspendRules(client: pg.ClientBase, tables: readonly Table[]): Promise<Suspended[]> {
  const { rows } = await client.query<Suspended>(
    `select format('%I.%I', n.nspname, c.relname) as "table", quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and n.nspname in ('public', 'graphile_worker') and k.conparentid = 0 order by 1, 2`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  return rows
}

async function resumeRules(client: pg.ClientBase, tables: readonly Table[], suspended: readonly Suspended[]): Promise<void> {
  for (const { table, name, definition } of suspended) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
}

/** Names and columns of the file become part of statements, so they must be those that the migrations made: all of them, and no others. */
function refuseOtherTables(told: readonly Table[], present: readonly Table[]): void {
  const textOf = (tables: readonly Table[]) => JSON.stringify(tables.map(({ name, columns }) => [name, columns]))
  if (textOf(told) !== textOf(present)) throw new Error('not a backup of this shop')
}

/** Writes the pieces of the tables; answers what the end of the file says of them. */
async function load(client: pg.ClientBase, entries: AsyncIterable<TarEntry>, tables: readonly Table[]): Promise<BackupTail> {
  const byFolder = new Map(tables.map((table) => [table.name.replaceAll('"', ''), table]))
  let current: { folder: string; copy: CopyIn } | null = null
  for await (const { name, bytes } of entries) {
    const [top, folder = ''] = name.split('/')
    if (current !== null && current.folder !== folder) {
      await current.copy.end()
      current = null
    }
    if (name === 'checksums.json') return JSON.parse(bytes.toString('utf8')) as BackupTail
    const table = byFolder.get(folder)
    if (top !== 'tables' || !table) throw new Error('not a backup of this shop')
    current ??= { folder, copy: await copyIn(client, `copy ${table.name} (${table.columns.join(', ')}) from stdin`) }
    await current.copy.write(bytes)
  }
  throw new Error('the file breaks off')
}

/** What was written is read again and must be, byte for byte, what was read when the backup was made. */
async function verify(client: pg.ClientBase, tables: readonly Table[], tail: BackupTail): Promise<number> {
  let rows = 0
  for (const table of tables) {
    const [found, told] = [await summaryOf(client, table), tail.tables[table.name]]
    if (told === undefined || found.rows !== told.rows || found.sha256 !== told.sha256)
      throw new Error(`表 ${table.name} 与备份不一致：备份 ${told?.rows ?? 0} 行，写入 ${found.rows} 行；文件可能已损坏`)
    rows += found.rows
  }
  return rows
}

async function fill({ pool }: DatabaseHandle, head: BackupHead, entries: AsyncIterable<TarEntry>): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query(`${PLAIN_TEXT}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
    await client.query('begin')
    const present = await readTables(client)
    refuseOtherTables(head.tables, present)
    const suspended = await suspendRules(client, present)
    const tail = await load(client, entries, head.tables)
    for (const [name, last] of Object.entries(tail.sequences)) await client.query('select setval($1::regclass, $2)', [name, last])
    const rows = await verify(client, head.tables, tail)
    await resumeRules(client, present, suspended)
    await client.query('commit')
    await client.query('analyze')
    return rows
  } finally {
    client.release(true)
  }
}

/** Fills an empty database with a backup, whole or not at all, and brings it up to the present schema. */
export async function restore(database: DatabaseHandle, file: string): Promise<RestoreResult> {
  await refuseUnlessEmpty(database)
  const source = createReadStream(file)
  const unpacked = source.pipe(createGunzip())
  source.on('error', (error) => unpacked.destroy(error))
  const entries = tarEntries(unpacked)
  try {
    const first = await entries.next()
    if (first.done) throw new Error('not a backup of this shop')
    const head = headOf(first.value)
    await migrate(database, await schemaOf(head))
    const rows = await fill(database, head, entries)
    await migrate(database)
    return { tables: head.tables.length, rows, madeAt: head.madeAt }
  } catch (error) {
    // As empty as before, so that a better file may be tried.
    await database.pool.query('drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public')
    throw error instanceof Error && /^(not a backup|the file breaks off|incorrect header|unexpected end|invalid)/.test(error.message)
      ? new Error(`${file} 不是完整的备份文件`, { cause: error })
      : error
  } finally {
    source.destroy()
  }
}
