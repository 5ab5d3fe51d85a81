import type { StoresWire, StoreWire } from '#contract/stores.ts'
import { beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { papersState } from '#domain/papers.ts'
import { reviewName, reviewOf } from '#domain/review.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { loadCompanies } from '../../../platform/viewer-store.ts'
import { type OwnedStore, ownedStores } from './store.ts'
import { receivedInvitations, type StoreOverview, sentInvitations, storeOverviews } from './views.ts'

const SENT_DAYS = 90

export type Member = Viewer & { company: ViewerCompany }

/** 139****0001 */
export const maskPhone = (phone: string): string => phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')

/** What an account answers to: its phone and the credit codes of the stores that it owns. */
export const targetsOf = (phone: string, owned: readonly OwnedStore[]): string[] =>
  [phone, ...owned.map(({ creditCode }) => creditCode)].filter((target) => target !== '')

/** The targets of invitations that a viewer may answer; none for who owns no store. */
export async function answersTo(connection: Connection, { accountId, phone }: Viewer): Promise<string[]> {
  const owned = await ownedStores(connection, accountId)
  return owned.length === 0 ? [] : targetsOf(phone, owned)
}

/** Which of the own stores an invitation may bring in: those of the code, or for a phone all. */
export const storesFor = (target: string, phone: string, owned: readonly OwnedStore[]): OwnedStore[] =>
  owned.filter(({ creditCode }) => target === phone || creditCode === target)

/** Empty: may invite. */
export function whyNotInvite(company: ViewerCompany, owned: readonly OwnedStore[]): string {
  if (!owned.some(({ companyId }) => companyId === company.id)) return '当前门店由他人注册，请切换到您自己的门店后再邀请'
  if (reviewOf(company.reviewState) !== 'passed') return '企业通过审核后才能邀请其他门店'
  return ''
}

function nearestPaper(company: ViewerCompany, today: TradeDate): StoreWire['nearest'] {
  const dated = company.qualifications.flatMap(({ name, expiresOn }) => (expiresOn === null ? [] : [{ name, expires_on: expiresOn }]))
  const [first] = dated.sort((a, b) => a.expires_on.localeCompare(b.expires_on))
  return first ? { ...first, days_left: daysBetween(today, first.expires_on) } : null
}

const ORDER_STATES = ['pending_payment', 'paid', 'picking', 'shipped'] as const

function storeOf(row: StoreOverview, company: ViewerCompany, activeId: number, today: TradeDate): StoreWire {
  const counts = new Map(row.order_counts.map(({ status, count }) => [status, count]))
  const papers = papersState(company, today)
  return {
    company_id: row.company_id,
    name: row.name,
    type: row.type,
    address: row.address,
    is_owner: row.is_owner ? 1 : 0,
    active: row.company_id === activeId ? 1 : 0,
    is_passed: reviewOf(company.reviewState) === 'passed' ? 1 : 0,
    review_name: reviewName(company.reviewState),
    papers_state: papers.state,
    papers_note: papers.note,
    nearest: nearestPaper(company, today),
    orders: ORDER_STATES.map((status) => ({ status, name: STATUS_NAMES[status], count: counts.get(status) ?? 0 })),
    credit_limit: yuan(row.credit_limit),
    credit_used: yuan(row.credit_used),
    credit_overdue: yuan(row.credit_overdue),
    balance: yuan(row.balance),
    cart_count: row.cart_count,
    message_count: row.message_count,
    partners: row.partners.map(({ phone, ...partner }) => ({ ...partner, phone: maskPhone(phone) })),
  }
}

export async function storesOf(database: DatabaseHandle, viewer: Member, now: Date): Promise<StoresWire> {
  const today = beijingDate(now)
  const [rows, owned, sent] = await Promise.all([
    storeOverviews(database, viewer.accountId, today),
    ownedStores(database.db, viewer.accountId),
    sentInvitations(database, viewer.accountId, new Date(now.getTime() - SENT_DAYS * 86_400_000)),
  ])
  const [companies, received] = await Promise.all([
    loadCompanies(
      database.db,
      viewer.accountId,
      rows.map((row) => row.company_id),
    ),
    receivedInvitations(database, owned.length === 0 ? [] : targetsOf(viewer.phone, owned), now),
  ])
  const byId = new Map(companies.map((company) => [company.id, company]))
  const why = whyNotInvite(viewer.company, owned)
  return {
    stores: rows.flatMap((row) => {
      const company = byId.get(row.company_id)
      return company ? storeOf(row, company, viewer.company.id, today) : []
    }),
    group_name: rows.find((row) => row.company_id === viewer.company.id)?.group_name ?? null,
    sent: sent.map(({ created_at, expires_at, status, ...row }) => ({
      ...row,
      status: status === 'open' && expires_at <= now ? 'expired' : status,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    })),
    received: received.map(({ target, created_at, expires_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      stores: storesFor(target, viewer.phone, owned).map(({ companyId, name }) => ({ company_id: companyId, name })),
    })),
    can_invite: why === '' ? 1 : 0,
    why_not: why,
  }
}
