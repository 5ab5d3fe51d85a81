import type { BodyOf } from '#contract/call.ts'
import type { InvitationLookWire, invitationAccept, registerInvited } from '#contract/invitations.ts'
import type { AppDeps } from '../../../../context.ts'
import { lineKey } from '../../../../platform/addresses.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import type { Connection } from '../../../../platform/database.ts'
import { conflict, fieldErrors, forbidden } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { tell } from '../../../talking/messages/public.ts'
import {
  checkPassword,
  findLoginAccount,
  handedTryRates,
  hashPassword,
  insertAccount,
  isPhoneInvited,
  lockAccount,
  lockPhone,
  masked,
  mobileOf,
  passwordMatches,
  passwordTurn,
  personName,
  registerRates,
  secretHash,
  takeRates,
} from '../../accounts/public.ts'
import { type AcceptanceFrom, acceptToRegister } from '../../agreements/public.ts'
import { giveCompany, groupOf, hasOwner, joinGroup, lockCompanies, memberOf, otherGroupOf } from '../../stores/public.ts'
import { mustAgree, refuseTooManyStores } from '../rules.ts'
import { insertCompany } from '../store.ts'
import { endInvitation, findBySecret, giveTryBack, type Invitation, markOpened, phonesOfAccounts, takeTry } from './invitation-store.ts'
import { TRIES_MAX } from './letters.ts'

type Deps = Pick<AppDeps, 'database'>
interface From {
  ip: string
  now: Date
}
interface Agreeing extends AcceptanceFrom {
  /** Versions that the page showed. */
  agreements: readonly number[] | undefined
}
interface Entered {
  id: number
  companyId: number | null
}

/** So long after it came in the same submit, sent again because its answer was lost, is answered as the first was. */
const AGAIN_MS = 10 * 60_000

const lost = () => fieldErrors([{ field: 'secret', message: '没有这份邀请：请核对邀请码，或联系客服重新发出' }])
const ASK = '请联系客服重新发出'

/** Whoever has a true code is told what became of the letter; any other code is one and the same "no such letter". */
function refuseUnlessGood({ state, expiresAt, tries }: Invitation, now: Date): void {
  if (state === 'used') throw conflict('这份邀请已经用过，请直接登录')
  if (state === 'revoked') throw conflict(`这份邀请已被撤回，${ASK}`)
  if (state === 'expired' || expiresAt <= now) throw conflict(`这份邀请已过期，${ASK}`)
  if (tries >= TRIES_MAX) throw conflict(`手机号多次与邀请不符，这份邀请已停用，${ASK}`)
}

async function held(connection: Connection, secret: string, lock: boolean): Promise<Invitation> {
  const hash = secretHash(secret)
  const found = hash === null ? null : await findBySecret(connection, hash, lock)
  if (found === null) throw lost()
  return found
}

export async function openInvitation({ database: { db } }: Deps, secret: string, { ip, now }: From): Promise<InvitationLookWire> {
  await takeRates(db, handedTryRates(ip), now)
  const invitation = await held(db, secret, false)
  refuseUnlessGood(invitation, now)
  await markOpened(db, invitation.id, now)
  const { name, contact, phone, companyId, expiresAt } = invitation
  const known = phone === null ? null : await phonesOfAccounts(db, [phone])
  return {
    company: name,
    is_new: companyId === null ? 1 : 0,
    contact,
    phone: phone === null ? '' : masked(phone),
    has_account: phone !== null && known?.has(phone) ? 1 : 0,
    expires_at: expiresAt.toISOString(),
  }
}

/** The account becomes the owner of the company, which is made where it is not here yet. The caller has the invitation locked. */
async function takeIn(
  trx: Connection,
  invitation: Invitation,
  account: { id: number; name: string; phone: string; storeGroupId: number | null },
  { agreements, ...from }: Agreeing,
  now: Date,
): Promise<number> {
  const { id, name } = invitation
  if (invitation.companyId !== null) {
    await lockCompanies(trx, [invitation.companyId])
    if (await hasOwner(trx, invitation.companyId)) throw conflict(`${name}已经有人能登录，请联系客服`)
  }
  const { storeGroupId } = account
  const companyId =
    invitation.companyId ?? (await insertCompany(trx, { name, contact: account.name, phone: account.phone, storeGroupId }, now))
  await giveCompany(trx, account.id, companyId)
  await acceptToRegister(trx, { companyId, accountId: account.id }, agreements, from, now)
  const stands = invitation.companyId !== null && storeGroupId !== null
  if (stands && (await otherGroupOf(trx, companyId, storeGroupId)) === null) await joinGroup(trx, companyId, storeGroupId)
  const madeCompany = invitation.companyId === null ? companyId : null
  await endInvitation(trx, id, { state: 'used', by: account.id, madeCompany }, now)
  const after = { invitation: id, phone: account.phone, name: account.name }
  await writeAudit(
    trx,
    { accountId: account.id, name: account.name },
    { action: 'company.invited_in', subject: `company:${companyId}`, before: null, after },
    now,
  )
  await tell(
    trx,
    {
      companyId,
      kind: 'system',
      title: '企业登录已开通',
      text: `${account.name}（${masked(account.phone)}）凭邀请成为${name}的负责人账号。如有疑问请联系客服。`,
      url: '/basic',
      key: `invitation:${id}`,
    },
    now,
  )
  return companyId
}

/**
 * A letter opens an account of its own: its secret stands in place of a code, and where it is bound to a telephone, whoever holds it must know
 * which. Of many submits of one letter one makes the account.
 */
export async function registerByInvitation(
  { database }: Deps,
  body: BodyOf<typeof registerInvited>,
  { ip, userAgent, now }: From & AcceptanceFrom,
): Promise<Entered> {
  const { db } = database
  const phone = mobileOf(body.phone)
  const name = personName(body.name)
  await checkPassword(body.password, [phone])
  mustAgree(body.agree)
  await takeRates(db, [...registerRates(ip), ...handedTryRates(ip)], now)
  const known = await held(db, body.secret, false)
  const key = lineKey(ip)
  if (known.state === 'used') return sameSubmit(db, known, { phone, password: body.password, key }, now)
  refuseUnlessGood(known, now)
  if (known.phone !== null) {
    if (!(await takeTry(db, known.id, TRIES_MAX))) refuseUnlessGood({ ...known, tries: TRIES_MAX }, now)
    if (known.phone !== phone) throw fieldErrors([{ field: 'phone', message: '与邀请的手机号不符' }])
    await giveTryBack(db, known.id)
  }
  const passwordHash = await passwordTurn({ key }, () => hashPassword(body.password))
  const entered = await transact(db, async (trx) => {
    await lockPhone(trx, phone)
    const invitation = await held(trx, body.secret, true)
    if (invitation.state === 'used') return invitation
    // Its last try may have been this one.
    refuseUnlessGood({ ...invitation, tries: 0 }, now)
    if ((await findLoginAccount(trx, phone)) !== null)
      throw fieldErrors([{ field: 'phone', message: '该手机号已有账号，请登录后接受邀请' }])
    if (await isPhoneInvited(trx, phone, now, invitation.id)) refuseOthersPhone(invitation)
    const id = await insertAccount(trx, { phone, name, passwordHash }, now)
    return {
      id,
      companyId: await takeIn(
        trx,
        invitation,
        { id, name, phone, storeGroupId: null },
        { agreements: body.agreements, ip, userAgent },
        now,
      ),
    }
  })
  return 'state' in entered ? sameSubmit(db, entered, { phone, password: body.password, key }, now) : entered
}

/** A letter that is bound to no telephone does not take that of another letter. */
function refuseOthersPhone({ phone }: Invitation): void {
  if (phone === null) throw fieldErrors([{ field: 'phone', message: '该手机号另有一份邀请，请用那份邀请注册' }])
}

async function sameSubmit(
  db: Connection,
  { endedBy, endedAt, companyId, madeCompany }: Invitation,
  { phone, password, key }: { phone: string; password: string; key: string },
  now: Date,
): Promise<Entered> {
  const used = conflict('这份邀请已经用过，请直接登录')
  if (endedAt === null || now.getTime() - endedAt.getTime() > AGAIN_MS) throw used
  const account = await findLoginAccount(db, phone)
  if (account === null || account.id !== endedBy) throw used
  if (!(await passwordTurn({ key }, () => passwordMatches(account.passwordHash, password)))) throw used
  return { id: account.id, companyId: companyId ?? madeCompany }
}

/** Somebody who has an account already takes the company in beside the own ones. */
export async function acceptInvitation(
  { database: { db } }: Deps,
  viewer: Viewer,
  { secret, agree, agreements }: BodyOf<typeof invitationAccept>,
  { ip, userAgent, now }: From & AcceptanceFrom,
): Promise<Entered> {
  mustAgree(agree)
  await takeRates(db, handedTryRates(ip), now)
  return transact(db, async (trx) => {
    const invitation = await held(trx, secret, true)
    const { id, state, endedBy, companyId, madeCompany, phone } = invitation
    if (state === 'used' && endedBy === viewer.accountId) return { id: viewer.accountId, companyId: companyId ?? madeCompany }
    refuseUnlessGood(invitation, now)
    if (phone !== null && phone !== viewer.phone) throw forbidden(`这份邀请是发给 ${masked(phone)} 的，请用这个手机号的账号登录后接受`)
    await lockAccount(trx, viewer.accountId)
    await refuseTooManyStores(trx, viewer.accountId)
    const own = viewer.company !== null && (await memberOf(trx, viewer.accountId, viewer.company.id))?.isOwner ? viewer.company.id : null
    if (own !== null) await lockCompanies(trx, [own, ...(companyId === null ? [] : [companyId])])
    const storeGroupId = own === null ? null : await groupOf(trx, own)
    const account = { id: viewer.accountId, name: viewer.name, phone: viewer.phone || viewer.username, storeGroupId }
    return { id: viewer.accountId, companyId: await takeIn(trx, { ...invitation, id }, account, { agreements, ip, userAgent }, now) }
  })
}
