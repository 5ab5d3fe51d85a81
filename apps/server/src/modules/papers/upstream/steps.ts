import { UPSTREAM_STATES } from '#contract/constants.ts'
import type { UpstreamState } from '#contract/upstream.ts'
import { beijingDate, beijingMinute, type TradeDate } from '#domain/dates.ts'
import { coveredUntil, lackingPapers, upstreamPaper } from '#domain/upstream.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { reviseDocument } from '../documents/public.ts'
import { auditSubject, documentSubject, inForce } from './course.ts'
import {
  type ApprovalRow,
  insertApproval,
  isGoods,
  lockApproval,
  type PaperRow,
  papersOf,
  type Subject,
  writeCheck,
  writeDecision,
} from './course-store.ts'
import { factsOf, type UpstreamSnapshot } from './facts.ts'
import { lockFirstGoods, passGoods } from './goods-store.ts'
import { lockSupplier, passSupplier } from './supplier-store.ts'

/** Three deeds by three people: purchasing applies, the quality department checks, its head approves. */

interface Step {
  state: UpstreamState
  state_name: string
}
const stepped = (state: UpstreamState): Step => ({ state, state_name: UPSTREAM_STATES[state] })

/** In the transaction that holds its supplier or goods. lacks: what its own fields lack. */
export async function askFirstTrade(
  trx: Connection,
  staff: StaffActor,
  of: Subject,
  { words, lacks }: { words: string; lacks: readonly string[] },
  now: Date,
): Promise<void> {
  requirePrintable({ words })
  const papers = inForce(await papersOf(trx, of))
  const missing = [...lacks, ...lackingPapers(papers, isGoods(of), beijingDate(now))]
  if (missing.length > 0) throw conflict(`资料不齐，不能提出申请：${missing.join('；')}`)
  const renewal = (await approvedUntil(trx, of)) !== null
  const id = await insertApproval(trx, of, { words, renewal, by: staff }, now)
  if (id === null) throw conflict('首营申请正在审批')
  const action = isGoods(of) ? ('first_goods.apply' as const) : ('supplier.apply' as const)
  await writeAudit(trx, staff, { action, subject: auditSubject(of), before: null, after: { state: 'applied', words, renewal } }, now)
}

const approvedUntil = async (trx: Connection, of: Subject): Promise<TradeDate | null> =>
  (isGoods(of) ? await lockFirstGoods(trx, of.goodsId) : await lockSupplier(trx, of.supplierId))?.passedUntil ?? null

function subjectOf({ supplierId, goodsId }: ApprovalRow): Subject {
  if (supplierId !== null) return { supplierId }
  if (goodsId !== null) return { goodsId }
  throw new Error('an application is of a supplier or of a goods')
}

async function locked(trx: Connection, id: number, state: 'applied' | 'checked'): Promise<{ row: ApprovalRow; of: Subject }> {
  const row = await lockApproval(trx, id)
  if (row === null) throw notFound('首营申请')
  if (row.state !== state)
    throw conflict(`这份申请现在是“${UPSTREAM_STATES[row.state === 'approved' ? 'passed' : row.state]}”，不能再办这一步`)
  return { row, of: subjectOf(row) }
}

export async function check(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { decision, opinion }: { decision: 'pass' | 'reject'; opinion: string },
  now: Date,
): Promise<Step> {
  requirePrintable({ opinion })
  return transact(db, async (trx) => {
    const { row, of } = await locked(trx, id, 'applied')
    if (row.appliedId === staff.accountId) throw forbidden('申请人不能审核自己提出的首营申请')
    const said = opinion.trim()
    if (decision === 'pass') await writeCheck(trx, id, said, staff, now)
    else await writeDecision(trx, id, { state: 'refused', reason: said, until: null, by: staff }, now)
    const state = decision === 'pass' ? ('checked' as const) : ('refused' as const)
    const action = isGoods(of) ? ('first_goods.check' as const) : ('supplier.check' as const)
    const after = { state, reason: said }
    await writeAudit(trx, staff, { action, subject: auditSubject(of), before: { state: 'applied' }, after }, now)
    return stepped(state)
  })
}

/** Papers may have run out since the first step. */
function coverage(papers: readonly PaperRow[], ofGoods: boolean, today: TradeDate): TradeDate {
  const missing = lackingPapers(papers, ofGoods, today)
  const until = coveredUntil(papers, ofGoods)
  if (missing.length > 0 || until === null) throw conflict(`资料不齐，不能批准：${missing.join('；')}`)
  return until
}

export async function decide(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  verdict: { decision: 'pass' | 'reject'; reason?: string },
  now: Date,
): Promise<Step> {
  const reason = verdict.reason?.trim() ?? ''
  const passes = verdict.decision === 'pass'
  if (!passes && reason.length < 2) throw fieldErrors([{ field: 'reason', message: '请写明不批准的原因' }])
  requirePrintable({ reason })
  return transact(db, async (trx) => {
    const { row, of } = await locked(trx, id, 'checked')
    if (row.checkedId === staff.accountId) throw forbidden('审核人不能审批自己审核的申请，请由质量负责人审批')
    if (row.appliedId === staff.accountId) throw forbidden('申请人不能审批自己提出的首营申请')
    const papers = inForce(await papersOf(trx, of))
    const until = passes ? coverage(papers, isGoods(of), beijingDate(now)) : null
    await writeDecision(trx, id, { state: passes ? 'approved' : 'refused', reason, until, by: staff }, now)
    if (until !== null) await (isGoods(of) ? passGoods(trx, of.goodsId, until, now) : passSupplier(trx, of.supplierId, until))
    const action = isGoods(of) ? ('first_goods.decide' as const) : ('supplier.decide' as const)
    const state = passes ? ('passed' as const) : ('refused' as const)
    await writeAudit(trx, staff, { action, subject: auditSubject(of), before: { state: 'checked' }, after: { state, reason, until } }, now)
    await askForm(trx, of, { row, papers, until, reason, by: staff.name }, now)
    return stepped(state)
  })
}

interface Decided {
  row: ApprovalRow
  papers: readonly PaperRow[]
  until: TradeDate | null
  reason: string
  by: string
}

/** 审批表, passed or not. */
async function askForm(trx: Connection, of: Subject, { row, papers, until, reason, by }: Decided, now: Date): Promise<void> {
  const ofGoods = isGoods(of)
  const { name, facts } = await factsOf(trx, of, beijingDate(now))
  const snapshot: UpstreamSnapshot = {
    facts,
    papers: papers.map(({ kind, holder, number, expiresOn }) => ({
      name: `${upstreamPaper(kind, ofGoods)?.name ?? kind}${holder === '' ? '' : `（${holder}）`}`,
      number,
      expiresOn,
    })),
    steps: [
      [row.renewal ? '采购部门申请（续审）' : '采购部门申请', `${row.appliedBy}　${beijingMinute(row.appliedAt)}`],
      ['申请理由', row.words],
      ['质量部门审核', `${row.checkedBy}　${row.checkedAt === null ? '' : beijingMinute(row.checkedAt)}`],
      ['审核意见', row.opinion],
      ['质量负责人审批', `${by}　${beijingMinute(now)}`],
      ['审批意见', until === null ? `不同意：${reason}` : reason || '同意'],
      ...(until === null ? [] : [['有效期至', until] as const]),
    ],
  }
  const kind = ofGoods ? ('goods_approval' as const) : ('supplier_approval' as const)
  const title = `${ofGoods ? '首营品种审批表' : '首营企业审批表'} ${name}`
  await reviseDocument(trx, { kind, subject: documentSubject(of), companyId: null, title, snapshot }, '再次审批', by, now)
}
