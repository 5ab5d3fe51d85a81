import { type RawBuilder, sql } from 'kysely'
import { INVITATIONS_COUNTED, type InvitationState } from '#contract/invitations.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { plainLike } from '../../../../platform/like.ts'
import { companySeen } from '../../../../platform/narrowing.ts'

export interface InvitationFilter {
  state?: InvitationState | undefined
  kind?: 'company' | 'new' | undefined
  company?: number | undefined
  keywords: string
}

export interface InvitationRow {
  id: number
  companyId: number | null
  company: string
  isNew: boolean
  contact: string
  phone: string | null
  state: InvitationState
  tries: number
  sends: number
  sentAt: Date
  sentBy: string | null
  expiresAt: Date
  openedAt: Date | null
  endedAt: Date | null
  endedBy: string | null
  version: number
}

function conditionsOf({ state, kind, company, keywords }: InvitationFilter, now: Date) {
  const conditions: RawBuilder<unknown>[] = [
    companySeen('i.company_id'),
    ...(state === undefined
      ? []
      : state === 'expired'
        ? [sql`(i.state = 'expired' or (i.state in ('sent', 'opened') and i.expires_at <= ${now}))`]
        : []),
    ...(state === 'sent' || state === 'opened' ? [sql`i.state = ${state} and i.expires_at > ${now}`] : []),
    ...(state === 'used' || state === 'revoked' ? [sql`i.state = ${state}`] : []),
    ...(kind === undefined ? [] : [kind === 'new' ? sql`i.company_id is null` : sql`i.company_id is not null`]),
    ...(company === undefined ? [] : [sql`i.company_id = ${company}`]),
    ...(keywords === ''
      ? []
      : [
          /^\d+$/.test(keywords)
            ? sql`i.phone like ${`${keywords}%`}`
            : sql`pairs_of(i.name) @> pairs_of(${keywords}) and i.name like ${`%${plainLike(keywords)}%`}`,
        ]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The latest first; names of companies and people only for the rows of the page. */
export async function listInvitations(
  { db }: DatabaseHandle,
  filter: InvitationFilter,
  { offset, limit, now }: { offset: number; limit: number; now: Date },
): Promise<{ rows: InvitationRow[]; total: number; isCapped: boolean }> {
  const where = conditionsOf(filter, now)
  const { rows } = await sql<InvitationRow>`
    select i.id, coalesce(i.company_id, i.made_company) as "companyId", coalesce(c.name, i.name) as company, i.company_id is null as "isNew",
           i.contact, i.phone,
           case when i.state in ('sent', 'opened') and i.expires_at <= ${now} then 'expired' else i.state end as state,
           i.tries, i.sends, i.sent_at as "sentAt", s.name as "sentBy", i.expires_at as "expiresAt", i.opened_at as "openedAt",
           i.ended_at as "endedAt", e.name as "endedBy", i.version
      from (select * from company_invitation i where ${where} order by i.id desc offset ${offset} limit ${limit}) i
      left join company c on c.id = i.company_id
      left join account s on s.id = i.sent_by
      left join account e on e.id = i.ended_by
     order by i.id desc`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (select from company_invitation i where ${where} limit ${INVITATIONS_COUNTED + 1}) found`.execute(db)
  const total = counted[0]?.total ?? 0
  return { rows, total: Math.min(total, INVITATIONS_COUNTED), isCapped: total > INVITATIONS_COUNTED }
}
