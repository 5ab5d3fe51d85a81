import { ApiError, NoAnswer } from '#api-client/client.ts'
import { CODES } from '#contract/codes.ts'
import type { RefusalWire } from '#contract/shapes.ts'

/**
 * The refusals that these pages show themselves, beside what they concern. Login and the unsigned contract stay with the
 * error catalogue, which leads to their pages.
 */
export const SHOWN_HERE: readonly number[] = [
  CODES.FORBIDDEN,
  CODES.NOT_FOUND,
  CODES.CONFLICT,
  CODES.FIELD_ERRORS,
  CODES.TOO_MANY,
  CODES.BUSY,
  502,
  CODES.OVERLOADED,
  504,
]

/** A failure as one sentence for the buyer; null for a request that a newer one has replaced. Anything else is a bug and thrown on. */
export function failureText(error: unknown): string | null {
  if (error instanceof ApiError) return error.message || '系统繁忙，请稍候再试'
  if (error instanceof NoAnswer) return error.kind === 'cancelled' ? null : '网络没有应答，请检查网络后再试'
  throw error
}

/** A goods that stops the checkout, and why. */
export interface RefusedLine {
  id: number
  name: string
  message: string
}

export interface Refusal {
  message: string
  lines: RefusedLine[]
  reasons: RefusalWire[]
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && key in value ? (value as Record<string, unknown>)[key] : undefined
const list = (value: unknown, key: string): unknown[] => {
  const found = field(value, key)
  return Array.isArray(found) ? found : []
}
const isReason = (value: unknown): value is RefusalWire =>
  typeof field(value, 'code') === 'string' && typeof field(value, 'message') === 'string'

/** The goods that the answer names (data.lines of a 409), each with its first reason. */
export function refusedLines(error: unknown): RefusedLine[] {
  if (!(error instanceof ApiError)) return []
  return list(error.data, 'lines').map((line) => ({
    id: Number(field(line, 'id')),
    name: String(field(line, 'name') ?? ''),
    message:
      list(line, 'reasons')
        .filter(isReason)
        .map((reason) => reason.message)
        .join('；') || '暂不能购买',
  }))
}

export type WayOn = NonNullable<RefusalWire['action']>

/** Where a refusal says that its reasons are solved. */
export const waysOnOf = (error: unknown): WayOn[] =>
  error instanceof ApiError ? reasonsOf(error).flatMap(({ action }) => action ?? []) : []

const reasonsOf = (error: ApiError): RefusalWire[] => list(error.data, 'reasons').filter(isReason)

/** A failure that takes the place of the page's content. */
export function refusalOf(error: unknown): Refusal {
  return {
    message: failureText(error) ?? '没有加载出来，请刷新页面',
    lines: refusedLines(error),
    reasons: error instanceof ApiError ? reasonsOf(error) : [],
  }
}
