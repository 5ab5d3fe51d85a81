import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { fieldErrors } from '../../../../platform/errors.ts'

/** One-time codes as authenticators make them (RFC 6238): six digits, 30 seconds, SHA-1, which is what all of them know. */
const PERIOD = 30
const ISSUER = '安衡药采'
const RECOVERY_CODES = 10

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(secret) })

export const newSecret = (): string => new Secret({ size: 20 }).base32

export const factorUri = (secret: string, username: string): string => totpOf(secret, username).toString()

/**
 * The time step whose code this is: now's, the one before or the one after, for clocks that differ. Null: none of them, or one that
 * was taken already (a code that somebody looked at over a shoulder is worth nothing).
 */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  if (delta === null) return null
  const step = Math.floor(now.getTime() / 1000 / PERIOD) + delta
  return step > lastStep ? step : null
}

/** Spaces and hyphens are for reading only. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase()
export const recoveryHash = (code: string): Buffer => createHash('sha256').update(plainCode(code)).digest()

/** 50 bits each, shown in two groups: abcde-fghij. */
export function newRecoveryCodes(): string[] {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789ab'
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = [...randomBytes(10)].map((byte) => signs[byte % 32]).join('')
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })
}

export const wrongFactor = () => fieldErrors([{ field: 'code', message: '动态口令不正确或已用过，请输入下一个' }])
