import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { giveCookie, readCookie } from '../../../../platform/cookies.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { keptSecret } from '../../../../platform/kept-secret.ts'

/**
 * Browsers that an account has logged in from keep a signed word of it. It opens nothing: it only spares them what a name
 * that strangers fail on asks of everybody else, so that nobody is kept out by others.
 */
const COOKIE = 'known'
const DAYS = 180
const DAY_MS = 86_400_000
/** A counter that several people share. */
const ACCOUNTS_MAX = 5

const secrets = new WeakMap<DatabaseHandle, Promise<string>>()
function secretOf(database: DatabaseHandle): Promise<string> {
  const known = secrets.get(database)
  if (known) return known
  const secret = keptSecret(database, 'device_secret')
  secret.catch(() => secrets.delete(database))
  secrets.set(database, secret)
  return secret
}

interface Known {
  accountId: number
  day: number
  word: string
}

const today = (now: Date) => Math.floor(now.getTime() / DAY_MS)
const signed = (accountId: number, day: number, secret: string) =>
  createHmac('sha256', secret).update(`device:${accountId}.${day}`).digest('base64url')

function isGenuine({ accountId, day, word }: Known, secret: string, now: Date): boolean {
  const [, , mac = ''] = word.split('.')
  const expected = Buffer.from(signed(accountId, day, secret))
  const given = Buffer.from(mac)
  return given.length === expected.length && timingSafeEqual(given, expected) && day <= today(now) && day > today(now) - DAYS
}

function wordsOf(request: FastifyRequest): Known[] {
  const words = (readCookie(request, COOKIE) ?? '').split('~').slice(0, ACCOUNTS_MAX)
  return words.flatMap((word) => {
    const found = /^(\d{1,15})\.(\d{1,6})\.[\w-]{43}$/.exec(word)
    return found ? [{ accountId: Number(found[1]), day: Number(found[2]), word }] : []
  })
}

/** What this browser is counted by, where the account has logged in from it before; null: it has not. */
export async function knownDevice(database: DatabaseHandle, request: FastifyRequest, accountId: number, now: Date): Promise<string | null> {
  const found = wordsOf(request).find((one) => one.accountId === accountId)
  return found !== undefined && isGenuine(found, await secretOf(database), now) ? found.word : null
}

/** After a good login, whatever way it went. */
export async function rememberDevice(
  database: DatabaseHandle,
  { request, reply, now }: { request: FastifyRequest; reply: FastifyReply; now: Date },
  accountId: number,
): Promise<void> {
  const secret = await secretOf(database)
  const others = wordsOf(request).filter((one) => one.accountId !== accountId && isGenuine(one, secret, now))
  const own = `${accountId}.${today(now)}.${signed(accountId, today(now), secret)}`
  giveCookie(reply, COOKIE, [own, ...others.map(({ word }) => word)].slice(0, ACCOUNTS_MAX).join('~'), DAYS * 86_400)
}
