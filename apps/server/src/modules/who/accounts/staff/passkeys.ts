import type { FastifyRequest } from 'fastify'
import type { BodyOf, DataOf } from '#contract/call.ts'
import type { StaffMeWire } from '#contract/console.ts'
import type { PasskeyShownWire } from '#contract/passkey-shapes.ts'
import type { PasskeysWire, staffPasskeyAdd, staffPasskeyAsk, staffPasskeyBegin, staffPasskeyRemove } from '#contract/passkeys.ts'
import { tidy } from '#domain/identifiers.ts'
import { cleaned, unprintable } from '#domain/paper-text.ts'
import type { AppDeps } from '../../../../context.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import { conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { tokenOf } from '../../../../platform/session.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { passkeyAskRate, takeRates } from '../limits.ts'
import { endSessions } from '../sessions-store.ts'
import { checkCurrent, meNow } from './entrance.ts'
import { newRecoveryCodes, recoveryHash } from './factor.ts'
import { guarded, hasFactor, proveFactor, refusalOf, refuseFactorYet, showPasskey, wrongPasskey } from './factor-proof.ts'
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  isFactorDemanded,
  listPasskeys,
  type PasskeyRow,
  putChallenge,
  renamePasskey,
  takeChallenge,
} from './passkey-store.ts'
import { dropRecoveryCodes, hasRecoveryCodes, passFactor, putRecoveryCodes } from './people-store.ts'
import { ALGORITHMS, handleOf, type PasskeySite, passkeySite, readMade, webauthn } from './webauthn.ts'

type Deps = Pick<AppDeps, 'database' | 'sessions' | 'config'>
interface Asking {
  request: FastifyRequest
  now: Date
}

const LIVES_MS = 5 * 60_000
const MOST = 10
const NAME_MAX = 30
const SHOP = '安衡药采'

const subjectOf = ({ accountId }: Viewer) => `account:${accountId}`
const untilOf = (now: Date) => new Date(now.getTime() + LIVES_MS)
/** As browsers are told of those that there are. */
const asKnown = ({ credentialId, transports }: PasskeyRow) => ({ id: credentialId, type: 'public-key' as const, transports })

function siteOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest): PasskeySite {
  const site = passkeySite(request, config)
  if (site === null) throw conflict('通行密钥只能在以 https 打开的网址（或 localhost）使用，请改用动态口令')
  return site
}

function nameOf(typed: string): string {
  const name = tidy(cleaned(typed))
  const problem = name === '' ? '请给它起个名字' : [...name].length > NAME_MAX ? `名称最多 ${NAME_MAX} 个字` : unprintable(name)
  if (problem !== null) throw fieldErrors([{ field: 'name', message: problem }])
  return name
}

export async function passkeysOf({ database, config }: Deps, { accountId }: Viewer, request: FastifyRequest): Promise<PasskeysWire> {
  const site = passkeySite(request, config)
  const rows = await listPasskeys(database.db, accountId)
  return {
    origin: site?.origin ?? '',
    list: rows.map((row) => ({
      id: row.id,
      name: row.name,
      created_at: row.createdAt.toISOString(),
      used_at: row.usedAt?.toISOString() ?? '',
      synced: row.synced ? 1 : 0,
      here: row.rpId === site?.rpId ? 1 : 0,
    })),
  }
}

/** Asks for one of his passkeys: the second step of the login, or the proof that goes before a change. */
export async function askPasskey(deps: Deps, viewer: Viewer, { request, now }: Asking): Promise<DataOf<typeof staffPasskeyAsk>> {
  const site = siteOf(deps, request)
  const { generateAuthenticationOptions } = await webauthn()
  return transact(deps.database.db, async (trx) => {
    const usable = (await listPasskeys(trx, viewer.accountId)).filter(({ rpId }) => rpId === site.rpId)
    if (usable.length === 0) throw conflict('这个网址还没有登记您的通行密钥，请改用动态口令或恢复码')
    await takeRates(trx, [passkeyAskRate(viewer.accountId)], now)
    const options = await generateAuthenticationOptions({ rpID: site.rpId, timeout: LIVES_MS, userVerification: 'required' })
    const { challenge } = options
    await putChallenge(trx, { sessionId: viewer.sessionId, purpose: 'show', challenge, expiresAt: untilOf(now) })
    await writeAudit(trx, viewer, { action: 'staff.passkey.ask', subject: subjectOf(viewer), before: null, after: null }, now)
    return { challenge, rpId: site.rpId, timeout: LIVES_MS, userVerification: 'required', allowCredentials: usable.map(asKnown) }
  })
}

export async function passPasskey(deps: Deps, viewer: Viewer, passkey: PasskeyShownWire, { request, now }: Asking): Promise<StaffMeWire> {
  const site = passkeySite(request, deps.config)
  await guarded(deps, viewer, now, wrongPasskey, async (trx) => {
    if (!(await showPasskey(trx, viewer, passkey, site, now))) return null
    await writeAudit(trx, viewer, { action: 'staff.passkey', subject: subjectOf(viewer), before: null, after: null }, now)
    await passFactor(trx, viewer.sessionId, now)
    return true
  })
  return meNow(deps, tokenOf(request) ?? '', now)
}

/** Whoever has a second factor shows it, everybody else his password: a browser that was left open makes no key for a stranger. */
export async function beginPasskey(
  deps: Deps,
  viewer: Viewer,
  { password, ...proof }: BodyOf<typeof staffPasskeyBegin>,
  { request, now }: Asking,
): Promise<DataOf<typeof staffPasskeyBegin>> {
  refuseFactorYet(viewer)
  const site = siteOf(deps, request)
  const { generateRegistrationOptions } = await webauthn()
  if (!viewer.staff?.factor) {
    if (password === undefined) throw fieldErrors([{ field: 'password', message: '请输入登录密码' }])
    await checkCurrent(deps, viewer, password, now, 'password')
  }
  const had = viewer.staff?.factor === true
  return guarded(deps, viewer, now, refusalOf(proof), async (trx, factor) => {
    const rows = await listPasskeys(trx, viewer.accountId)
    if (rows.length >= MOST) throw conflict(`最多 ${MOST} 个通行密钥，请先移除不用的`)
    // One that came since he was asked for his password is shown too.
    if (had || (await hasFactor(trx, viewer.accountId, factor))) {
      if ((await proveFactor(trx, viewer, factor, proof, site, now)) === null) return null
    }
    const { challenge, pubKeyCredParams } = await generateRegistrationOptions({
      rpName: SHOP,
      rpID: site.rpId,
      userName: viewer.username,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    await putChallenge(trx, { sessionId: viewer.sessionId, purpose: 'add', challenge, expiresAt: untilOf(now) })
    await writeAudit(trx, viewer, { action: 'staff.passkey.begin', subject: subjectOf(viewer), before: null, after: null }, now)
    return {
      challenge,
      rp: { id: site.rpId, name: SHOP },
      user: { id: handleOf(viewer.accountId).toString('base64url'), name: viewer.username, displayName: viewer.name },
      pubKeyCredParams,
      timeout: LIVES_MS,
      attestation: 'none' as const,
      excludeCredentials: rows.filter(({ rpId }) => rpId === site.rpId).map(asKnown),
      authenticatorSelection: { residentKey: 'preferred' as const, requireResidentKey: false, userVerification: 'required' as const },
    }
  })
}

/** Counts from now on. Whoever has no recovery code yet gets his ten: the device may be lost. */
export async function addPasskey(
  deps: Deps,
  viewer: Viewer,
  { name: typed, passkey }: BodyOf<typeof staffPasskeyAdd>,
  { request, now }: Asking,
): Promise<DataOf<typeof staffPasskeyAdd>> {
  refuseFactorYet(viewer)
  const site = siteOf(deps, request)
  const name = nameOf(typed)
  const codes = await guarded<readonly string[] | 'taken'>(deps, viewer, now, wrongPasskey, async (trx) => {
    const { accountId, sessionId } = viewer
    const challenge = await takeChallenge(trx, sessionId, 'add', now)
    const made = challenge === null ? null : await readMade(passkey, challenge, site)
    if (made === null) return null
    if (!(await insertPasskey(trx, accountId, { ...made, name }, now))) return 'taken'
    const fresh = (await hasRecoveryCodes(trx, accountId)) ? [] : newRecoveryCodes()
    if (fresh.length > 0) await putRecoveryCodes(trx, accountId, fresh.map(recoveryHash))
    await passFactor(trx, sessionId, now)
    await endSessions(trx, accountId, sessionId)
    const after = { name, host: site.rpId }
    await writeAudit(trx, viewer, { action: 'staff.passkey.add', subject: subjectOf(viewer), before: null, after }, now)
    return fresh
  })
  if (codes === 'taken') throw conflict('这个通行密钥已经登记过，请换一个')
  return { recovery_codes: [...codes], me: await meNow(deps, tokenOf(request) ?? '', now) }
}

export async function namePasskey(deps: Deps, viewer: Viewer, id: number, typed: string, { request, now }: Asking): Promise<PasskeysWire> {
  const name = nameOf(typed)
  await transact(deps.database.db, async (trx) => {
    const row = (await listPasskeys(trx, viewer.accountId)).find((one) => one.id === id)
    if (row === undefined) throw notFound('通行密钥')
    await renamePasskey(trx, id, name)
    const change = { before: { name: row.name }, after: { name } }
    await writeAudit(trx, viewer, { action: 'staff.passkey.name', subject: subjectOf(viewer), ...change }, now)
  })
  return passkeysOf(deps, viewer, request)
}

/** Never the last second factor of somebody who must have one; with the last one its recovery codes go too. */
export async function removePasskey(
  deps: Deps,
  viewer: Viewer,
  id: number,
  proof: BodyOf<typeof staffPasskeyRemove>,
  { request, now }: Asking,
): Promise<StaffMeWire> {
  const site = passkeySite(request, deps.config)
  await guarded(deps, viewer, now, refusalOf(proof), async (trx, factor) => {
    const { accountId } = viewer
    const row = (await listPasskeys(trx, accountId)).find((one) => one.id === id)
    if (row === undefined) throw notFound('通行密钥')
    const isLast = factor.secret === null && (await countPasskeys(trx, accountId)) === 1
    if (isLast && (await isFactorDemanded(trx))) throw conflict('这是您唯一的二次验证，不能移除：请先添加另一个通行密钥，或设置动态口令')
    if ((await proveFactor(trx, viewer, factor, proof, site, now)) === null) return null
    await deletePasskey(trx, id)
    if (isLast) await dropRecoveryCodes(trx, accountId)
    await endSessions(trx, accountId, viewer.sessionId)
    await writeAudit(
      trx,
      viewer,
      { action: 'staff.passkey.remove', subject: subjectOf(viewer), before: { name: row.name, host: row.rpId }, after: null },
      now,
    )
    return true
  })
  return meNow(deps, tokenOf(request) ?? '', now)
}
