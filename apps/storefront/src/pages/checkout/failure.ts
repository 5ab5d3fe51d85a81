import { CODES } from '#contract/codes.ts'
import type { RefusalWire } from '#contract/shapes.ts'
import { ApiError, NoAnswer } from '../../api/client.ts'

/**
 * The refusals that these pages show themselves, beside what they concern. Login and the unsigned contract stay with the
 * error catalogue, which leads to their pages.
 */
export const SHOWN_HERE: readonly number[] = [
  CODES.FORBIDDEN, CODES.NOT_FOUND, CODES.CONFLICT, CODES.FIELD_ERRORS, CODES.TOO_MANY, CODES.BUSY, 502, 503, 504,
]

/** A failure as one sentence for the buyer; null for a request that a newer one has replaced. Anything else is a bug and thrown on. */
export function failureText(error: unknown): string | null {
  if (error instanceof ApiError) return error.message || '系统繁忙，请稍候再试'
  if (error instanceof NoAnswer) return error.kind === 'cancelled' ? null : '网络没有应答，请检查网络后再试'
  throw error
}

export interface Refusal {
  message: string
  reasons: RefusalWire[]
}

const isRefusal = (value: unknown): value is RefusalWire =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value && typeof value.message === 'string'

/** A rule's refusal that a page shows in place of its content; null for what the frame's error pages show (login, failure). */
export function refusalOf(error: ApiError): Refusal | null {
  const shown: readonly number[] = [CODES.FORBIDDEN, CODES.NOT_FOUND, CODES.CONFLICT, CODES.FIELD_ERRORS, CODES.CONTRACT_UNSIGNED]
  if (!shown.includes(error.code)) return null
  const reasons = typeof error.data === 'object' && error.data !== null && 'reasons' in error.data ? error.data.reasons : []
  return { message: error.message, reasons: Array.isArray(reasons) ? reasons.filter(isRefusal) : [] }
}
