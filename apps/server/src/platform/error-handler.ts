import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CODES } from '#contract/codes.ts'
import { Unanswered } from '../providers/outside/ask.ts'
import { type FieldError, ShopError } from './errors.ts'
import { answerProblem, answerRefusal, isOpen, OpenRefusal } from './open-problems.ts'

const BUSY = '系统繁忙，请稍候再试'

function fieldOf(instancePath: string, missing?: unknown): string {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
  return typeof missing === 'string' ? [path, missing].filter(Boolean).join('.') : path
}

/** Sentences for a person from the validator's keywords; nothing technical reaches a buyer. */
export function sentence(keyword: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'required':
      return '缺少必填内容'
    case 'minLength':
      return '请填写此项'
    case 'maxLength':
      return `不能超过 ${String(params.limit)} 个字`
    case 'minimum':
      return `不能小于 ${String(params.limit)}`
    case 'maximum':
      return `不能大于 ${String(params.limit)}`
    case 'minItems':
      return '请至少选择一项'
    case 'maxItems':
      return `一次最多 ${String(params.limit)} 项`
    case 'enum':
      return '不是可选的值'
    case 'type':
      return '格式不正确'
    case 'additionalProperties':
      return '没有这个字段'
    default:
      return '填写有误'
  }
}

/** More faults than a person puts right at once. */
const ERRORS_MAX = 100

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error
}

/** PostgreSQL refuses some input that schemas let pass (a NUL byte in text, a number out of range, a 31st of February): the sender's fault. */
function isBadValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['22021', '22003', '22007', '22008', '22P02', '22P05'].includes(String(error.code))
}

/**
 * What the database had no time or room for, and may have in a moment: a lock or a statement that took too long, a connection
 * taken back from who did nothing with it, no room for another connection, transactions that ended each other too often.
 */
const BUSY_STATES: readonly unknown[] = ['55P03', '57014', '25P03', '53300', '40P01', '40001']
/** The driver says these with words alone: nobody gave back a connection in time, or the server had ended the one at hand. */
const BUSY_WORDS: readonly string[] = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Connection terminated unexpectedly',
]
/** When who was told to come again may do so. */
export const RETRY_SECONDS = 5

export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && BUSY_STATES.includes(error.code)) return true
  return BUSY_WORDS.includes(error.message) || isBusy(error.cause)
}

function answer(reply: FastifyReply, request: FastifyRequest, status: number, message: string, data: unknown) {
  const wait = typeof data === 'object' && data !== null ? (data as { retry_after?: unknown }).retry_after : undefined
  if (status === CODES.TOO_MANY && typeof wait === 'number') reply.header('retry-after', wait)
  if (status === CODES.OVERLOADED) reply.header('retry-after', RETRY_SECONDS)
  if (isOpen(request)) return answerProblem(reply, request, status, message, data)
  return reply.code(status).send({ code: status, message, data, request_id: request.id })
}

/** One handler answers every failure with the envelope (specification section 8). */
export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => answer(reply, request, CODES.NOT_FOUND, '您访问的内容不存在或已删除', null))
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OpenRefusal) return answerRefusal(reply, request, error)
    if (error instanceof ShopError) return answer(reply, request, error.code, error.message, error.data)
    if (isFastifyError(error) && error.validation) {
      const errors: FieldError[] = error.validation.slice(0, ERRORS_MAX).map((one) => ({
        field: fieldOf(one.instancePath, one.params?.missingProperty),
        message: sentence(one.keyword, one.params),
      }))
      return answer(reply, request, CODES.FIELD_ERRORS, errors[0]?.message ?? '提交的内容有误', { errors })
    }
    if (error instanceof Unanswered) {
      request.log.warn({ err: error, route: `${request.method} ${request.routeOptions.url}` }, 'a service did not answer')
      return answer(reply, request, CODES.OVERLOADED, `${error.service}暂时没有答复，请稍后再试`, null)
    }
    if (isBadValue(error)) return answer(reply, request, CODES.FIELD_ERRORS, '提交的内容含有无法识别的字符或数值', null)
    const status = isFastifyError(error) ? (error.statusCode ?? 500) : 500
    if (status === 414) return answer(reply, request, 414, '网址过长', null)
    if (status === 413) return answer(reply, request, 413, '提交的内容过大', null)
    if (status === 415) return answer(reply, request, 415, '不支持的内容格式', null)
    if (status === 429) return answer(reply, request, 429, '操作过于频繁，请稍后再试', null)
    if (status >= 400 && status < 500) return answer(reply, request, 400, '请求格式不正确', null)
    const busy = isBusy(error)
    // Whoever has gone waits for no answer; what failed because of it is no failure of the shop.
    if (request.raw.socket.destroyed) request.log.debug({ err: error }, 'the client went away')
    else if (busy) request.log.warn({ err: error, route: `${request.method} ${request.routeOptions.url}` }, 'the database was too busy')
    else request.log.error({ err: error }, 'request failed')
    return answer(reply, request, busy ? CODES.OVERLOADED : CODES.BUSY, BUSY, null)
  })
}

/** What the router refuses before any handler: paths that cannot be decoded, or are too long. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode === 414) answer(reply, request, 414, '网址过长', null)
  else answer(reply, request, 400, '请求格式不正确', null)
}

const UNREADABLE: Readonly<Record<string, readonly [status: number, reason: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', '请求没有在规定时间内发完'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', '请求头过大'],
}

/** What is no HTTP, or never becomes a whole request: the envelope goes out by hand and the connection ends. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, message] = UNREADABLE[error.code] ?? [400, 'Bad Request', '请求格式不正确']
  const body = JSON.stringify({ code: status, message, data: null, request_id: randomUUID() })
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
  socket.end(head + body, () => socket.destroy())
}

/** Sixteen kilobytes of headers are Node's own limit; no page of ours asks with more than this. */
const URL_MAX = 8192

/** A name of the net is no longer (RFC 1035), and its port has five digits. */
const HOST_MAX = 255 + 6

export function refuseLongUrls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if ((request.headers.host?.length ?? 0) > HOST_MAX) return answer(reply, request, 400, '请求格式不正确', null)
    if (request.raw.url !== undefined && request.raw.url.length > URL_MAX) return answer(reply, request, 414, '网址过长', null)
  })
}
