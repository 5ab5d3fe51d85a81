import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** ak_live_, 32 random bytes and a checksum, both in Base62: programs that look through code for secrets know it by its form. */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(DIGITS.length)
const PREFIX = 'ak_live_'
const RANDOM_LENGTH = 43
const CHECK_LENGTH = 6
/** The two lengths together. */
const SHAPE = /^ak_live_[0-9A-Za-z]{49}$/
const SHOWN = 8

function base62(value: bigint, length: number): string {
  let [left, text] = [value, '']
  while (text.length < length) {
    text = (DIGITS[Number(left % BASE)] ?? '') + text
    left /= BASE
  }
  return text
}
const checkOf = (random: string): string => base62(BigInt(crc32(PREFIX + random)), CHECK_LENGTH)

export function newSecret(): string {
  const random = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_LENGTH)
  return PREFIX + random + checkOf(random)
}

/** Whether it can be a key at all: a slip of the pen is told without asking the database. */
export const isSecret = (text: string): boolean =>
  SHAPE.test(text) && checkOf(text.slice(PREFIX.length, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH)

export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()
/** How it begins, by which people tell it from another one. */
export const shownOf = (secret: string): string => secret.slice(0, PREFIX.length + SHOWN)
