import { UPSTREAM_STATES } from '#contract/constants.ts'
import type { UpstreamApprovalWire, UpstreamPaperWire, UpstreamState } from '#contract/upstream.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { tradePaperStanding } from '#domain/first-trade.ts'
import { lackingPapers, upstreamPaper, upstreamPaperOrder } from '#domain/upstream.ts'
import type { Connection } from '../../../platform/database.ts'
import { filesOf, fileWire, type StoredFile } from '../../who/files/public.ts'
import { documentsOf, documentWire } from '../documents/public.ts'
import { type ApprovalRow, approvalsOf, idOf, isGoods, type PaperRow, papersOf, type Subject } from './course-store.ts'

/** What a supplier's page and a new goods' page show alike. */

export const paperSubject = (id: number): string => `upstream_paper:${id}`
export const documentSubject = (of: Subject): string => `${isGoods(of) ? 'goods_approval' : 'supplier_approval'}:${idOf(of)}`
/** By which the audit log knows it. */
export const auditSubject = (of: Subject): string => `${isGoods(of) ? 'goods' : 'supplier'}:${idOf(of)}`

const STEP_NAMES: Readonly<Record<ApprovalRow['state'], string>> = {
  applied: UPSTREAM_STATES.applied,
  checked: UPSTREAM_STATES.checked,
  approved: '已批准',
  refused: '未批准',
}

function paperWire(paper: PaperRow, ofGoods: boolean, files: readonly StoredFile[], today: TradeDate): UpstreamPaperWire {
  const { standing, daysLeft } = tradePaperStanding(paper.expiresOn, today)
  return {
    id: paper.id,
    kind: paper.kind,
    name: upstreamPaper(paper.kind, ofGoods)?.name ?? paper.kind,
    holder: paper.holder,
    number: paper.number,
    expires_on: paper.expiresOn,
    days_left: daysLeft,
    state: standing,
    is_replaced: paper.state === 'replaced' ? 1 : 0,
    created_at: paper.createdAt.toISOString(),
    created_by: paper.createdBy,
    files: files.map(fileWire),
  }
}

const approvalWire = (row: ApprovalRow, accountId: number): UpstreamApprovalWire => ({
  id: row.id,
  state: row.state,
  state_name: STEP_NAMES[row.state],
  renewal: row.renewal ? 1 : 0,
  words: row.words,
  applied_by: row.appliedBy,
  applied_at: row.appliedAt.toISOString(),
  opinion: row.opinion,
  checked_by: row.checkedBy,
  checked_at: row.checkedAt?.toISOString() ?? null,
  reason: row.reason,
  decided_by: row.decidedBy,
  decided_at: row.decidedAt?.toISOString() ?? null,
  until: row.until,
  mine: { applied: row.appliedId === accountId ? 1 : 0, checked: row.checkedId === accountId ? 1 : 0 },
})

export const inForce = (papers: readonly PaperRow[]): PaperRow[] => papers.filter(({ state }) => state === 'in_force')
export const isOpen = ({ state }: Pick<ApprovalRow, 'state'>): boolean => state === 'applied' || state === 'checked'

interface Standing {
  state: UpstreamState
  until: TradeDate | null
  openState: '' | 'applied' | 'checked'
  appliedBy: string
  appliedAt: Date | null
}

export const standingWire = (row: Standing, today: TradeDate) => ({
  state: row.state,
  state_name: UPSTREAM_STATES[row.state],
  until: row.until,
  days_left: tradePaperStanding(row.until, today).daysLeft,
  open_state: row.openState,
  applied_by: row.appliedBy,
  applied_at: row.appliedAt?.toISOString() ?? null,
})

/** lacks: what its own fields lack before purchasing can apply; the papers come to it. */
export async function courseOf(
  connection: Connection,
  of: Subject,
  { lacks, accountId }: { lacks: readonly string[]; accountId: number },
  now: Date,
) {
  const today = beijingDate(now)
  const ofGoods = isGoods(of)
  const papers = await papersOf(connection, of)
  const files = await filesOf(
    connection,
    papers.map(({ id }) => paperSubject(id)),
  )
  const approvals = await approvalsOf(connection, of)
  const [document] = await documentsOf(connection, [documentSubject(of)])
  const order = ({ kind, state }: PaperRow) => (state === 'replaced' ? 100 : 0) + upstreamPaperOrder(kind, ofGoods)
  return {
    papers: papers
      .toSorted((one, other) => order(one) - order(other) || other.id - one.id)
      .map((paper) => paperWire(paper, ofGoods, files.get(paperSubject(paper.id)) ?? [], today)),
    lacking: [...lacks, ...lackingPapers(inForce(papers), ofGoods, today)],
    is_open: approvals.some(isOpen) ? (1 as const) : (0 as const),
    approvals: approvals.map((row) => approvalWire(row, accountId)),
    document: document ? documentWire(document) : null,
  }
}
