import { type TSchema, Type } from 'typebox'

/** What the open API (/open/v1) answers when it does not do what was asked: RFC 9457, with a code that stays. */

export const OPEN_PROBLEMS = {
  BAD_REQUEST: { status: 400, summary: '请求格式不正确' },
  KEY_MISSING: { status: 401, summary: '没有密钥：Authorization: Bearer ak_live_…' },
  KEY_UNKNOWN: { status: 401, summary: '密钥不正确' },
  KEY_STOPPED: { status: 401, summary: '密钥已停用' },
  KEY_EXPIRED: { status: 401, summary: '密钥已过期' },
  SIGNATURE_WRONG: { status: 401, summary: '签名不对，或内容与签名的不一致' },
  SIGNATURE_STALE: { status: 401, summary: '签名的时间与商城相差太多' },
  SIGNATURE_USED: { status: 401, summary: '这个签名用过了：每个请求用新的 nonce' },
  SIGNATURE_NEEDED: { status: 401, summary: '这个密钥只收签名的请求' },
  ADDRESS_REFUSED: { status: 403, summary: '来自不允许的地址' },
  SCOPE_MISSING: { status: 403, summary: '密钥没有这项权限' },
  FORBIDDEN: { status: 403, summary: '请求来自别的网站的页面' },
  NOT_FOUND: { status: 404, summary: '不存在' },
  CONFLICT: { status: 409, summary: '现在不能办理' },
  IDEMPOTENCY_RUNNING: { status: 409, summary: '同一 Idempotency-Key 的请求正在处理，按 Retry-After 再试' },
  TAKEN_OVER: { status: 409, summary: '订单已由另一张单据接收' },
  NOT_PAYABLE_YET: { status: 409, summary: '订单还没有付款，不能接收' },
  ORDER_CANCELLED: { status: 409, summary: '订单已取消，不能接收' },
  COMPANY_SHUT: { status: 403, summary: '企业现在不能使用接口：未通过审核或已冻结' },
  LINES_REFUSED: { status: 409, summary: '有的行不能买，什么都没有下单：lines 写明每一行' },
  TOTAL_CHANGED: { status: 409, summary: '总额与给出的不同，没有下单：total 是现在的总额' },
  ORDER_REFUSED: { status: 409, summary: '现在不能下单：detail 写明原因' },
  CURSOR_GONE: { status: 410, summary: '游标太旧，其后的变化有的已清理：从头再读' },
  TOO_LARGE: { status: 413, summary: '内容过大' },
  NOT_JSON: { status: 415, summary: '只收 application/json' },
  INVALID: { status: 422, summary: '内容有误，errors 指明每一处' },
  IDEMPOTENCY_MISMATCH: { status: 422, summary: '同一 Idempotency-Key 用于另一内容' },
  IDEMPOTENCY_MISSING: { status: 422, summary: '缺少 Idempotency-Key' },
  TOO_MANY: { status: 429, summary: '过于频繁，按 Retry-After 再试' },
  BUSY: { status: 500, summary: '系统繁忙' },
  OVERLOADED: { status: 503, summary: '暂时没有余力，稍候再试' },
} as const satisfies Record<string, { status: number; summary: string }>
export type OpenProblemCode = keyof typeof OPEN_PROBLEMS

/** What any call of the open API may answer; the third part only where something is written. */
const EVERY_CALL = [
  ...([
    'BAD_REQUEST',
    'KEY_MISSING',
    'KEY_UNKNOWN',
    'KEY_STOPPED',
    'KEY_EXPIRED',
    'SIGNATURE_WRONG',
    'SIGNATURE_STALE',
    'SIGNATURE_USED',
    'SIGNATURE_NEEDED',
    'ADDRESS_REFUSED',
    'SCOPE_MISSING',
    'FORBIDDEN',
  ] as const),
  ...(['NOT_FOUND', 'INVALID', 'TOO_MANY', 'BUSY', 'OVERLOADED'] as const),
] as const
const EVERY_POST = ['TOO_LARGE', 'NOT_JSON', 'IDEMPOTENCY_RUNNING', 'IDEMPOTENCY_MISMATCH'] as const

export const openProblemsOf = (call: {
  method: string
  problems?: readonly OpenProblemCode[]
  onceOnly?: true
}): readonly OpenProblemCode[] => [
  ...EVERY_CALL,
  ...(call.method === 'POST' ? EVERY_POST : []),
  ...(call.onceOnly ? (['IDEMPOTENCY_MISSING'] as const) : []),
  ...(call.problems ?? []),
]

export const OpenProblem: TSchema = Type.Object(
  {
    type: Type.String({ description: '说明这种错误的地址' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: '一句中文' }),
    code: Type.String({ description: '不变的代码，程序按它处理' }),
    request_id: Type.String(),
    errors: Type.Optional(
      Type.Array(Type.Object({ pointer: Type.String({ description: 'JSON pointer：/rows/0/code' }), detail: Type.String() }), {
        description: '每一处错误',
      }),
    ),
  },
  { additionalProperties: true },
)
