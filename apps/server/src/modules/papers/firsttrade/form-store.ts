import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface QuestionnaireRow {
  id: number
  answers: Record<string, string>
  filledBy: string
  filledTitle: string
  state: 'sent' | 'accepted' | 'returned'
  reason: string
  sentAt: Date
}

/** The one that was sent last. */
export async function findQuestionnaire(connection: Connection, companyId: number, lock = false): Promise<QuestionnaireRow | null> {
  const { rows } = await sql<QuestionnaireRow>`
    select id, answers, filled_by as "filledBy", filled_title as "filledTitle", state, reason, sent_at as "sentAt"
      from trade_questionnaire where company_id = ${companyId} order by id desc limit 1 ${lock ? sql`for update` : sql``}`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function insertQuestionnaire(
  connection: Connection,
  sent: { companyId: number; answers: Record<string, string>; filledBy: string; filledTitle: string; accountId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into trade_questionnaire (company_id, answers, filled_by, filled_title, account_id, sent_at)
    values (${sent.companyId}, ${JSON.stringify(sent.answers)}::jsonb, ${sent.filledBy}, ${sent.filledTitle}, ${sent.accountId}, ${now})`.execute(
    connection,
  )
}

export async function decideQuestionnaireRow(
  connection: Connection,
  id: number,
  decision: { state: 'accepted' | 'returned'; reason: string; by: string },
  now: Date,
): Promise<void> {
  await sql`
    update trade_questionnaire set state = ${decision.state}, reason = ${decision.reason}, decided_at = ${now}, decided_by = ${decision.by}
     where id = ${id}`.execute(connection)
}

export interface ApprovalRow {
  id: number
  state: 'checked' | 'approved' | 'refused'
  checkedBy: string
  checkedAt: Date
  checkedId: number
  opinion: string
  decidedBy: string
  decidedAt: Date | null
  reason: string
}

/** The last one of a company. */
export async function findApproval(connection: Connection, companyId: number, lock = false): Promise<ApprovalRow | null> {
  const { rows } = await sql<ApprovalRow>`
    select id, state, checked_by as "checkedBy", checked_at as "checkedAt", checked_id as "checkedId", opinion, decided_by as "decidedBy",
           decided_at as "decidedAt", reason
      from trade_approval where company_id = ${companyId} order by id desc limit 1 ${lock ? sql`for update` : sql``}`.execute(connection)
  return rows[0] ?? null
}

/** Answers whether it was written: one waits for the quality manager at a time. */
export async function insertApproval(
  connection: Connection,
  checked: { companyId: number; by: string; accountId: number; opinion: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into trade_approval (company_id, checked_at, checked_by, checked_id, opinion)
    values (${checked.companyId}, ${now}, ${checked.by}, ${checked.accountId}, ${checked.opinion})
    on conflict (company_id) where state = 'checked' do nothing returning id`.execute(connection)
  return rows.length > 0
}

export async function decideApprovalRow(
  connection: Connection,
  id: number,
  decision: { state: 'approved' | 'refused'; by: string; accountId: number; reason: string },
  now: Date,
): Promise<void> {
  await sql`
    update trade_approval set state = ${decision.state}, decided_at = ${now}, decided_by = ${decision.by}, decided_id = ${decision.accountId},
           reason = ${decision.reason}
     where id = ${id}`.execute(connection)
}

export interface ApprovedCompany {
  id: number
  name: string
  type: string
  creditCode: string
  address: string
  reviewState: number
  papers: { name: string; number: string; expiresOn: string | null }[]
}

export async function companyForApproval(connection: Connection, id: number): Promise<ApprovedCompany | null> {
  const { rows } = await sql<ApprovedCompany>`
    select c.id, c.name, c.type, coalesce(c.credit_code, '') as "creditCode", c.province || c.city || c.district || c.address as address,
           c.review_state as "reviewState",
           (select coalesce(json_agg(json_build_object('name', q.name, 'number', q.number, 'expiresOn', q.expires_on) order by q.id), '[]')
              from qualification q where q.company_id = c.id and q.status = 2) as papers
      from company c where c.id = ${id}`.execute(connection)
  return rows[0] ?? null
}
