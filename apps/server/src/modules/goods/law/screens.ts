import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { LAW_STATES, type LawRowWire, type staffLaw, type staffLawGoods } from '#contract/law.ts'
import { beijingDate } from '#domain/dates.ts'
import { LAW_STANDINGS, type LawStanding } from '#domain/law/standing.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { evidenceDigest } from './judging.ts'
import { lawLists, lawRules, lawVersionOn } from './running.ts'
import { goodsByIds } from './store.ts'
import { heldCounts, type LawGoodsRow, latestJudgings, lawClassCounts, lawGoodsPage, outdatedCount, verdictCounts } from './views.ts'

const STATE_NAMES: Readonly<Record<LawStanding, string>> = { unjudged: '未核验', lawful: '可销售', doubtful: '待审核', barred: '禁售' }
const JUDGINGS = 10

const rowWire = (digest: string, { genericName, tradeName, approvalNo, held, decisions, state, ...row }: LawGoodsRow): LawRowWire => ({
  ...row,
  digest,
  generic_name: genericName,
  trade_name: tradeName,
  approval_no: approvalNo,
  state: state as LawRowWire['state'],
  state_name: STATE_NAMES[state],
  held: held ? 1 : 0,
  decisions: decisions.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
})

/** What waits for quality comes first where no state is asked for. */
export async function lawGoodsOf({ db }: DatabaseHandle, query: QueryOf<typeof staffLawGoods>): Promise<DataOf<typeof staffLawGoods>> {
  const { state = 'doubtful', page = 1, per_page: perPage = PAGE_SIZE } = query
  const filter = { state, barredClass: query.class || null, keywords: (query.keywords ?? '').trim() }
  const [rows, classes, counts] = await Promise.all([
    lawGoodsPage(db, filter, (page - 1) * perPage, perPage),
    lawClassCounts(db, filter),
    heldCounts(db),
  ])
  const kept = await goodsByIds(
    db,
    rows.map(({ id }) => id),
  )
  const digests = new Map(kept.map((goods) => [goods.id, evidenceDigest(goods)]))
  const counted = filter.barredClass === null ? classes : classes.filter((one) => one.class === filter.barredClass)
  return {
    list: rows.map((row) => rowWire(digests.get(row.id) ?? '', row)),
    page,
    per_page: perPage,
    total: counted.reduce((sum, one) => sum + one.count, 0),
    counts: LAW_STATES.map((one) => ({ state: one, name: STATE_NAMES[one], count: counts.get(one) ?? 0 })),
    classes,
  }
}

export async function lawStateOf({ db }: DatabaseHandle, now: Date): Promise<DataOf<typeof staffLaw>> {
  const today = beijingDate(now)
  const version = lawVersionOn(today)
  const [counts, outdated, judgings] = await Promise.all([verdictCounts(db), outdatedCount(db, version), latestJudgings(db, JUDGINGS)])
  return {
    version,
    lists: lawLists(),
    next_change: lawRules().changes.find((day) => day > today) ?? null,
    counts: LAW_STANDINGS.map((one) => ({ state: one, name: STATE_NAMES[one], count: counts.get(one) ?? 0 })),
    outdated,
    judgings: judgings.map(({ startedAt, finishedAt, takenOff, putBack, ...row }) => ({
      ...row,
      at: startedAt.toISOString(),
      seconds: (finishedAt.getTime() - startedAt.getTime()) / 1000,
      taken_off: takenOff,
      put_back: putBack,
    })),
  }
}
