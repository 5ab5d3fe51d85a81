import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import { OPEN_KEY_STATES, OPEN_SECRETS_MAX, PAGE_SIZE } from '#contract/constants.ts'
import type {
  OpenKeyWire,
  staffOpenCompany,
  staffOpenKeyAdd,
  staffOpenKeyIssue,
  staffOpenKeyRenew,
  staffOpenKeys,
} from '#contract/open-keys.ts'
import { openOrderAck } from '#contract/open-orders.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import { isNetwork } from '../../../platform/networks.ts'
import { transact } from '../../../platform/transact.ts'
import { lockAnyCompany } from '../../../platform/viewer-store.ts'
import { tellMany } from '../../talking/messages/public.ts'
import { OPEN_SCOPES, openWordName } from './scopes.ts'
import {
  beginOrders,
  blockCompany,
  findKey,
  insertKey,
  insertSecret,
  type KeyRow,
  keyOfSecret,
  letInCompany,
  letTake,
  listKeys,
  lockKey,
  stopKey,
  stopSecret,
} from './store.ts'
import { newSecret, secretHash, shownOf } from './token.ts'

const DAY_MS = 86_400_000
/** With this word a key takes orders over (openOrderAck): from the first such key on, orders wait for it. */
const TAKES_OVER = openOrderAck.scope

const iso = (at: string | Date): string => new Date(at).toISOString()

const wireOf = (row: KeyRow, staff: { accountId: number }): OpenKeyWire => ({
  id: row.id,
  name: row.name,
  state: row.state,
  state_name: OPEN_KEY_STATES[row.state],
  company: row.companyId === null ? null : { id: row.companyId, name: row.companyName, blocked: row.blocked },
  secret_for: row.secretForName,
  may_take: row.secretFor === staff.accountId ? 1 : 0,
  scopes: row.scopes.map((word) => ({ word, name: openWordName(word) })),
  addresses: row.addresses,
  signs: row.signs ? 1 : 0,
  expires_on: row.expiresOn,
  made_at: iso(row.madeAt),
  made_by: row.madeBy,
  stopped_at: row.stoppedAt && iso(row.stoppedAt),
  stopped_by: row.stoppedBy,
  stopped_reason: row.stoppedReason,
  secrets: row.secrets.map((one) => ({
    id: one.id,
    shown: one.shown,
    issued_at: iso(one.issuedAt),
    issued_by: one.issuedBy,
    last_used_at: one.lastUsedAt && iso(one.lastUsedAt),
    last_used_from: one.lastUsedFrom,
  })),
})

export async function keysOf(
  { db }: DatabaseHandle,
  staff: { accountId: number },
  { state, of, page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof staffOpenKeys>,
  now: Date,
): Promise<DataOf<typeof staffOpenKeys>> {
  const asked = { state: state ?? null, of: of ?? null, today: beijingDate(now), offset: (page - 1) * perPage, limit: perPage }
  const { rows, total } = await listKeys(db, asked)
  return { list: rows.map((row) => wireOf(row, staff)), page, per_page: perPage, total }
}

export interface KeyWish {
  name: string
  scopes: readonly string[]
  addresses: readonly string[]
  expiresOn: TradeDate
  signs: boolean
}

/** Each network once. */
export function readNetworks(addresses: readonly string[], errors: FieldError[]): string[] {
  const networks = [...new Set(addresses.map((text) => text.trim()).filter((text) => text !== ''))]
  const wrong = networks.find((text) => !isNetwork(text))
  if (wrong !== undefined) errors.push({ field: 'addresses', message: `“${wrong}”不是 IP 地址或网段，应像 203.0.113.5 或 10.20.0.0/16` })
  return networks
}
/** Of a key that counts for so many days, today included. */
export const lastDayOf = (days: number, now: Date): TradeDate => beijingDate(new Date(now.getTime() + (days - 1) * DAY_MS))

/** What was typed, each word and network once. */
export function readWish({ name, scopes, addresses = [], days, signs = 0 }: BodyOf<typeof staffOpenKeyAdd>, now: Date): KeyWish {
  const errors: FieldError[] = []
  if (name.trim().length < 2) errors.push({ field: 'name', message: '请写明是哪个系统' })
  const unknown = scopes.find((word) => !OPEN_SCOPES.some((scope) => scope.word === word))
  if (unknown !== undefined) errors.push({ field: 'scopes', message: `没有“${unknown}”这项权限` })
  const networks = readNetworks(addresses, errors)
  if (errors.length > 0) throw fieldErrors(errors)
  const expiresOn = lastDayOf(days, now)
  return { name: name.trim(), scopes: [...new Set(scopes)].sort(), addresses: networks, expiresOn, signs: signs === 1 }
}

async function shown(connection: Connection, staff: { accountId: number }, id: number, now: Date): Promise<OpenKeyWire> {
  const row = await findKey(connection, id, beijingDate(now))
  if (row === null) throw notFound('接口密钥')
  return wireOf(row, staff)
}

export async function addKey(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { reason, ...typed }: BodyOf<typeof staffOpenKeyAdd>,
  now: Date,
): Promise<OpenKeyWire> {
  const wish = readWish({ ...typed, reason }, now)
  return transact(db, async (trx) => {
    const id = await insertKey(trx, { ...wish, madeBy: staff.accountId, companyId: null }, now)
    const after = {
      name: wish.name,
      scopes: wish.scopes,
      addresses: wish.addresses,
      expires_on: wish.expiresOn,
      signs: wish.signs,
      reason: reason.trim(),
    }
    await writeAudit(trx, staff, { action: 'open_key.add', subject: `open_key:${id}`, before: null, after }, now)
    return shown(trx, staff, id, now)
  })
}

/** The key as it is, locked. */
async function locked(trx: Connection, staff: { accountId: number }, id: number, now: Date): Promise<OpenKeyWire> {
  if (!(await lockKey(trx, id))) throw notFound('接口密钥')
  return shown(trx, staff, id, now)
}

/** The key, locked, which can have one secret more. */
export async function renewable(trx: Connection, staff: { accountId: number }, id: number, now: Date): Promise<OpenKeyWire> {
  const key = await locked(trx, staff, id, now)
  if (key.company !== null) throw conflict('这是企业自己的密钥，由企业的负责人更换')
  if (key.state === 'stopped' || key.state === 'expired') throw conflict(`接口密钥${OPEN_KEY_STATES[key.state]}，请另建一个`)
  if (key.secrets.length >= OPEN_SECRETS_MAX) throw conflict(`已有 ${key.secrets.length} 个在用：请先让对方系统换用新的，停用旧的，再更换`)
  return key
}

/** Two have agreed to one secret more: whoever asked for it may take it. */
export async function renewKey(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  { reason }: BodyOf<typeof staffOpenKeyRenew>,
  now: Date,
): Promise<OpenKeyWire> {
  return transact(db, async (trx) => {
    const key = await renewable(trx, staff, id, now)
    await letTake(trx, id, staff.accountId)
    const entry = { before: { secret_for: key.secret_for }, after: { secret_for: staff.accountId, reason: reason.trim() } }
    await writeAudit(trx, staff, { action: 'open_key.renew', subject: `open_key:${id}`, ...entry }, now)
    return shown(trx, staff, id, now)
  })
}

/** The secret leaves the shop by this answer alone. */
export async function issueSecret(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  now: Date,
): Promise<DataOf<typeof staffOpenKeyIssue>> {
  const secret = newSecret()
  return transact(db, async (trx) => {
    const key = await renewable(trx, staff, id, now)
    if (key.secret_for === '') throw conflict('没有待领取的密钥：更换须先由另一人批准')
    if (key.may_take === 0) throw forbidden(`这个密钥由${key.secret_for}领取；他不在岗时，请停用后另建`)
    if (key.scopes.some(({ word }) => word === TAKES_OVER)) await beginOrders(trx, now)
    await insertSecret(
      trx,
      { keyId: id, hash: secretHash(secret), shown: shownOf(secret), signing: key.signs === 1 ? secret : null, by: staff.accountId },
      now,
    )
    await letTake(trx, id, null)
    const after = { shown: shownOf(secret), beside: key.secrets.map((one) => one.shown) }
    await writeAudit(trx, staff, { action: 'open_key.issue', subject: `open_key:${id}`, before: null, after }, now)
    return { secret, key: await shown(trx, staff, id, now) }
  })
}

export async function endKey({ db }: DatabaseHandle, staff: StaffActor, id: number, reason: string, now: Date): Promise<OpenKeyWire> {
  return transact(db, async (trx) => {
    const key = await locked(trx, staff, id, now)
    if (key.state === 'stopped') return key
    await stopKey(trx, id, staff.accountId, reason.trim(), now)
    const entry = { before: { state: key.state }, after: { state: 'stopped', reason: reason.trim() } }
    await writeAudit(trx, staff, { action: 'open_key.stop', subject: `open_key:${id}`, ...entry }, now)
    return shown(trx, staff, id, now)
  })
}

export async function endSecret({ db }: DatabaseHandle, staff: StaffActor, secretId: number, now: Date): Promise<OpenKeyWire> {
  return transact(db, async (trx) => {
    const id = await keyOfSecret(trx, secretId)
    if (id === null) throw notFound('接口密钥')
    const key = await locked(trx, staff, id, now)
    const one = key.secrets.find((secret) => secret.id === secretId)
    // Somebody else stopped it while this waited for the lock.
    if (one === undefined) throw notFound('接口密钥')
    if (key.company !== null) throw conflict('这是企业自己的密钥，只能整个停用')
    if (key.secrets.length === 1) throw conflict('这是唯一在用的密钥：停用整个接口，或先领取新的')
    await stopSecret(trx, secretId, now)
    const entry = { before: { shown: one.shown }, after: null }
    await writeAudit(trx, staff, { action: 'open_key.secret_stop', subject: `open_key:${id}`, ...entry }, now)
    return shown(trx, staff, id, now)
  })
}

/** Whether any key of this company is let in, whoever made it and whenever. */
export async function letInOrBlock(
  { db }: DatabaseHandle,
  staff: StaffActor & { accountId: number },
  { id, command }: { id: number; command: 'block' | 'allow' },
  reason: string,
  now: Date,
): Promise<DataOf<typeof staffOpenCompany>> {
  return transact(db, async (trx) => {
    if ((await lockAnyCompany(trx, id)) === null) throw notFound('企业')
    const text = reason.trim()
    if (command === 'block') await blockCompany(trx, { companyId: id, by: staff.accountId, reason: text }, now)
    else await letInCompany(trx, id)
    const after = { blocked: command === 'block', reason: text }
    await writeAudit(trx, staff, { action: `open_company.${command}`, subject: `company:${id}`, before: null, after }, now)
    const told = { companyId: id, kind: 'system' as const, url: '/jkmy', key: `open_company:${id}:${command}:${now.getTime()}` }
    await tellMany(
      trx,
      [
        command === 'block'
          ? { ...told, title: '接口已停用', text: `商城停用了贵企业的接口：${text}` }
          : { ...told, title: '接口已恢复', text: '贵企业的接口密钥可以使用了。' },
      ],
      now,
    )
    return { blocked: command === 'block' ? text : '' }
  })
}
