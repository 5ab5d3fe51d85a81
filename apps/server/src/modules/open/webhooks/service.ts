import { randomBytes } from 'node:crypto'
import type { BodyOf, DataOf, ParamsOf, QueryOf } from '#contract/call.ts'
import { OPEN_SECRETS_MAX, PAGE_SIZE, WEBHOOK_MESSAGE_STATES, WEBHOOK_STATES, WEBHOOK_TYPES } from '#contract/constants.ts'
import {
  type staffWebhookAdd,
  type staffWebhookAgain,
  type staffWebhookCommand,
  type staffWebhookIssue,
  type staffWebhookMessages,
  type staffWebhooks,
  WEBHOOK_TEST,
  type WebhookMessageWire,
  type WebhookWire,
} from '#contract/open-webhooks.ts'
import type { AuditAction } from '#domain/audit-names.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { momentOf } from '../incoming/public.ts'
import { publishedNow } from '../outgoing/public.ts'
import {
  type EndpointRow,
  endpointOfSecret,
  findEndpoint,
  insertEndpoint,
  insertSigningSecret,
  listEndpoints,
  lockEndpoint,
  setEndpointState,
  stopSigningSecret,
} from './endpoint-store.ts'
import { hurryMessages, insertMessages, listMessages, type MessageRow, sendAgain } from './message-store.ts'
import { addressFault } from './reach.ts'
import { bodyOf } from './sending.ts'
import { newSigningSecret } from './sign.ts'

const iso = (at: string | Date): string => new Date(at).toISOString()

const wireOf = (row: EndpointRow): WebhookWire => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: row.types,
  in_order: row.inOrder ? 1 : 0,
  state: row.state,
  state_name: WEBHOOK_STATES[row.state],
  state_reason: row.reason,
  made_at: iso(row.madeAt),
  made_by: row.madeBy,
  failing_since: row.failingSince && iso(row.failingSince),
  waiting: row.waiting,
  failed: row.failed,
  secrets: row.secrets.map(({ id, issuedAt, issuedBy }) => ({ id, issued_at: iso(issuedAt), issued_by: issuedBy })),
})

export async function webhooksOf(
  { db }: DatabaseHandle,
  { state, page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof staffWebhooks>,
): Promise<DataOf<typeof staffWebhooks>> {
  const { rows, total } = await listEndpoints(db, { state: state ?? null, offset: (page - 1) * perPage, limit: perPage })
  return { list: rows.map(wireOf), page, per_page: perPage, total }
}

export interface WebhookWish {
  name: string
  url: string
  types: readonly string[]
  inOrder: boolean
}

export function readWish({ name, url, types, in_order: inOrder }: BodyOf<typeof staffWebhookAdd>, allowed: readonly string[]): WebhookWish {
  const errors: FieldError[] = []
  if (name.trim().length < 2) errors.push({ field: 'name', message: '请写明是哪个系统' })
  const fault = addressFault(url.trim(), allowed)
  if (fault !== '') errors.push({ field: 'url', message: fault })
  const unknown = types.find((type) => !Object.hasOwn(WEBHOOK_TYPES, type))
  if (unknown !== undefined) errors.push({ field: 'types', message: `没有“${unknown}”这种事件` })
  if (errors.length > 0) throw fieldErrors(errors)
  return { name: name.trim(), url: new URL(url.trim()).href, types: [...new Set(types)].sort(), inOrder: inOrder === 1 }
}

async function shown(connection: Connection, id: number): Promise<WebhookWire> {
  const row = await findEndpoint(connection, id)
  if (row === null) throw notFound('事件推送')
  return wireOf(row)
}
async function locked(trx: Connection, id: number): Promise<EndpointRow> {
  const row = await lockEndpoint(trx, id)
  if (row === null) throw notFound('事件推送')
  return row
}

/** A deed about one endpoint, with its row on record. */
async function about(
  trx: Connection,
  staff: StaffActor,
  action: AuditAction,
  id: number,
  [before, after]: readonly [object | null, object | null],
  now: Date,
): Promise<void> {
  await writeAudit(trx, staff, { action, subject: `webhook:${id}`, before, after }, now)
}

export async function addWebhook(
  database: DatabaseHandle,
  staff: StaffActor,
  wish: WebhookWish,
  reason: string,
  now: Date,
): Promise<WebhookWire> {
  return transact(database.db, async (trx) => {
    // What happened before is nobody's to be told.
    const seen = await publishedNow({ ...database, db: trx })
    const id = await insertEndpoint(trx, { ...wish, madeBy: staff.accountId, seen }, now)
    const after = { name: wish.name, url: wish.url, types: wish.types, in_order: wish.inOrder, reason: reason.trim() }
    await about(trx, staff, 'webhook.add', id, [null, after], now)
    return shown(trx, id)
  })
}

/** The secret leaves the shop by this answer alone; until the former is stopped, messages carry a signature of each. */
export async function issueSigning(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  now: Date,
): Promise<DataOf<typeof staffWebhookIssue>> {
  const secret = newSigningSecret()
  return transact(db, async (trx) => {
    const row = await locked(trx, id)
    if (row.state === 'stopped') throw conflict('事件推送已停用，请另建一个')
    if (row.secrets.length >= OPEN_SECRETS_MAX) throw conflict('已有两个签名密钥在用：请先让对方换用新的，停用旧的，再更换')
    await insertSigningSecret(trx, id, secret, staff.accountId, now)
    await about(trx, staff, 'webhook.issue', id, [null, { beside: row.secrets.length }], now)
    return { secret, endpoint: await shown(trx, id) }
  })
}

export async function endSigning({ db }: DatabaseHandle, staff: StaffActor, secretId: number, now: Date): Promise<WebhookWire> {
  return transact(db, async (trx) => {
    const id = await endpointOfSecret(trx, secretId)
    const row = id === null ? null : await locked(trx, id)
    if (row === null || !row.secrets.some((one) => one.id === secretId)) throw notFound('签名密钥')
    if (row.secrets.length === 1) throw conflict('这是唯一在用的签名密钥：停用整个推送，或先领取新的')
    await stopSigningSecret(trx, secretId, now)
    await about(trx, staff, 'webhook.secret_stop', row.id, [{ secret: secretId }, null], now)
    return shown(trx, row.id)
  })
}

export async function commandWebhook(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { id, command }: ParamsOf<typeof staffWebhookCommand>,
  reason: string,
  now: Date,
): Promise<WebhookWire> {
  return transact(db, async (trx) => {
    const row = await locked(trx, id)
    if (row.state === 'stopped') throw conflict('事件推送已停用')
    if (command === 'test') {
      const message = { messageId: `msg_test_${randomBytes(12).toString('hex')}`, type: WEBHOOK_TEST, about: '试发' }
      await insertMessages(trx, id, [{ ...message, body: bodyOf(WEBHOOK_TEST, now, { name: row.name }) }], now)
    } else {
      const to = { pause: 'paused', resume: 'live', stop: 'stopped' } as const
      await setEndpointState(trx, id, to[command], command === 'resume' ? '' : reason.trim())
      // After a rest of days nobody waits for the pause of a try that failed before it.
      if (command === 'resume') await hurryMessages(trx, id, now)
    }
    await about(trx, staff, `webhook.${command}`, id, [{ state: row.state }, { reason: reason.trim() }], now)
    return shown(trx, id)
  })
}

const messageOf = (row: MessageRow): WebhookMessageWire => ({
  id: row.id,
  message_id: row.messageId,
  type: row.type,
  about: row.about,
  state: row.state,
  state_name: WEBHOOK_MESSAGE_STATES[row.state],
  made_at: iso(row.madeAt),
  next_at: row.state === 'waiting' ? iso(row.nextAt) : null,
  body: row.body,
  tries: row.tries.map(({ at, status, fault, answer, tookMs }) => ({ at: iso(at), status: status ?? 0, fault, answer, took_ms: tookMs })),
})

export async function messagesOf(
  { db }: DatabaseHandle,
  id: number,
  { state, keywords = '', page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof staffWebhookMessages>,
): Promise<DataOf<typeof staffWebhookMessages>> {
  if ((await findEndpoint(db, id)) === null) throw notFound('事件推送')
  const asked = { state: state ?? null, keywords: keywords.trim(), offset: (page - 1) * perPage, limit: perPage }
  const { rows, total } = await listMessages(db, id, asked)
  return { list: rows.map(messageOf), page, per_page: perPage, total }
}

function readMoment(errors: FieldError[], field: string, text: string | undefined): Date | null {
  if (text === undefined || text === '') return null
  const at = momentOf(text)
  if (at === null) errors.push({ field, message: '不是 RFC 3339 的时间' })
  return at
}

export async function again(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { message, from, until, failed, reason }: BodyOf<typeof staffWebhookAgain>,
  now: Date,
): Promise<DataOf<typeof staffWebhookAgain>> {
  const errors: FieldError[] = []
  const wish = {
    message: message ?? null,
    from: readMoment(errors, 'from', from),
    until: readMoment(errors, 'until', until),
    failedOnly: failed === 1,
  }
  if (errors.length > 0) throw fieldErrors(errors)
  return transact(db, async (trx) => {
    const row = await locked(trx, id)
    if (row.state === 'stopped') throw conflict('事件推送已停用')
    const messages = await sendAgain(trx, id, wish, now)
    if (message !== undefined && messages === 0) throw notFound('已送达或未送达的消息')
    if (messages === 0) return { messages }
    const after = { messages, from: from ?? '', until: until ?? '', failed: wish.failedOnly, reason: reason.trim() }
    await about(trx, staff, 'webhook.again', id, [null, after], now)
    return { messages }
  })
}
