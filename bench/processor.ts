import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const TICK_MS = 10

interface Stat {
  parent: number
  /** Worked by it, and by its children that ended, in ms. */
  own: number
  gone: number
}

function statOf(pid: number | string): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const at = (index: number) => Number(fields[index]) * TICK_MS
    return { parent: Number(fields[1]), own: at(11) + at(12), gone: at(13) + at(14) }
  } catch {
    return null
  }
}

/** Processor time that a process has used, in ms; 0 where the system does not tell. On a machine that others use it says more than a rate. */
export const processorOf = (pid: number | undefined): number => (pid === undefined ? 0 : (statOf(pid)?.own ?? 0))

/** The same of a whole PostgreSQL, its server being on this machine. */
async function processorOfPostgres(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = statOf(rows[0]?.pid ?? 0)?.parent
  if (server === undefined) return 0
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []))
  const living = children.filter(({ parent }) => parent === server).reduce((sum, { own }) => sum + own, 0)
  return living + (statOf(server)?.gone ?? 0)
}

/** Taken before some work; afterwards says what each of so many took of the processors, in words. */
export async function workOf(shop: { processorMs: () => number }, pool: pg.Pool): Promise<(count: number) => Promise<string>> {
  const before = { shop: shop.processorMs(), postgres: await processorOfPostgres(pool) }
  return async (count) => {
    const each = (ms: number) => (ms / count).toFixed(2)
    return `${each(shop.processorMs() - before.shop)} ms of the shop’s processor and ${each((await processorOfPostgres(pool)) - before.postgres)} of PostgreSQL’s each`
  }
}
