import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserBaseWire } from '#contract/user.ts'
import type { AppDeps } from '../../../../context.ts'
import { loginRequired } from '../../../../platform/errors.ts'
import { setSessionCookie, tokenOf } from '../../../../platform/session.ts'
import { userBaseOf } from '../base.ts'
import { rememberDevice } from './known-devices.ts'

export interface Entering {
  request: FastifyRequest
  reply: FastifyReply
  now: Date
}

type EntranceDeps = Pick<AppDeps, 'database' | 'sessions'>

/** The base of a session that this very answer opens or changes. */
export async function baseOfSession({ sessions, database }: EntranceDeps, token: string, now: Date): Promise<UserBaseWire> {
  const viewer = await sessions.find(token, now)
  if (viewer === null) throw loginRequired()
  return userBaseOf(database, viewer, now)
}

/**
 * Lets an account in: always under a new token, and the session that the browser came with ends, so that a token which
 * somebody planted is worth nothing.
 */
export async function enter(
  deps: EntranceDeps,
  account: { id: number; companyId: number | null },
  { request, reply, now }: Entering,
  /** Hash of the password that let it in; it may have been changed since. */
  shown?: string,
): Promise<UserBaseWire> {
  const userAgent = request.headers['user-agent'] ?? ''
  const token = await deps.sessions.open({ accountId: account.id, companyId: account.companyId, ip: request.ip, userAgent, shown }, now)
  const former = tokenOf(request)
  if (former) await deps.sessions.close(former)
  setSessionCookie(reply, token)
  await rememberDevice(deps.database, { request, reply, now }, account.id)
  return baseOfSession(deps, token, now)
}

/** The same session goes on under a new token. */
export async function renewToken(deps: EntranceDeps, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const token = await deps.sessions.renew(tokenOf(request) ?? '')
  setSessionCookie(reply, token)
  return token
}
