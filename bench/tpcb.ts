import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openDatabase } from '../apps/server/src/platform/database.ts'
import { tell } from './figure.ts'

const run = promisify(execFile)
const SCALE = 10
const NAME = 'bench_tpcb'

/** Transactions a second, at so many clients for so many seconds. */
export type Tpcb = (clients: number, seconds: number) => Promise<number>

/**
 * PostgreSQL's own measure of small transactions that write (pgbench, TPC-B: five statements and a durable commit), on the same server.
 * null: this machine has no pgbench.
 */
export async function openTpcb(adminUrl: string): Promise<Tpcb | null> {
  const url = adminUrl.replace(/\/[^/?]*(\?|$)/, `/${NAME}$1`)
  const admin = openDatabase(adminUrl, { max: 1 })
  await admin.pool.query(`drop database if exists ${NAME} with (force)`)
  await admin.pool.query(`create database ${NAME}`)
  await admin.close()
  try {
    await run('pgbench', ['-i', '-q', '-s', String(SCALE), url])
  } catch (error) {
    tell(`no pgbench: orders are held against single-row commits (${error instanceof Error ? error.message.split('\n', 1)[0] : error})`)
    return null
  }
  return async (clients, seconds) => {
    const { stdout } = await run('pgbench', ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), url])
    const found = /^tps = ([\d.]+)/m.exec(stdout)
    if (!found) throw new Error(`pgbench: ${stdout}`)
    return Number(found[1])
  }
}
