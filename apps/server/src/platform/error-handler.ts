import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CODES } from '#contract/codes.ts'
import { type FieldError, ShopError } from './errors.ts'

const BUSY = '系统繁忙，请稍候再试'

function fieldOf(instancePath: string, missing?: unknown): string {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
  return typeof missing === 'string' ? [path, missing].filter(Boolean).join('.') : path
}

/** Sentences for a person from the validator's keywords; nothing technical reaches a buyer. */
function sentence(keyword: string, params: Record<string, unknown>): string {
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
    default:
      return '填写有误'
  }
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error
}

/** PostgreSQL refuses some input that schemas let pass (a NUL byte in text, a number out of range): the sender's fault. */
function isBadValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['22021', '22003', '22P02', '22P05'].includes(String(error.code))
}

function answer(reply: FastifyReply, request: FastifyRequest, status: number, message: string, data: unknown) {
  return reply.code(status).send({ code: status, message, data, request_id: request.id })
}

/** One handler answers every failure with the envelope (specification section 8). */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ShopError) return answer(reply, request, error.code, error.message, error.data)
    if (isFastifyError(error) && error.validation) {
      const errors: FieldError[] = error.validation.map((one) => ({
        field: fieldOf(one.instancePath, one.params?.missingProperty),
        message: sentence(one.keyword, one.params),
      }))
      return answer(reply, request, CODES.FIELD_ERRORS, errors[0]?.message ?? '提交的内容有误', { errors })
    }
    if (isBadValue(error)) return answer(reply, request, CODES.FIELD_ERRORS, '提交的内容含有无法识别的字符或数值', null)
    const status = isFastifyError(error) ? (error.statusCode ?? 500) : 500
    if (status === 413) return answer(reply, request, 413, '提交的内容过大', null)
    if (status === 415) return answer(reply, request, 415, '不支持的内容格式', null)
    if (status === 429) return answer(reply, request, 429, '操作过于频繁，请稍后再试', null)
    if (status >= 400 && status < 500) return answer(reply, request, 400, '请求格式不正确', null)
    request.log.error({ err: error }, 'request failed')
    return answer(reply, request, CODES.BUSY, BUSY, null)
  })
}
