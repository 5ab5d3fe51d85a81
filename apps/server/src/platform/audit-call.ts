import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { permissionOf } from '#contract/permissions.ts'
import type { Narrowing, Viewer } from './viewer.ts'

/** By which call of staff something is done: for the record, which is written far below it. */
export interface AuditCall {
  /** Of the caller; null: nobody is signed in yet. */
  accountId: number | null
  roles: string
  call: string
  ip: string
  requestId: string
  /** What the caller gave as his reason; '' where the call asks for none. */
  reason: string
  /** What of his roles' view is kept from him (narrowing.ts). */
  narrowed: Narrowing | null
  /** The word that he has only for an hour (应急授权); absent: he has it by his roles. */
  emergency?: string
  /** What two people did: one asked, the other approves it by this call. */
  approval?: { request: number; asked: string; approved: string }
  /** Whoever asked has hung up: nobody reads the answer. Absent: nobody waits for one. */
  isGone?: () => boolean
}

const calls = new AsyncLocalStorage<AuditCall>()

/** The call that the present work belongs to; undefined for buyers' calls, jobs and commands. */
export const auditCall = (): AuditCall | undefined => calls.getStore()

/** Buyers' calls write no such record and carry nothing for it; what other systems do is on record as what staff do. */
export const isAudited = ({ access, path }: Call): boolean =>
  access === 'staff' || access === 'integration' || path.startsWith('/api/staff/')

const rolesOf = (viewer: Viewer | null): string => viewer?.staff?.roles.map((role) => role.name).join('、') ?? ''

function reasonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return ''
  return typeof body.reason === 'string' ? body.reason : ''
}

export function duringCall<T>(call: Call, request: FastifyRequest, work: () => T): T {
  const { viewer, ip, id, body, params } = request
  const word = permissionOf(call.permission, params)
  const emergency = viewer?.staff?.emergency?.word
  return calls.run(
    {
      accountId: viewer?.accountId ?? null,
      roles: rolesOf(viewer),
      call: `${call.method} ${call.path}`,
      ip,
      requestId: id,
      reason: reasonOf(body),
      narrowed: viewer?.staff?.narrowed ?? null,
      isGone: () => request.raw.socket.destroyed,
      ...(word !== undefined && word === emergency && { emergency: word }),
    },
    work,
  )
}

/** A deed that was asked for earlier, by somebody else and for his reason, in the call of whoever approves it. */
export function duringApproval<T>(approval: { request: number; asked: string; approved: string }, reason: string, work: () => T): T {
  const call = calls.getStore()
  return call === undefined ? work() : calls.run({ ...call, reason, approval }, work)
}

/** What a job does for a member of staff: on record as his and for his reason, and no wider than he sees. */
export function duringJob<T>(viewer: Viewer, call: string, work: () => T, reason = ''): T {
  const narrowed = viewer.staff?.narrowed ?? null
  return calls.run({ accountId: viewer.accountId, roles: rolesOf(viewer), call, ip: '', requestId: '', reason, narrowed }, work)
}

/** What a job does later, and two people agreed upon: as whoever asked for it. It is done though he may have left since. */
export const duringAgreedJob = <T>(
  accountId: number | null,
  call: string,
  approval: NonNullable<AuditCall['approval']> | null,
  reason: string,
  work: () => T,
): T => calls.run({ accountId, roles: '', call, ip: '', requestId: '', reason, narrowed: null, ...(approval && { approval }) }, work)
