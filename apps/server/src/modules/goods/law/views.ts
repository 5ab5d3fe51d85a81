import { sql } from 'kysely'
import type { LawStanding } from '#domain/law/standing.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import type { JudgingCounts } from './store.ts'

export interface LawFilter {
  state: LawStanding
  barredClass: string | null
  keywords: string
}

export interface LawGoodsRow {
  id: number
  code: string
  name: string
  genericName: string
  tradeName: string
  spec: string
  manufacturer: string
  approvalNo: string
  category: string
  mark: string
  state: LawStanding
  class: string
  reason: string
  rule: string
  version: string | null
  held: boolean
  decisions: { decision: 'release' | 'bar' | 'review'; reason: string; by: string; at: string; goods_name: string; approval_no: string }[]
}

/** Matches of a part of the code, the name or the number; what the words of LIKE mean is taken literally. */
function where({ state, barredClass, keywords }: LawFilter) {
  const like = `%${plainLike(keywords)}%`
  return sql`
    g.law_verdict = ${state} and (${barredClass}::text is null or g.law_class = ${barredClass})
    and (${keywords} = '' or ${isLike(sql`g.code`, like)} or ${isLike(sql`g.name`, like)} or ${isLike(sql`g.approval_no`, like)})`
}

export async function lawGoodsPage(connection: Connection, filter: LawFilter, offset: number, limit: number): Promise<LawGoodsRow[]> {
  const { rows } = await sql<LawGoodsRow>`
    select g.id, g.code, g.name, g.generic_name as "genericName", g.trade_name as "tradeName", g.spec, coalesce(m.name, '') as manufacturer,
           g.approval_no as "approvalNo", g.category_said as category, g.special_mark as mark, g.law_verdict as state, g.law_class as class,
           g.law_reason as reason, g.law_rule as rule, g.law_version as version, g.law_held as held,
           coalesce((select json_agg(json_build_object('decision', d.decision, 'reason', d.reason, 'by', d.decided_by, 'at', d.decided_at,
                                                       'goods_name', d.goods_name, 'approval_no', d.approval_no) order by d.id desc)
                       from (select * from law_decision where goods_id = g.id order by id desc limit 5) d), '[]') as decisions
      from goods g left join manufacturer m on m.id = g.manufacturer_id
     where ${where(filter)} order by g.id limit ${limit} offset ${offset}`.execute(connection)
  return rows
}

/** How many of the state there are, by class. */
export async function lawClassCounts(connection: Connection, filter: LawFilter): Promise<{ class: string; count: number }[]> {
  const { rows } = await sql<{ class: string; count: number }>`
    select g.law_class as class, count(*)::integer as count from goods g
     where ${where({ ...filter, barredClass: null })} group by 1 order by 2 desc, 1`.execute(connection)
  return rows
}

export async function verdictCounts(connection: Connection): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select law_verdict as state, count(*)::integer as count from goods group by 1`.execute(connection)
  return new Map(rows.map((row) => [row.state, row.count]))
}

/** Of what is not lawful only: few rows, found by their index. */
export async function heldCounts(connection: Connection): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select law_verdict as state, count(*)::integer as count from goods where law_verdict <> 'lawful' group by 1`.execute(connection)
  return new Map(rows.map((row) => [row.state, row.count]))
}

export async function outdatedCount(connection: Connection, version: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from goods where law_version is distinct from ${version}`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface JudgingRow extends JudgingCounts {
  version: string
  startedAt: Date
  finishedAt: Date
}

export async function latestJudgings(connection: Connection, limit: number): Promise<JudgingRow[]> {
  const { rows } = await sql<JudgingRow>`
    select law_version as version, started_at as "startedAt", finished_at as "finishedAt", judged, taken_off as "takenOff",
           put_back as "putBack", barred, doubtful, released
      from law_judging order by id desc limit ${limit}`.execute(connection)
  return rows
}
