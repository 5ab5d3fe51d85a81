import { createWriteStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { DatabaseHandle } from '../database.ts'
import { type BackupHead, PLAIN_TEXT, readSequences, readTables, type Summary, tableBytes } from './tables.ts'
import { tarEnd, tarEntry } from './tar.ts'

const PIECE_BYTES = 8 * 1024 * 1024

export interface BackupResult {
  tables: number
  rows: number
  /** Files whose contents lie in an object storage: their rows are here, their bytes are not. */
  filesOutside: number
}

async function* pieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    parts.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(parts)
    parts = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(parts)
}

/** The whole shop as one moment saw it: what is being written meanwhile is in it whole, or not at all. */
async function* archive(client: pg.ClientBase, now: Date, result: BackupResult): AsyncGenerator<Buffer> {
  const json = (name: string, value: object) => tarEntry({ name, bytes: Buffer.from(`${JSON.stringify(value, null, 1)}\n`) }, now)
  const tables = await readTables(client)
  const applied = await client.query<{ name: string }>('select name from migration order by name')
  const version = await client.query<{ version: string }>('select version()')
  const head: BackupHead = {
    format: 1,
    madeAt: now.toISOString(),
    server: version.rows[0]?.version ?? '',
    migrations: applied.rows.map((row) => row.name),
    tables,
  }
  yield json('backup.json', head)
  const summaries: Record<string, Summary> = {}
  for (const table of tables) {
    let piece = 0
    const bytes = tableBytes(client, table, (summary) => {
      summaries[table.name] = summary
    })
    for await (const part of pieces(bytes)) {
      piece += 1
      yield tarEntry({ name: `tables/${table.name.replaceAll('"', '')}/${String(piece).padStart(6, '0')}`, bytes: part }, now)
    }
  }
  result.tables = tables.length
  result.rows = Object.values(summaries).reduce((sum, { rows }) => sum + rows, 0)
  yield json('checksums.json', { tables: summaries, sequences: await readSequences(client) })
  yield tarEnd()
}

/** A mistyped folder or address has an empty database, whose backup would be worth nothing. */
async function refuseWithoutShop(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ here: boolean }>(`select to_regclass('public.migration') is not null as here`)
  if (rows[0]?.here !== true) throw new Error('这里没有商城的数据，没有备份：请检查 DATA_DIR 或 DATABASE_URL 是否与商城的一样')
}

/** A shop of an older version has none. */
async function filesOutside(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ here: boolean }>(`select to_regclass('public.stored_object') is not null as here`)
  if (rows[0]?.here !== true) return 0
  const counted = await client.query<{ count: number }>(
    'select count(*)::integer as count from stored_file_content where object is not null',
  )
  return counted.rows[0]?.count ?? 0
}

/** Writes the backup beside, and gives it its name once it is whole and on the disk. Only its owner may read it. */
export async function backUp(database: DatabaseHandle, file: string, now: Date): Promise<BackupResult> {
  const there = await access(file).then(
    () => true,
    () => false,
  )
  if (there) throw new Error(`${file} 已经存在：备份不覆盖旧文件，请换一个名字`)
  const part = `${file}.part-${process.pid}`
  const result: BackupResult = { tables: 0, rows: 0, filesOutside: 0 }
  const client = await database.pool.connect()
  try {
    await client.query(`${PLAIN_TEXT}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
    await client.query('begin isolation level repeatable read read only')
    await refuseWithoutShop(client)
    result.filesOutside = await filesOutside(client)
    await pipeline(Readable.from(archive(client, now, result)), createGzip(), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    const written = await open(part, 'r+')
    await written.sync().finally(() => written.close())
    await rename(part, file)
    return result
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    client.release(true)
  }
}
