import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, DataOf } from '#contract/call.ts'
import type { StaffMeWire, staffEnrol, staffEnrolConfirm, staffLogin } from '#contract/console.ts'
import type { AppDeps } from '../../../../context.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import { conflict, fieldErrors, loginRequired } from '../../../../platform/errors.ts'
import { qrPicture } from '../../../../platform/qr.ts'
import { setStaffCookie, tokenOf } from '../../../../platform/session.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { findAccount, setPassword } from '../account-store.ts'
import { rememberDevice } from '../login/known-devices.ts'
import { logInByPassword } from '../login/login.ts'
import { countFailure, type Guesser, refuseIfLocked } from '../login/login-limits.ts'
import { checkPassword } from '../passwords/credentials.ts'
import { passwordTurn } from '../passwords/password-line.ts'
import { hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { endSession, endSessions } from '../sessions-store.ts'
import { factorUri, newRecoveryCodes, newSecret, recoveryHash, stepOfCode, wrongFactor } from './factor.ts'
import { guarded, hasFactor, proveFactor, refusalOf, refuseFactorYet, showCode } from './factor-proof.ts'
import { beginSecret, confirmSecret, findPerson, passFactor, putRecoveryCodes, setHanded } from './people-store.ts'
import { passkeySite } from './webauthn.ts'

type Deps = Pick<AppDeps, 'database' | 'sessions' | 'config'>
interface Asking {
  request: FastifyRequest
  reply: FastifyReply
  now: Date
}

export function meOf({ config }: Pick<Deps, 'config'>, viewer: Viewer): StaffMeWire {
  const { staff } = viewer
  if (staff === null) throw loginRequired()
  return {
    step: staff.step,
    id: viewer.accountId,
    username: viewer.username,
    name: viewer.name,
    roles: [...staff.roles],
    permissions: staff.step === 'done' ? [...staff.permissions] : [],
    factor: staff.factor ? 1 : 0,
    totp: staff.totp ? 1 : 0,
    passkeys: staff.passkeys,
    emergency: staff.emergency?.word ?? '',
    narrowed: staff.narrowed === null ? 0 : 1,
    demo: config.demo ? 1 : 0,
  }
}

/** What this very answer changed of the session. */
export async function meNow(deps: Deps, token: string, now: Date): Promise<StaffMeWire> {
  deps.sessions.forget()
  const viewer = await deps.sessions.find(token, now, undefined, 'staff')
  if (viewer === null) throw loginRequired()
  return meOf(deps, viewer)
}

/** Buyers' accounts are refused as an unknown name is. A session always begins under a new token. */
export async function logInStaff(deps: Deps, body: BodyOf<typeof staffLogin>, { request, reply, now }: Asking): Promise<StaffMeWire> {
  const account = await logInByPassword(deps, body, request, now, 'staff')
  // Said to nobody but whoever knows the password.
  const person = await findPerson(deps.database.db, account.id)
  if (person?.state !== 'active') throw fieldErrors([{ field: 'username', message: '账号已停用，请联系管理员' }])
  const former = tokenOf(request)
  if (former) await deps.sessions.close(former)
  const userAgent = request.headers['user-agent'] ?? ''
  const token = await transact(deps.database.db, async (trx) => {
    const by = { accountId: account.id, name: person.name }
    await writeAudit(
      trx,
      by,
      { action: 'staff.login', subject: `account:${account.id}`, before: null, after: { username: person.username } },
      now,
    )
    const who = { accountId: account.id, companyId: null, ip: request.ip, userAgent, shown: account.passwordHash }
    return deps.sessions.open(who, now, 'staff', trx)
  })
  setStaffCookie(reply, token)
  await rememberDevice(deps.database, { request, reply, now }, account.id)
  return meNow(deps, token, now)
}

/** Ends one of one's own sessions; false: there is none such. */
export async function endOwnSession({ database, sessions }: Deps, viewer: Viewer, sessionId: number, now: Date): Promise<boolean> {
  const ended = await transact(database.db, async (trx) => {
    if (!(await endSession(trx, viewer.accountId, sessionId))) return false
    const action = sessionId === viewer.sessionId ? 'staff.logout' : 'staff.session.end'
    await writeAudit(trx, viewer, { action, subject: `account:${viewer.accountId}`, before: null, after: { session: sessionId } }, now)
    return true
  })
  sessions.forget()
  return ended
}

export async function passCode(deps: Deps, viewer: Viewer, code: string, { now, request }: Asking): Promise<StaffMeWire> {
  await guarded(deps, viewer, now, wrongFactor, async (trx, factor) => {
    if (!(await hasFactor(trx, viewer.accountId, factor))) throw conflict('还没有设置二次验证')
    const shown = await showCode(trx, viewer.accountId, factor, code, now)
    if (shown === null) return null
    await writeAudit(trx, viewer, { action: `staff.${shown}`, subject: `account:${viewer.accountId}`, before: null, after: null }, now)
    await passFactor(trx, viewer.sessionId, now)
    return true
  })
  return meNow(deps, tokenOf(request) ?? '', now)
}

/**
 * Whoever has a second factor of either kind shows it first, and what counts goes on until the new one is confirmed. Who has none shows his password, so
 * that a browser that was left open makes none for a stranger; where one is demanded at the entrance, it was just shown.
 */
export async function beginFactor(
  deps: Deps,
  viewer: Viewer,
  { password, ...proof }: BodyOf<typeof staffEnrol>,
  { now, request }: Asking,
): Promise<DataOf<typeof staffEnrol>> {
  refuseFactorYet(viewer)
  if (viewer.staff?.factor === false && viewer.staff.step === 'done') {
    if (password === undefined) throw fieldErrors([{ field: 'password', message: '请输入登录密码' }])
    await checkCurrent(deps, viewer, password, now, 'password')
  }
  const fresh = newSecret()
  const site = passkeySite(request, deps.config)
  await guarded(deps, viewer, now, refusalOf(proof), async (trx, factor) => {
    if (await hasFactor(trx, viewer.accountId, factor)) {
      if ((await proveFactor(trx, viewer, factor, proof, site, now)) === null) return null
    }
    await beginSecret(trx, viewer.accountId, fresh)
    await writeAudit(trx, viewer, { action: 'staff.factor.begin', subject: `account:${viewer.accountId}`, before: null, after: null }, now)
    return true
  })
  const uri = factorUri(fresh, viewer.username)
  return { secret: fresh, uri, qr: `data:image/svg+xml;base64,${Buffer.from(await qrPicture(uri)).toString('base64')}` }
}

export async function confirmFactor(
  deps: Deps,
  viewer: Viewer,
  code: string,
  { now, request }: Asking,
): Promise<DataOf<typeof staffEnrolConfirm>> {
  refuseFactorYet(viewer)
  const codes = newRecoveryCodes()
  await guarded(deps, viewer, now, wrongFactor, async (trx, { next }) => {
    if (next === null) throw conflict('请先开始设置动态口令')
    const step = stepOfCode(next, code.trim(), now, 0)
    if (step === null) return null
    await confirmSecret(trx, viewer.accountId, next, step, now)
    await putRecoveryCodes(trx, viewer.accountId, codes.map(recoveryHash))
    await passFactor(trx, viewer.sessionId, now)
    await endSessions(trx, viewer.accountId, viewer.sessionId)
    await writeAudit(trx, viewer, { action: 'staff.factor', subject: `account:${viewer.accountId}`, before: null, after: null }, now)
    return true
  })
  return { recovery_codes: codes, me: await meNow(deps, tokenOf(request) ?? '', now) }
}

/** Counted apart from logins: a signed-in form has no picture to ask about, and strangers' tries at the name are not its own. */
export async function checkCurrent(
  { database }: Pick<Deps, 'database'>,
  { accountId, username }: Viewer,
  current: string,
  now: Date,
  field = 'current',
): Promise<void> {
  const guesser: Guesser = { username, ip: '', device: `password:${accountId}` }
  await passwordTurn({ key: accountId }, async () => {
    await refuseIfLocked(database, guesser, now)
    const account = await findAccount(database.db, accountId)
    if (await passwordMatches(account?.passwordHash ?? null, current)) return
    await countFailure(database, guesser, now)
    throw fieldErrors([{ field, message: '现在的密码不正确' }])
  })
}

/** Whoever is past the password but not past his code may not set a new one. */
export async function setOwnPassword(
  deps: Deps,
  viewer: Viewer,
  { current, password }: { current: string; password: string },
  { request, reply, now }: Asking,
): Promise<StaffMeWire> {
  if (viewer.staff?.step === 'code') throw conflict('请先完成二次验证')
  await checkCurrent(deps, viewer, current, now)
  await checkPassword(password, [viewer.username])
  if (password === current) throw fieldErrors([{ field: 'password', message: '新密码与现在的相同' }])
  const hash = await hashPassword(password)
  await transact(deps.database.db, async (trx) => {
    await setPassword(trx, viewer.accountId, hash)
    await setHanded(trx, viewer.accountId, false)
    await endSessions(trx, viewer.accountId, viewer.sessionId)
    const person = await findPerson(trx, viewer.accountId)
    await writeAudit(
      trx,
      viewer,
      { action: 'staff.password', subject: `account:${viewer.accountId}`, before: null, after: { username: person?.username } },
      now,
    )
  })
  const token = await deps.sessions.renew(tokenOf(request) ?? '')
  setStaffCookie(reply, token)
  return meNow(deps, token, now)
}
