import type { SmsNotice } from '#contract/constants.ts'
import { beijingMinute } from '#domain/dates.ts'
import { hidePhone, maskedText } from '#domain/masking.ts'
import type { Database } from '../../platform/database.ts'
import { beginMessage, doubtfulService, giveUpSending, type Outcome, queueNotices, settleMessage, takeNotice } from '../messages/store.ts'
import { NotReached, Refused, Unanswered } from '../outside/ask.ts'
import type { SmsProvider } from './provider.ts'
import { type SmsRequest, type SmsService, type SmsTemplate, TooManyMessages } from './service.ts'

/**
 * Which service sends, and which when it does not (docs/decisions/2026-11-28-messages.md). Another is asked only where the first has
 * certainly not sent: it said no, or could not be reached. Where nobody knows, the message is not sent twice; the next press begins with
 * the other service.
 */

interface Delivery {
  outcome: Outcome
  /** Why it was not taken; null: it was. */
  cause: Unanswered | null
}

const MINUTE_MS = 60_000
/** So long a service whose last message to a phone did not come is asked last for that phone. */
const DOUBT_MS = 10 * MINUTE_MS

/** Asks one after another, by this rule. */
export async function deliver(
  services: readonly SmsService[],
  template: SmsTemplate,
  wish: Omit<SmsRequest, 'template'>,
  now: Date,
): Promise<Delivery> {
  const faults: string[] = []
  let last: Delivery = {
    outcome: { state: 'dropped', service: '', serviceId: '', error: '没有短信服务报备过这个模板' },
    cause: new Refused('短信服务', `no template ${template}`),
  }
  for (const service of services) {
    const approved = service.templates[template]
    if (approved === undefined) continue
    const ended = (state: Outcome['state'], serviceId = ''): Outcome => ({
      state,
      service: service.key,
      serviceId,
      error: faults.join('；').slice(0, 500),
    })
    try {
      const { serviceId } = await service.send({ ...wish, template: approved }, now)
      return { outcome: ended('sent', serviceId), cause: null }
    } catch (error) {
      const cause =
        error instanceof Unanswered
          ? error
          : new Unanswered(service.name, maskedText(error instanceof Error ? error.message : String(error)))
      faults.push(cause.message)
      const isSure = cause instanceof NotReached || cause instanceof Refused
      if (!isSure) return { outcome: ended('unknown'), cause }
      last = { outcome: ended('refused'), cause }
      if (cause instanceof TooManyMessages) return last
    }
  }
  return last
}

/** The shop's codes by the services it has contracts with, the first one first. */
export function smsByServices(services: readonly SmsService[], db: Database): SmsProvider {
  return {
    inboxUrl: '',
    async sendCode({ phone, purpose, code, minutes }, now) {
      const receiver = hidePhone(phone)
      const doubtful = await doubtfulService(db, receiver, new Date(now.getTime() - DOUBT_MS))
      const order = [...services].sort((one, other) => Number(one.key === doubtful) - Number(other.key === doubtful))
      const id = await beginMessage(db, { way: 'sms', template: 'code', purpose, receiver }, now)
      const params = { code, minutes: String(minutes) }
      const { outcome, cause } = await deliver(order, 'code', { phone, params, reference: String(id) }, now)
      if (id !== null) await settleMessage(db, id, outcome, now)
      if (cause !== null) throw cause
    },
  }
}

/** What was told longer ago is not sent any more. */
const NEWS_MS = 24 * 60 * MINUTE_MS
/** Whoever sends has an answer by then, or none. */
const SENDING_MS = 10 * MINUTE_MS
const AT_ONCE = 300
/** Nobody is woken by a notice. */
const [FROM_HOUR, UNTIL_HOUR] = [8, 21]

/** Each try of one that no service could be reached for comes later than the one before. */
const nextTry = (tries: number, now: Date): Date => new Date(now.getTime() + Math.min(2 ** tries, 60) * MINUTE_MS)

/** Sends what companies were told and is due; safe to run twice and by several at once. */
export async function sendNotices(services: readonly SmsService[], db: Database, now: Date): Promise<void> {
  const hour = Number(beijingMinute(now).slice(11, 13))
  await giveUpSending(db, new Date(now.getTime() - SENDING_MS))
  if (hour < FROM_HOUR || hour >= UNTIL_HOUR) return
  const templates = [...new Set(services.flatMap((one) => Object.keys(one.templates)))].filter((name) => name !== 'code')
  if (templates.length === 0) return
  const since = new Date(now.getTime() - NEWS_MS)
  await queueNotices(db, templates, since, now)
  for (let count = 0; count < AT_ONCE; count += 1) {
    const notice = await takeNotice(db, now)
    if (notice === null) return
    const { id, phone, params, createdAt, tries } = notice
    const dropped = (error: string): Outcome => ({ state: 'dropped', service: '', serviceId: '', error })
    if (phone === '') await settleMessage(db, id, dropped('账号没有手机号'), now)
    else {
      const { outcome, cause } = await deliver(services, notice.template as SmsNotice, { phone, params, reference: String(id) }, now)
      // Nobody was there to take it.
      const isLater = cause instanceof NotReached && outcome.state === 'refused'
      const later: Outcome =
        createdAt > since ? { ...outcome, state: 'waiting', dueAt: nextTry(tries, now) } : { ...outcome, state: 'dropped' }
      await settleMessage(db, id, isLater ? later : outcome, now)
      if (isLater) return
    }
  }
}
