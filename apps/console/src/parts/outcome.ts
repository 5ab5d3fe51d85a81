import { ApiError, NoAnswer } from '#api-client/client.ts'
import { SUBMITTED } from '#contract/constants.ts'
import type { RefusalData } from '#contract/refusals.ts'

/** What stands there now, where somebody else saved meanwhile. */
export interface Meanwhile {
  version: number
  changes: { field: string; theirs: string }[]
}

/** How a deed ended that was not done. */
export type Outcome =
  | { kind: 'meanwhile'; meanwhile: Meanwhile; sentence: string }
  | { kind: 'fields'; fields: { field: string; message: string }[]; sentence: string }
  | { kind: 'signed-out' }
  | { kind: 'submitted'; sentence: string }
  /** reason: by its code in the contract, where it has one. */
  | { kind: 'refused'; sentence: string; reason?: string }

const BUSY = '系统繁忙，请稍候再试'

/** A failure in words for the person who caused it. */
export function sentenceOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.kind === 'timeout' ? '请求超时，不知是否办成，请刷新后核对' : '网络连接不畅，请检查网络后重试'
  if (!(error instanceof ApiError)) return BUSY
  if (error.code >= 500) return error.message || BUSY
  return error.fieldErrors[0]?.message || error.message || BUSY
}

function meanwhileOf(data: unknown): Meanwhile | null {
  const refusal = data as RefusalData | null
  if (refusal === null || typeof refusal !== 'object' || refusal.reason !== 'CHANGED_MEANWHILE') return null
  return { version: refusal.version, changes: refusal.changes }
}

export function outcomeOf(error: unknown): Outcome {
  const sentence = sentenceOf(error)
  if (!(error instanceof ApiError)) return { kind: 'refused', sentence }
  if (error.code === SUBMITTED) return { kind: 'submitted', sentence: error.message }
  if (error.code === 401) return { kind: 'signed-out' }
  const meanwhile = meanwhileOf(error.data)
  if (meanwhile) return { kind: 'meanwhile', meanwhile, sentence }
  if (error.fieldErrors.length > 0) return { kind: 'fields', fields: error.fieldErrors, sentence }
  const reason = (error.data as { reason?: string } | null)?.reason
  return { kind: 'refused', sentence, ...(reason !== undefined && { reason }) }
}

/** Fields of a refusal by the form's names: 'lines[0].price' → ['lines', 0, 'price']. */
export const fieldPath = (field: string): (string | number)[] =>
  field
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
