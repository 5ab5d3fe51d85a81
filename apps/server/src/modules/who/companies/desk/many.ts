import type { BulkKind, BulkWish } from '#contract/bulk.ts'
import type { QueryOf } from '#contract/call.ts'
import { staffCompanies } from '#contract/company-desk.ts'
import { reviewName } from '#domain/review.ts'
import type { BulkDeed } from '../../../../platform/bulk-deed.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { filterOf } from '../../../../platform/exporting.ts'
import { transact } from '../../../../platform/transact.ts'
import { askBeside } from '../../approvals/public.ts'
import { decideDeed } from '../decide-deed.ts'
import { companyFilterOf } from './list-export.ts'
import { companyIds, type ManyRow, manyCompanies } from './list-views.ts'
import { saveTerms } from './terms.ts'
import { readTerms } from './views.ts'

/** The deeds of a company's record, as they are done to many of them. */

const deed = (stood: (row: ManyRow) => string, check: (wish: BulkWish) => void, run: BulkDeed['run']): BulkDeed => ({
  query: filterOf(staffCompanies),
  find: (database, query, limit, now) =>
    companyIds(database, companyFilterOf(query as NonNullable<QueryOf<typeof staffCompanies>>, now), limit),
  records: async (connection, ids) =>
    new Map((await manyCompanies(connection, ids)).map((row) => [row.id, { key: row.code, name: row.name, stood: stood(row) }])),
  check: async (_, wish) => check(wish),
  run,
})

/** Of a company that nobody saves meanwhile. */
async function changeTerms(
  database: DatabaseHandle,
  doer: Parameters<BulkDeed['run']>[1],
  id: number,
  { reason, ...change }: { reason: string; rank?: string; manager_name?: string; manager_phone?: string },
  now: Date,
): Promise<string> {
  await transact(database.db, async (trx) => {
    const row = await readTerms(trx, id, true)
    if (row === null) throw notFound('企业')
    const { rank, manager_name, manager_phone, terms_version: version } = row
    const before = { rank, manager_name, manager_phone }
    const after = { ...before, ...change }
    if (JSON.stringify(before) === JSON.stringify(after)) throw conflict('已经是这样，不用改')
    await saveTerms({ ...database, db: trx }, doer, id, { ...after, reason, version }, now)
  })
  return ''
}

const decide = (decision: 'freeze' | 'unfreeze'): BulkDeed =>
  deed(
    ({ reviewState }) => reviewName(reviewState),
    () => undefined,
    (database, doer, id, { reason }, now) =>
      askBeside(decideDeed, { database, doer, params: { id }, body: { decision, reason }, now }, false),
  )

export const companiesMany: Pick<Record<BulkKind, BulkDeed>, Extract<BulkKind, `company.${string}`>> = {
  'company.manager': deed(
    ({ manager }) => manager || '没有客户经理',
    ({ manager_name = '' }) => {
      if (manager_name.trim() === '') throw fieldErrors([{ field: 'wish.manager_name', message: '请填写客户经理' }])
    },
    (database, doer, id, { reason, manager_name = '', manager_phone = '' }, now) =>
      changeTerms(database, doer, id, { reason, manager_name: manager_name.trim(), manager_phone: manager_phone.trim() }, now),
  ),
  'company.rank': deed(
    ({ rank }) => rank || '没有等级',
    ({ rank }) => {
      if (rank === undefined) throw fieldErrors([{ field: 'wish.rank', message: '请选择等级' }])
    },
    (database, doer, id, { reason, rank = '' }, now) => changeTerms(database, doer, id, { reason, rank: rank.trim() }, now),
  ),
  'company.freeze': decide('freeze'),
  'company.unfreeze': decide('unfreeze'),
}
