import type { FastifyReply, FastifyRequest } from 'fastify'
import { giveCookie, readCookie } from '../../../../platform/cookies.ts'
import type { HeldTicket } from '../wechat/wechat.ts'

/** The secret of the last QR code that this browser asked for. */
const COOKIE = 'wechat_ticket'
const LIVES_SECONDS = 30 * 60

export function giveSecret(reply: FastifyReply, secret: string): void {
  giveCookie(reply, COOKIE, secret, LIVES_SECONDS)
}

/** The ticket that the call names, with what the browser knows of it: another browser's secret opens nothing. */
export const heldTicket = (request: FastifyRequest, id: string): HeldTicket => ({ id, secret: readCookie(request, COOKIE) ?? '' })
