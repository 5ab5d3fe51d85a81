import { CompiledQuery } from 'kysely'
import type { BarredClass } from '#domain/law/judgement.ts'
import type { LawDecision } from '#domain/law/standing.ts'
import type { Connection } from '../../../platform/database.ts'
import type { JudgedGoods, KeptEvidence } from './judging.ts'

async function rowsOf<Row>(connection: Connection, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/** Any number that no other lock of this database has. */
const LAW_LOCK = 1_208_001

/** Judgements of many goods are written one transaction after the other: an import and a judging never wait for each other in a circle. */
export async function lockJudgements(connection: Connection): Promise<void> {
  await rowsOf(connection, 'select pg_advisory_xact_lock($1)', [LAW_LOCK])
}

export interface KeptGoods extends KeptEvidence {
  id: number
  code: string
  verdict: string
  /** As it was judged last, by its facts of then. */
  lawClass: BarredClass | ''
  lawRule: string
  lawReason: string
  special: JudgedGoods['special_substances']
  version: string | null
  onShelf: boolean
  held: boolean
  /** On the shelf but for a stop of staff or the stop list; else why not, in the words of whoever took it off. */
  wished: boolean
  ownReason: string
  isPriced: boolean
  categorySaid: string
  coldChain: boolean
  coldSaid: boolean | null
  decision: LawDecision | null
}

const KEPT = `
select g.id, g.code, g.name, g.generic_name, g.trade_name, g.spec, g.unit, g.dosage_form, g.approval_no, g.special_mark, g.storage,
       case when g.category_said <> '' then g.category_said else coalesce(
         (select string_agg(c.name, '/' order by c.id) from goods_category gc join category c on c.id = gc.category_id where gc.goods_id = g.id), '') end as category,
       coalesce(m.name, '') as manufacturer, g.law_verdict as verdict, g.law_class as "lawClass", g.law_rule as "lawRule",
       g.law_reason as "lawReason", g.special_substances as special, g.law_version as version, g.on_shelf as "onShelf", g.law_held as held,
       coalesce((g.stopped_shelf ->> 'on_shelf')::boolean, g.on_shelf or g.law_held) as wished,
       coalesce(g.stopped_shelf ->> 'reason', case when g.law_held then '' else g.off_shelf_reason end) as "ownReason",
       g.base_price is not null as "isPriced", g.category_said as "categorySaid", g.cold_chain as "coldChain",
       g.cold_chain_said as "coldSaid",
       (select json_build_object('decision', d.decision, 'reason', d.reason, 'goodsName', d.goods_name, 'approvalNo', d.approval_no,
                                 'rule', d.law_rule, 'barredClass', d.law_class, 'finding', d.law_reason)
          from law_decision d where d.goods_id = g.id order by d.id desc limit 1) as decision
  from goods g left join manufacturer m on m.id = g.manufacturer_id`

/** The next goods that other rules judged, or none, in order of id. */
export function goodsToJudge(connection: Connection, version: string, after: number, limit: number): Promise<KeptGoods[]> {
  return rowsOf(connection, `${KEPT} where g.law_version is distinct from $1 and g.id > $2 order by g.id limit $3`, [version, after, limit])
}

export const goodsByCode = (connection: Connection, codes: readonly string[]): Promise<KeptGoods[]> =>
  rowsOf(connection, `${KEPT} where g.code = any($1::text[])`, [codes])

export const goodsByIds = (connection: Connection, ids: readonly number[]): Promise<KeptGoods[]> =>
  rowsOf(connection, `${KEPT} where g.id = any($1::bigint[])`, [ids])

export const goodsById = async (connection: Connection, id: number): Promise<KeptGoods | null> =>
  (await rowsOf<KeptGoods>(connection, `${KEPT} where g.id = $1`, [id]))[0] ?? null

export type Judged = JudgedGoods & { id: number }

/**
 * What was on the shelf, or would have been but for the stop list, is there if it is lawful; everything else stays off for its own reason. A
 * goods that is judged as before is not written: a class of ten thousand is renamed without anybody waiting for it.
 */
export async function writeJudged(connection: Connection, judged: readonly Judged[]): Promise<void> {
  if (judged.length === 0) return
  await rowsOf(
    connection,
    `update goods g
        set law_verdict = r.law_verdict, law_class = r.law_class, law_reason = r.law_reason, law_rule = r.law_rule, law_version = r.law_version,
            special_substances = r.special_substances, is_ephedrine = r.is_ephedrine, cold_chain = r.cold_chain,
            on_shelf = (g.on_shelf or g.law_held) and r.law_verdict = 'lawful',
            law_held = (g.on_shelf or g.law_held) and r.law_verdict <> 'lawful',
            off_shelf_reason = case when g.on_shelf or g.law_held then r.shelf_reason else g.off_shelf_reason end, updated_at = now()
       from jsonb_to_recordset($1) as r (id bigint, law_verdict text, law_class text, law_reason text, law_rule text, law_version text,
            special_substances text[], is_ephedrine boolean, cold_chain boolean, shelf_reason text)
      where g.id = r.id
        and ((g.law_verdict, g.law_class, g.law_reason, g.law_rule, g.law_version, g.special_substances, g.is_ephedrine, g.cold_chain)
             is distinct from
             (r.law_verdict, r.law_class, r.law_reason, r.law_rule, r.law_version, r.special_substances, r.is_ephedrine, r.cold_chain)
             or (g.on_shelf or g.law_held) and (g.on_shelf <> (r.law_verdict = 'lawful') or g.off_shelf_reason <> r.shelf_reason))`,
    [JSON.stringify(judged)],
  )
}

export interface JudgingCounts {
  judged: number
  takenOff: number
  putBack: number
  barred: number
  doubtful: number
  released: number
}

export async function insertJudging(
  connection: Connection,
  { version, started, finished, counts }: { version: string; started: Date; finished: Date; counts: JudgingCounts },
): Promise<void> {
  const { judged, takenOff, putBack, barred, doubtful, released } = counts
  await rowsOf(
    connection,
    `insert into law_judging (law_version, started_at, finished_at, judged, taken_off, put_back, barred, doubtful, released)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [version, started, finished, judged, takenOff, putBack, barred, doubtful, released],
  )
}

/** The version that the catalogue was last judged by; null: never. */
export async function lastJudgedBy(connection: Connection): Promise<string | null> {
  const [row] = await rowsOf<{ version: string }>(connection, 'select law_version as version from law_judging order by id desc limit 1', [])
  return row?.version ?? null
}

export interface NewDecision extends LawDecision {
  goodsId: number
  version: string
  accountId: number | null
  decidedBy: string
}

export async function insertDecision(connection: Connection, one: NewDecision, now: Date): Promise<void> {
  await connection
    .insertInto('law_decision')
    .values({
      goods_id: one.goodsId,
      decision: one.decision,
      reason: one.reason,
      goods_name: one.goodsName,
      approval_no: one.approvalNo,
      law_class: one.barredClass,
      law_rule: one.rule,
      law_reason: one.finding,
      law_version: one.version,
      account_id: one.accountId,
      decided_by: one.decidedBy,
      decided_at: now,
    })
    .execute()
}
