import type { FastifyReply, FastifyRequest } from 'fastify'
import { OPEN_PROBLEMS, type OpenProblemCode } from '#contract/open-problems.ts'
import type { FieldError } from './errors.ts'

/** How the open API says no (RFC 9457): a code that stays, a Chinese sentence, and where it is wrong by JSON pointer. */

export const OPEN_ROOT = '/open/v1'
export const OPEN_DOCS = `${OPEN_ROOT}/docs`

export const isOpen = ({ url }: Pick<FastifyRequest, 'url'>): boolean => url.startsWith('/open/')

/** What has no envelope's code: refused by the open API alone. */
export class OpenRefusal extends Error {
  readonly code: OpenProblemCode
  readonly retryAfter: number | undefined
  /** Members of the problem beside those that every one has (RFC 9457, 3.2). */
  readonly more: object
  constructor(code: OpenProblemCode, detail: string = OPEN_PROBLEMS[code].summary, retryAfter?: number, more: object = {}) {
    super(detail)
    this.code = code
    this.retryAfter = retryAfter
    this.more = more
  }
}

const BY_STATUS: Readonly<Record<number, OpenProblemCode>> = {
  401: 'KEY_MISSING',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  415: 'NOT_JSON',
  422: 'INVALID',
  429: 'TOO_MANY',
  500: 'BUSY',
  503: 'OVERLOADED',
}

/** rows.0.code and ranks[1].price → /rows/0/code, /ranks/1/price. */
const pointerOf = (field: string): string =>
  field === ''
    ? ''
    : `/${field
        .replaceAll(/\[(\d+)\]/g, '.$1')
        .split('.')
        .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
        .join('/')}`

interface Data {
  errors?: readonly FieldError[]
}

/** status and data as the envelope would have them. */
export function answerProblem(reply: FastifyReply, request: FastifyRequest, status: number, detail: string, data: unknown): FastifyReply {
  return sendProblem(reply, request, BY_STATUS[status] ?? 'BAD_REQUEST', detail, (data as Data | null)?.errors)
}

export function answerRefusal(
  reply: FastifyReply,
  request: FastifyRequest,
  { code, message, retryAfter, more }: OpenRefusal,
): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (OPEN_PROBLEMS[code].status === 401) reply.header('www-authenticate', 'Bearer')
  return sendProblem(reply, request, code, message, undefined, more)
}

function sendProblem(
  reply: FastifyReply,
  request: FastifyRequest,
  code: OpenProblemCode,
  detail: string,
  errors?: readonly FieldError[],
  more: object = {},
): FastifyReply {
  const { status, summary } = OPEN_PROBLEMS[code]
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      JSON.stringify({
        type: `${OPEN_DOCS}#${code}`,
        title: summary,
        status,
        detail,
        code,
        request_id: request.id,
        ...more,
        ...(errors && { errors: errors.map(({ field, message }) => ({ pointer: pointerOf(field), detail: message })) }),
      }),
    )
}
