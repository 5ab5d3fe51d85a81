import { type TProperties, type TSchema, Type } from 'typebox'
import { SubmittedData } from './approvals.ts'
import type { Call } from './call.ts'
import { CODES, type Code } from './codes.ts'
import { SUBMITTED } from './constants.ts'
import { HoldReasons, REFUSALS, Reasons, type RefusalCode } from './refusals.ts'

/** What calls answer when they do not do what was asked: the envelope's code, and the data that goes with it. */

const nothing = Type.Null()
const or = (...schemas: TSchema[]) => ({ anyOf: [nothing, ...schemas] }) as unknown as TSchema
const exact = (properties: TProperties) => Type.Object(properties, { additionalProperties: false })

const FIELD_ERRORS = exact({
  errors: Type.Array(exact({ field: Type.String(), message: Type.String() })),
  captcha: Type.Optional(Type.Integer({ description: '1: the next try needs the picture of characters' })),
})
const STANDING = exact({ reasons: Reasons })

const refusalOf = (code: RefusalCode) => exact({ reason: Type.Literal(code), ...REFUSALS[code].data })

export interface DescribedError {
  summary: string
  /** Of the envelope's data. */
  data: TSchema
}

/** Of HTTP itself, and of a deed that waits for another person. */
type AnswerCode = 400 | 413 | 415 | typeof SUBMITTED

/** Every way in which a call may answer other than with what was asked, by the envelope's code (and HTTP status). */
export function errorsOf(call: Call): ReadonlyMap<Code | AnswerCode, DescribedError> {
  const { access, refuses = [] } = call
  const signedIn = access !== 'public'
  const bought = access === 'passed' || access === 'member'
  const own = refuses.map(refusalOf)
  const answered = call.refusalData ? [call.refusalData] : []
  return new Map<Code | AnswerCode, DescribedError>([
    ...(call.approval ? ([[SUBMITTED, { summary: '已提交，等待另一人批准', data: SubmittedData }]] as const) : []),
    [400, { summary: '请求格式不正确', data: nothing }],
    ...(signedIn ? ([[CODES.LOGIN_REQUIRED, { summary: '请先登录', data: nothing }]] as const) : []),
    [
      CODES.FORBIDDEN,
      { summary: '没有权限', data: or(STANDING, exact({ prove: Type.Literal(1, { description: 'proves first who asks' }) })) },
    ],
    [CODES.NOT_FOUND, { summary: '不存在，或不属于您', data: nothing }],
    [
      CODES.CONFLICT,
      { summary: refuses.map((code) => `${code} ${REFUSALS[code].summary}`).join('；') || '现在不能办理', data: or(...own, ...answered) },
    ],
    [413, { summary: '内容过大', data: nothing }],
    [415, { summary: '不支持的内容格式', data: nothing }],
    [CODES.FIELD_ERRORS, { summary: '填写有误', data: or(FIELD_ERRORS) }],
    [
      CODES.TOO_MANY,
      {
        summary: '过于频繁',
        data: or(
          exact({
            reason: Type.Optional(Type.Literal('FILES_IN_WORK')),
            retry_after: Type.Optional(Type.Number({ description: 'seconds' })),
          }),
        ),
      },
    ],
    ...(bought
      ? ([
          [
            CODES.CONTRACT_UNSIGNED,
            {
              summary: '购销合同未签署',
              data: or(STANDING, exact({ reason: Type.Literal('ORDER_HELD'), reasons: HoldReasons }), ...answered),
            },
          ],
        ] as const)
      : []),
    [CODES.BUSY, { summary: '系统繁忙', data: nothing }],
    [CODES.OVERLOADED, { summary: '暂时没有余力，稍候再试', data: or(exact({ reason: Type.Literal('FILES_BUSY') })) }],
  ])
}
