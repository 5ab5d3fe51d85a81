import type { BodyOf, DataOf, ParamsOf, QueryOf } from '#contract/call.ts'
import type { PairSideWire, PairSign, staffCompanyPairDecide, staffCompanyPairs } from '#contract/company-pairs.ts'
import { reviewName } from '#domain/review.ts'
import { type StaffActor, writeAudits } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, notFound } from '../../../../platform/errors.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../../platform/tasks.ts'
import { transact } from '../../../../platform/transact.ts'
import { unmerge } from './merge.ts'
import { decidePair, findPairs, listPairs, lockPair, type PairSideRow } from './pairs-store.ts'

const SIGN_NAMES: Readonly<Record<PairSign, string>> = {
  credit_code: '统一社会信用代码相同',
  licence: '证照编号相同',
  name: '名称相同',
  place: '经营地址相同',
}
const A_PAGE = 20

const pairs = defineTask('companies.pairs', NO_PAYLOAD, { cron: '11 * * * *' })
export const pairsTask = ({ db }: DatabaseHandle): TaskWork => workOf(pairs, (_, now) => findPairs(db, now))

const instant = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString())

const sideWire = (row: PairSideRow): PairSideWire => ({
  id: row.id,
  code: row.code,
  name: row.name,
  type: row.type,
  review_state: row.reviewState,
  review_name: reviewName(row.reviewState),
  credit_code: row.creditCode,
  licences: row.licences,
  legal_person: row.legalPerson,
  place: row.place,
  contact: row.contact,
  phone: row.phone,
  manager: row.manager,
  rank: row.rank,
  people: row.people,
  orders: row.orders,
  last_ordered_at: instant(row.lastOrderedAt),
  created_at: new Date(row.createdAt).toISOString(),
})

export async function pairsOf(
  { db }: DatabaseHandle,
  {
    state = 'open',
    company_id: companyId = null,
    page = 1,
    per_page: perPage = A_PAGE,
  }: Omit<NonNullable<QueryOf<typeof staffCompanyPairs>>, 'company_id'> & { company_id?: number | null },
): Promise<DataOf<typeof staffCompanyPairs>> {
  const { rows, total } = await listPairs(db, { state, companyId }, (page - 1) * perPage, perPage)
  const list = rows.map((row) => ({
    id: row.id,
    signs: row.signs,
    sign_names: row.signs.map((sign) => SIGN_NAMES[sign]),
    state: row.state,
    found_at: row.foundAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy,
    reason: row.reason,
    kept_id: row.keptId,
    first: sideWire(row.first),
    second: sideWire(row.second),
  }))
  return { list, page, per_page: perPage, total }
}

/** Nothing of theirs changes by it: it says whether they are one. On the record of both. */
export function judgePair(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { id, decision }: ParamsOf<typeof staffCompanyPairDecide>,
  { reason }: BodyOf<typeof staffCompanyPairDecide>,
  now: Date,
): Promise<DataOf<typeof staffCompanyPairDecide>> {
  return transact(db, async (trx) => {
    const pair = await lockPair(trx, id)
    if (pair === null) throw notFound('记录')
    if (pair.state === decision) return { state: decision, changed: 0 }
    if (pair.state === 'merged' && decision === 'apart') throw conflict('这两家已经合并，请先重新判定')
    const putOut = pair.keptId === null ? [] : await unmerge(trx, pair.keptId, pair.letIn)
    await decidePair(trx, id, { state: decision, by: staff.name, reason: reason.trim() }, now)
    const entry = (company: number, other: number) => ({
      action: decision === 'apart' ? ('company.apart' as const) : ('company.apart_again' as const),
      subject: `company:${company}`,
      before: { state: pair.state },
      after: { state: decision, other, reason: reason.trim(), ...(putOut.length > 0 && { put_out: putOut }) },
    })
    await writeAudits(trx, staff, [entry(pair.firstId, pair.secondId), entry(pair.secondId, pair.firstId)], now)
    return { state: decision, changed: 1 }
  })
}
