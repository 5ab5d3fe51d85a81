import { sql } from 'kysely'
import { addDays, beijingDate } from '#domain/dates.ts'
import { answerRecall, startRecall } from '../src/modules/buying/recalls/public.ts'
import type { SearchIndex } from '../src/modules/goods/search/public.ts'
import { answerStatement, makeStatements } from '../src/modules/money/statements/public.ts'
import type { Signer } from '../src/modules/papers/documents/public.ts'
import { askForReport } from '../src/modules/papers/reports/public.ts'
import { applyForSeal, decideSeal } from '../src/modules/papers/seals/public.ts'
import type { StaffActor } from '../src/platform/audit.ts'
import type { Connection, DatabaseHandle } from '../src/platform/database.ts'
import { jobs } from '../src/platform/jobs.ts'
import { monthPeriod } from '../src/platform/period.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../src/platform/tasks.ts'
import type { Viewer, ViewerCompany } from '../src/platform/viewer.ts'
import { careRecords } from './care-records.ts'
import { insertPicture } from './certificates.ts'
import { PASSED_PHARMACY } from './companies.ts'
import { type Staff, takeNextReports } from './intake.ts'
import { ASKED_FOR } from './maker-report-text.ts'
import { qualityRecords } from './quality-records.ts'

/**
 * What the demo's companies have of papers that take long to draw: made by the queue once the shop answers, each by the call that
 * makes it in real life. Safe to run twice: what is there is left as it is.
 */

const papers = defineTask('demo.papers', NO_PAYLOAD)
const HOUR_MS = 3_600_000
/** Few at a time, with a pause between them: what visitors ask for never waits behind all of it. */
const REPORTS_AT_ONCE = 3
const PAUSE_MS = 1_500

/** So many days ago, in office hours. */
const daysAgo = (now: Date, days: number, time: string): Date => new Date(`${addDays(beijingDate(now), -days)}T${time}:00+08:00`)

const askAgain = (database: DatabaseHandle, at: Date): Promise<void> =>
  jobs.enqueue(database.db, papers, {}, { key: papers.name, runAt: at })
/** At every start of the demo: what an earlier one broke off goes on. */
export const askDemoPapers = (database: DatabaseHandle, now: Date): Promise<void> => askAgain(database, now)

type Buyer = Viewer & { company: ViewerCompany }

/** The first pharmacy's owner as its calls see him. */
async function firstBuyer(connection: Connection): Promise<Buyer | null> {
  const { rows } = await sql<{
    accountId: number
    username: string
    name: string
    phone: string
    id: number
    company: string
    type: string
  }>`
    select a.id as "accountId", a.username, a.name, coalesce(a.phone, '') as phone, c.id, c.name as company, c.type
      from company c join account_company ac on ac.company_id = c.id join account a on a.id = ac.account_id
     where c.code = ${PASSED_PHARMACY} and c.review_state = 2 and a.is_demo order by a.id limit 1`.execute(connection)
  const [row] = rows
  if (!row) return null
  const { id, company: name, type, ...account } = row
  const company: ViewerCompany = {
    id,
    name,
    type,
    creditCode: '',
    province: '',
    city: '',
    district: '',
    address: '',
    rank: '',
    reviewState: 2,
    contractSigned: true,
    receiptDueOn: null,
    oldCustomerUntil: null,
    storeGroupId: null,
    managerName: '',
    managerPhone: '',
    managerDefault: false,
    scopeCodes: new Set(),
    qualifications: [],
  }
  return { ...account, sessionId: 0, face: '', staff: null, hasWechat: false, company, seenBy: null }
}

async function staffOf(connection: Connection): Promise<(Staff & { keeper: StaffActor }) | null> {
  const of = (username: string) =>
    connection.selectFrom('account').where('username', '=', username).select(['id as accountId', 'name']).executeTakeFirst()
  const [clerk, quality, keeper] = [await of('admin'), await of('zhiguan'), await of('cangku')]
  return clerk && quality && keeper ? { clerk, quality, keeper } : null
}

/** In force for some weeks; drawn from the company's name. */
async function sealOf(database: DatabaseHandle, buyer: Buyer, staff: Staff, now: Date): Promise<void> {
  const { db } = database
  const companyId = buyer.company.id
  const { rows } = await sql<{ here: boolean }>`select exists (select from seal where company_id = ${companyId}) as here`.execute(db)
  if (rows[0]?.here) return
  const applied = daysAgo(now, 41, '10:20')
  const authority = { kind: 'drug_licence', companyId, purpose: 'seal', subject: null, name: '法定代表人授权书' }
  const body = {
    purpose: 'contract' as const,
    legal_person: buyer.name,
    authority_ids: [await insertPicture(db, authority)],
    user_ids: [buyer.accountId],
    agreed: 1 as const,
  }
  const { id } = await applyForSeal(database, buyer, body, applied)
  await decideSeal(database, staff.quality, id, { state: 'in_force' }, new Date(applied.getTime() + 5 * HOUR_MS))
}

/** Of every finished month since the demo's first order; the buyer has agreed to all but the last. */
async function statements(database: DatabaseHandle, buyer: Buyer, now: Date): Promise<void> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(o.created_at) as first from orders o join checkout k on k.id = o.checkout_id where k.idempotency_key like 'demo-%'`.execute(
    database.db,
  )
  const first = rows[0]?.first
  if (!first) return
  const nights: Date[] = []
  for (let { until } = monthPeriod(beijingDate(first).slice(0, 7)); until <= now; until = monthPeriod(beijingDate(until).slice(0, 7)).until)
    nights.push(until)
  for (const night of nights) await makeStatements(database, new Date(night.getTime() + 40 * 60_000))
  const { rows: open } = await sql<{ id: number; madeAt: Date; answered: boolean }>`
    select id, made_at as "madeAt", (answer <> 'open') as answered from statement where company_id = ${buyer.company.id} order by month`.execute(
    database.db,
  )
  if (open.some((one) => one.answered)) return
  for (const { id, madeAt } of open.slice(0, -1))
    await answerStatement(
      database,
      { companyId: buyer.company.id, name: buyer.name },
      id,
      { agree: 1, made_at: madeAt.toISOString() },
      new Date(madeAt.getTime() + 33 * HOUR_MS),
    )
}

const RECALL = {
  level: 3 as const,
  initiator: '望槐堂药业有限公司',
  reason: '部分中包装标签印刷瑕疵，生产日期字迹不清；产品质量检验合格',
  advice: '请停止销售本批号，清点尚存数量后填报；可退回我司，或等待生产企业更换包装',
}
const RECALLED = ['六味地黄丸', '200丸(浓缩丸)'] as const

/** A batch that two pharmacies bought; there are others in stock. The other one has answered, the first pharmacy not yet. */
async function recall(database: DatabaseHandle, buyer: Buyer, staff: Staff, now: Date): Promise<void> {
  const { db } = database
  const { rows } = await sql<{ batchId: number; here: boolean }>`
    select min(b.stock_batch_id) as "batchId",
           exists (select from recall r where r.goods_id = g.id and r.initiator = ${RECALL.initiator}) as here
      from order_line_batch b join order_line l on l.id = b.order_line_id join orders o on o.id = l.order_id join goods g on g.id = l.goods_id
     where g.name = ${RECALLED[0]} and g.spec = ${RECALLED[1]} and o.status in ('shipped', 'received', 'completed')
     group by g.id, b.batch_no having bool_or(o.company_id = ${buyer.company.id}) order by count(distinct o.company_id) desc limit 1`.execute(
    db,
  )
  const [found] = rows
  if (!found || found.here) return
  const started = daysAgo(now, 2, '09:30')
  const recallId = await startRecall(database, staff.quality, { ...RECALL, batch_id: found.batchId }, started)
  const { rows: others } = await sql<{ companyId: number; by: string }>`
    select c.company_id as "companyId", k.contact as by from recall_company c join company k on k.id = c.company_id
     where c.recall_id = ${recallId} and c.company_id <> ${buyer.company.id} order by 1`.execute(db)
  for (const { companyId, by } of others) {
    const answer = { by, kept: 12, note: '已下架封存，其余已售出' }
    await answerRecall(database, { recallId, companyId, staff: null }, answer, new Date(started.getTime() + 6 * HOUR_MS))
  }
}

/** One report has been asked for and has not come. */
async function request(database: DatabaseHandle, search: SearchIndex, buyer: Buyer, now: Date): Promise<void> {
  const { rows } = await sql<{ goodsId: number; batchNo: string; here: boolean }>`
    select l.goods_id as "goodsId", b.batch_no as "batchNo",
           exists (select from document_request q where q.goods_id = l.goods_id and q.company_id = o.company_id) as here
      from order_line_batch b join order_line l on l.id = b.order_line_id join orders o on o.id = l.order_id join goods g on g.id = l.goods_id
     where g.name = ${ASKED_FOR} and o.company_id = ${buyer.company.id} and o.status in ('shipped', 'received', 'completed')
     order by b.id limit 1`.execute(database.db)
  const [found] = rows
  if (!found || found.here) return
  const deps = { database, search, tracedBatches: async () => [] }
  await askForReport(deps, buyer, found, daysAgo(now, 1, '16:05'))
}

export interface DemoDeps {
  database: DatabaseHandle
  search: SearchIndex
  signer: Signer | null
}

export const demoTasks = ({ database, search, signer }: DemoDeps): readonly TaskWork[] => [
  workOf(papers, async (_payload, now) => {
    const [buyer, staff] = [await firstBuyer(database.db), await staffOf(database.db)]
    // Whoever took the demo's accounts away works with it in earnest.
    if (buyer === null || staff === null) return
    await sealOf(database, buyer, staff, now)
    await statements(database, buyer, now)
    await recall(database, buyer, staff, now)
    await request(database, search, buyer, now)
    await qualityRecords(database, staff.keeper, staff.quality, daysAgo(now, 3, '09:20'))
    await careRecords(database, staff.keeper, staff.quality, now)
    if (await takeNextReports(database, staff, signer, REPORTS_AT_ONCE)) await askAgain(database, new Date(now.getTime() + PAUSE_MS))
  }),
]
