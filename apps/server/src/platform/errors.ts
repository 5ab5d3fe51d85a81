import { CODES, type Code } from '#contract/codes.ts'
import type { RefusalData } from '#contract/refusals.ts'

export interface FieldError {
  field: string
  message: string
}

/** The one way to refuse: a code of the catalogue, a sentence for a person, and data for the page. */
export class ShopError extends Error {
  readonly code: Code
  readonly data: unknown
  constructor(code: Code, message: string, data: unknown = null) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const loginRequired = () => new ShopError(CODES.LOGIN_REQUIRED, '请先登录')
export const forbidden = (message = '您没有权限进行此操作') => new ShopError(CODES.FORBIDDEN, message)
export const notFound = (what = '内容') => new ShopError(CODES.NOT_FOUND, `${what}不存在或已删除`)
/** What was asked rightly and cannot be done now. A reason is one that the call names in the contract. */
export const conflict = (message: string, data: RefusalData | null = null) => new ShopError(CODES.CONFLICT, message, data)
/** Somebody else saved it since it was read: what stands there now goes with the refusal, so that nothing typed is lost. */
export const changedMeanwhile = (version: number, changes: { field: string; theirs: string }[]) =>
  conflict('这条记录刚刚被他人修改，请核对后再保存', { reason: 'CHANGED_MEANWHILE', version, changes })
export const fieldErrors = (errors: readonly FieldError[]) =>
  new ShopError(CODES.FIELD_ERRORS, errors[0]?.message ?? '提交的内容有误', { errors })
