/** The envelope's codes (specification section 8). The HTTP status is the code where that is one. */
export const CODES = {
  OK: 200,
  LOGIN_REQUIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  FIELD_ERRORS: 422,
  TOO_MANY: 429,
  CONTRACT_UNSIGNED: 459,
  BUSY: 500,
  /** No time or no room for it just now; the same call may go well in a moment (Retry-After). */
  OVERLOADED: 503,
} as const
export type Code = (typeof CODES)[keyof typeof CODES]

/** What every answer looks like. errors names the fields of a 422. */
export interface Envelope<Data> {
  code: number
  message: string
  data: Data
  request_id?: string
}

export const SUCCESS_CODES: readonly number[] = [10000, 200, 201]
export const LOGIN_CODES: readonly number[] = [10001, 401]
