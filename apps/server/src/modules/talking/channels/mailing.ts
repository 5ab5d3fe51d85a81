import { createHash } from 'node:crypto'
import { MESSAGE_TEMPLATES } from '#contract/constants.ts'
import { beijingDate } from '#domain/dates.ts'
import { hideMail, maskedText } from '#domain/masking.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { readSettings } from '../../../platform/settings.ts'
import type { Mailer } from '../../../providers/mail/mailer.ts'
import { beginMessage, settleMessage } from '../../../providers/messages/store.ts'
import { NotReached, Refused, Unanswered } from '../../../providers/outside/ask.ts'
import { DIGEST_SETTINGS, type Digest, type DigestText, digestOf } from './digests.ts'

export interface MailDeps {
  database: DatabaseHandle
  /** null: this shop sends no mail. */
  mailer: Mailer | null
  /** By which mails lead back to the console. */
  origin: string
  channelName: (channel: string) => string
}

const host = (origin: string): string => (URL.canParse(origin) ? new URL(origin).hostname : 'localhost')

export type OwnMail = { template: Digest | 'test'; to: string; key: string } & DigestText

/** Its row in the record. null: it was sent before, or is being sent. */
export const beginMail = (connection: Connection, { template, to, key }: OwnMail, now: Date): Promise<number | null> =>
  beginMessage(connection, { way: 'mail', template, receiver: hideMail(to), key }, now)

/**
 * One that the server could not be reached for, or not for now, waits for the next try; one of which nobody knows whether it arrived is
 * not sent again. Throws why it was not taken.
 */
export async function sendBegun(
  { database: { db }, origin }: Pick<MailDeps, 'database' | 'origin'>,
  mailer: Mailer,
  id: number,
  { template, to, key, subject, text }: OwnMail,
  now: Date,
): Promise<void> {
  const settle = (state: 'sent' | 'waiting' | 'refused' | 'unknown', serviceId: string, error: string) =>
    settleMessage(db, id, { state, service: 'mail', serviceId, error: maskedText(error).slice(0, 500) }, now)
  try {
    const whole = `${text}\n\n${origin}/console\n`
    const sent = await mailer.send({ to, subject: `[安衡药采] ${subject}`, text: whole, id: `<${key}@${host(origin)}>` })
    await settle('sent', sent.serviceId, '')
  } catch (error) {
    const cause = error instanceof Unanswered ? error : new Unanswered(mailer.name, error instanceof Error ? error.message : String(error))
    // Nobody tries a test again.
    const isLater = cause instanceof NotReached && template !== 'test'
    await settle(isLater ? 'waiting' : cause instanceof NotReached || cause instanceof Refused ? 'refused' : 'unknown', '', cause.message)
    throw cause
  }
}

/** The day's mails to those whom the settings name; one that could not be sent does not hold the others up. */
export async function mailDigests(deps: MailDeps, now: Date): Promise<void> {
  const { database, mailer } = deps
  if (mailer === null) return
  const receivers = await readSettings(database.db, Object.values(DIGEST_SETTINGS))
  const failures = collectFailures()
  for (const [digest, setting] of Object.entries(DIGEST_SETTINGS) as [Digest, keyof typeof receivers][]) {
    const to = receivers[setting] ?? []
    const told = to.length === 0 ? null : await digestOf(database.db, digest, deps.channelName, now)
    if (told === null) continue
    for (const one of to)
      await failures.one(`${MESSAGE_TEMPLATES[digest]} ${hideMail(one)}`, async () => {
        const key = `${digest}.${beijingDate(now)}.${createHash('sha256').update(one.toLowerCase()).digest('hex').slice(0, 12)}`
        const mail = { template: digest, to: one, key, ...told }
        const id = await beginMail(database.db, mail, now)
        if (id !== null) await sendBegun(deps, mailer, id, mail, now)
      })
  }
  failures.report()
}
