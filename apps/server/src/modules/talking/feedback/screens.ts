import type { DataOf } from '#contract/call.ts'
import type { feedbackList, staffFeedbackList } from '#contract/selfservice.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { filesOf, fileWire } from '../../who/files/public.ts'
import { feedbackSubject } from './service.ts'
import { type FeedbackFilter, type FeedbackListRow, feedbackPage } from './views.ts'

const PAGE = 20

async function pageOf({ db }: DatabaseHandle, filter: FeedbackFilter, page: number, perPage: number) {
  const { rows, total } = await feedbackPage(db, filter, (page - 1) * perPage, perPage)
  const files = await filesOf(
    db,
    rows.map(({ id }) => feedbackSubject(id)),
  )
  const wire = (row: FeedbackListRow) => ({
    id: row.id,
    kind: row.kind,
    topic: row.topic,
    text: row.text,
    contact: row.contact,
    order_id: row.orderId ?? 0,
    order_no: row.orderNo ?? '',
    state: row.state,
    state_name: row.state === 'open' ? '待答复' : '已答复',
    created_at: row.createdAt.toISOString(),
    files: (files.get(feedbackSubject(row.id)) ?? []).map(fileWire),
    answers: row.answers,
  })
  return { rows, wire, rest: { total, page, per_page: perPage } }
}

export async function feedbackOf(database: DatabaseHandle, filter: FeedbackFilter, page: number): Promise<DataOf<typeof feedbackList>> {
  const { rows, wire, rest } = await pageOf(database, filter, page, PAGE)
  return { list: rows.map(wire), ...rest }
}

export async function feedbackForStaff(
  database: DatabaseHandle,
  filter: FeedbackFilter,
  page: number,
  perPage: number,
): Promise<DataOf<typeof staffFeedbackList>> {
  const { rows, wire, rest } = await pageOf(database, filter, page, perPage)
  return { list: rows.map((row) => ({ ...wire(row), company_id: row.companyId, company: row.company })), ...rest }
}
