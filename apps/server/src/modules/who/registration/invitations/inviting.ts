import type { BodyOf } from '#contract/call.ts'
import { INVITED_DAYS } from '#contract/constants.ts'
import type { LettersWire, staffInvite, staffInviteNew } from '#contract/invitations.ts'
import { isMobile, tidy } from '#domain/identifiers.ts'
import { cleaned } from '#domain/paper-text.ts'
import { type StaffActor, writeAudit, writeAudits } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { requirePrintable } from '../../../../platform/paper-fields.ts'
import { transact } from '../../../../platform/transact.ts'
import { lockPhone, mobileOf, newSecret } from '../../accounts/public.ts'
import { hasOwner, lockCompanies } from '../../stores/public.ts'
import {
  closeExpired,
  endInvitation,
  findInvitation,
  type Invitation,
  type Invitee,
  insertInvitations,
  isNewPhoneInvited,
  nameWithoutLogin,
  readInvitees,
  renewInvitation,
} from './invitation-store.ts'
import { type Letter, lettersWire } from './letters.ts'

interface Inviting {
  staff: StaffActor
  /** By which address the shop is reached. */
  origin: string
  now: Date
}

const DAY_MS = 86_400_000
const endOf = (now: Date): Date => new Date(now.getTime() + INVITED_DAYS * DAY_MS)
const HAS_LOGIN = '已经有人能登录，忘记密码请发找回链接'

const whyNot = ({ hasOwner: has, sentBy }: Invitee): string =>
  has ? HAS_LOGIN : sentBy !== null ? `${sentBy || '同事'}已发出邀请，还没有用；要换一封请在“邀请”里重新发出` : ''

/** Letters for companies that are here and that nobody can sign in for. Of several, those that get none are named with the reason. */
export async function inviteCompanies(
  { db }: DatabaseHandle,
  { company_ids: ids, phone: typed }: BodyOf<typeof staffInvite>,
  { staff, origin, now }: Inviting,
): Promise<LettersWire> {
  if (typed !== undefined && ids.length > 1) throw fieldErrors([{ field: 'phone', message: '手机号只能为一家企业填写' }])
  const own = typed === undefined || typed.trim() === '' ? null : mobileOf(typed)
  const expiresAt = endOf(now)
  const { letters, skipped } = await transact(db, async (trx) => {
    await lockCompanies(trx, ids)
    await closeExpired(trx, { companyIds: ids, phone: null }, now)
    const invitees = await readInvitees(trx, ids)
    const [only] = invitees
    if (only === undefined) throw notFound('企业')
    if (ids.length === 1 && whyNot(only) !== '') throw conflict(`${only.name}${whyNot(only)}`)
    const drafts = invitees
      .filter((one) => whyNot(one) === '')
      .map((one) => {
        const phone = typed !== undefined ? own : isMobile(tidy(one.phone)) ? tidy(one.phone) : null
        return { companyId: one.id, name: one.name, contact: one.contact, phone, secret: newSecret() }
      })
    const rows = drafts.map(({ secret, ...draft }) => ({ ...draft, secretHash: secret.hash }))
    const made = rows.length === 0 ? [] : await insertInvitations(trx, rows, { by: staff.accountId, expiresAt, now })
    await writeAudits(
      trx,
      staff,
      drafts.map(({ companyId, phone }, at) => ({
        action: 'company.invite',
        subject: `company:${companyId}`,
        before: null,
        after: { invitation: made[at] ?? 0, phone, expires_at: expiresAt.toISOString() },
      })),
      now,
    )
    return {
      letters: drafts.map(({ secret, ...draft }, at): Letter => ({ ...draft, id: made[at] ?? 0, code: secret.code })),
      skipped: invitees.flatMap((one) => (whyNot(one) === '' ? [] : [{ company_id: one.id, name: one.name, why: whyNot(one) }])),
    }
  })
  return lettersWire(db, letters, { origin, expiresAt, skipped })
}

const NAME_MIN = 4

/** A letter for a company that is not here: who holds it registers it. */
export async function inviteNew(
  { db }: DatabaseHandle,
  body: BodyOf<typeof staffInviteNew>,
  { staff, origin, now }: Inviting,
): Promise<LettersWire> {
  const name = tidy(cleaned(body.name))
  const contact = tidy(cleaned(body.contact ?? ''))
  if ([...name].length < NAME_MIN) throw fieldErrors([{ field: 'name', message: '请填写营业执照上的企业全称' }])
  requirePrintable({ name, contact })
  const phone = body.phone === undefined || body.phone.trim() === '' ? null : mobileOf(body.phone)
  const expiresAt = endOf(now)
  const { code, hash } = newSecret()
  const id = await transact(db, async (trx) => {
    if (phone !== null) await lockPhone(trx, phone)
    await closeExpired(trx, { companyIds: [], phone }, now)
    if ((await nameWithoutLogin(trx, name)) !== null)
      throw fieldErrors([{ field: 'name', message: '这家企业已在名册里、还没有登录：请在“企业”里打开它，邀请它登录' }])
    if (phone !== null && (await isNewPhoneInvited(trx, phone)))
      throw fieldErrors([{ field: 'phone', message: '这个手机号已有一份没有用的邀请，可以在“邀请”里重新发出' }])
    const [made = 0] = await insertInvitations(trx, [{ companyId: null, name, contact, phone, secretHash: hash }], {
      by: staff.accountId,
      expiresAt,
      now,
    })
    const after = { company: name, contact, phone, expires_at: expiresAt.toISOString() }
    await writeAudit(trx, staff, { action: 'company.invite', subject: `invitation:${made}`, before: null, after }, now)
    return made
  })
  return lettersWire(db, [{ id, companyId: null, name, contact, phone, code }], { origin, expiresAt })
}

const STATE_NAMES = { sent: '已发出', opened: '已打开', used: '已使用', revoked: '已撤回', expired: '已过期' } as const

/** An invitation that is still to be used, though its time may be over; refused otherwise. */
function refuseUnlessOpen({ state, version }: Invitation, read: number): void {
  if (state === 'used') throw conflict('这份邀请已经用过')
  if (state === 'revoked') throw conflict('这份邀请已撤回，请重新邀请')
  if (state === 'expired') throw conflict('这份邀请已过期，之后另有邀请')
  if (version !== read) throw changedMeanwhile(version, [{ field: 'state', theirs: STATE_NAMES[state] }])
}

export interface Named {
  id: number
  version: number
}

/** A new letter; whoever holds the former one is told that it counts no more. */
export async function resendInvitation(
  { db }: DatabaseHandle,
  { id, version }: Named,
  { staff, origin, now }: Inviting,
): Promise<LettersWire> {
  const expiresAt = endOf(now)
  const { code, hash } = newSecret()
  const letter = await transact(db, async (trx) => {
    const found = await findInvitation(trx, id)
    if (found === null) throw notFound('邀请')
    refuseUnlessOpen(found, version)
    if (found.companyId !== null && (await hasOwner(trx, found.companyId))) throw conflict(`${found.name}${HAS_LOGIN}`)
    await renewInvitation(trx, id, { secretHash: hash, by: staff.accountId, expiresAt }, now)
    const before = { state: found.state, expires_at: found.expiresAt.toISOString() }
    const after = { state: 'sent', expires_at: expiresAt.toISOString() }
    await writeAudit(trx, staff, { action: 'company.invite_again', subject: subjectOf(found), before, after }, now)
    return { id, companyId: found.companyId, name: found.name, contact: found.contact, phone: found.phone, code }
  })
  return lettersWire(db, [letter], { origin, expiresAt })
}

const subjectOf = ({ id, companyId }: Invitation): string => (companyId === null ? `invitation:${id}` : `company:${companyId}`)

export async function revokeInvitation(
  { db }: DatabaseHandle,
  { id, version, reason }: Named & { reason: string },
  { staff, origin, now }: Inviting,
): Promise<LettersWire> {
  const { expiresAt } = await transact(db, async (trx) => {
    const found = await findInvitation(trx, id)
    if (found === null) throw notFound('邀请')
    refuseUnlessOpen(found, version)
    await endInvitation(trx, id, { state: 'revoked', by: staff.accountId, madeCompany: null }, now)
    const after = { state: 'revoked', invitation: id, reason }
    await writeAudit(
      trx,
      staff,
      { action: 'company.invite_revoked', subject: subjectOf(found), before: { state: found.state }, after },
      now,
    )
    return found
  })
  return lettersWire(db, [], { origin, expiresAt })
}
