import type pg from 'pg'

/** The table of changes, which triggers write (migration 0110), as a process asks it: what came since it last looked. */

/** What the ids of a topic are of; null stands for anything of it. */
export type Topic =
  /** Goods: what it is and costs. */
  | 'goods'
  /** The small tables that goods stand in: rules of availability, warehouses, categories. Null only. */
  | 'frame'
  /** Which goods belong to which zone, scope and brand. Null only. */
  | 'assortment'
  /** Goods: what lists tell apart of its stock. */
  | 'stock'
  /** Goods: terms of its offers, and whether something is left of them. */
  | 'offer'
  /** Companies: what they have ordered. */
  | 'bought'
  /** Companies: what their people may do. */
  | 'company'
  /** Accounts: the same. */
  | 'account'
  /** Sessions that ended, or stand for another store. */
  | 'session'
  | 'setting'
  | 'content'
  | 'draw'
  | 'promotion'
  /** Areas of the console (queue-areas.ts): more or less waits in them. */
  | 'queue'

export type Concerned = ReadonlySet<number> | null

/** A process that slept longer begins anew; all others have looked thousands of times. */
const KEPT_FOR = '1 hour'
const SWEPT_AT_ONCE = 100_000
/** More than these at once: beginning anew is cheaper. */
const ROWS_MAX = 20_000

interface Row {
  snapshot: string
  missed: boolean
  topic: Topic | null
  ids: number[] | null
}

const POSITION = `select pg_current_snapshot()::text as snapshot`
/**
 * What was committed since a snapshot: not settled then, and visible now. Ids are given out before commits and would skip
 * what commits late; a snapshot skips nothing and waits for nobody. Ordered, so that the index is used whatever the statistics say.
 */
const LOOK = `select pg_current_snapshot()::text as snapshot, s.swept >= pg_snapshot_xmin($1::pg_snapshot) as missed, c.topic, c.ids
  from change_sweep s left join lateral (
    select topic, array_to_json(ids) as ids from change
     where transaction_id >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
     order by transaction_id limit ${ROWS_MAX}) c on true`
const SWEEP = `with gone as (
    delete from change where id in (
      select id from change where at < clock_timestamp() - $1::interval and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
       order by at limit ${SWEPT_AT_ONCE}) returning transaction_id),
  last as (select transaction_id from gone order by transaction_id desc limit 1)
  update change_sweep set swept = greatest(swept, last.transaction_id) from last`

export const xminOf = (snapshot: string): bigint => BigInt(snapshot.slice(0, snapshot.indexOf(':')))

/** The transactions that are settled now. */
export async function positionNow(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ snapshot: string }>(POSITION)
  return rows[0]?.snapshot ?? null
}

/** What was committed since, by topic; null: too much, or nobody can tell any more. */
export async function changesSince(
  asked: pg.Pool | pg.Client,
  from: string,
): Promise<{ position: string; changed: ReadonlyMap<Topic, Set<number> | null> | null }> {
  const { rows } = await asked.query<Row>(LOOK, [from])
  const [head] = rows
  if (head === undefined) throw new Error('the table change_sweep has lost its row')
  const position = head.snapshot
  // Another server, restored or taken over: its transactions count otherwise.
  if (head.missed || rows.length >= ROWS_MAX || xminOf(position) < xminOf(from)) return { position, changed: null }
  const changed = new Map<Topic, Set<number> | null>()
  for (const { topic, ids } of rows) {
    if (topic === null) continue
    const known = changed.get(topic)
    if (ids === null || known === null) changed.set(topic, null)
    else if (known === undefined) changed.set(topic, new Set(ids))
    else for (const id of ids) known.add(id)
  }
  return { position, changed }
}

/** Takes what is too old out. */
export async function sweepChanges(pool: pg.Pool): Promise<void> {
  await pool.query(SWEEP, [KEPT_FOR])
}
