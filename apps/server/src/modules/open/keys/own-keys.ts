import type { BodyOf } from '#contract/call.ts'
import { OPEN_KEY_STATES, OPEN_OWN_KEYS_MAX, OPEN_SECRETS_MAX } from '#contract/constants.ts'
import type { OwnKeyIssued, OwnKeysWire, OwnKeyWire, userOpenKeyAdd } from '#contract/own-keys.ts'
import { beijingDate } from '#domain/dates.ts'
import { reviewOf } from '#domain/review.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { lockCompanyOf } from '../../../platform/viewer-store.ts'
import { tellMany } from '../../talking/messages/public.ts'
import { requireProof, useProof } from '../../who/accounts/public.ts'
import { memberOf } from '../../who/stores/public.ts'
import { openWordName } from './scopes.ts'
import { lastDayOf, readNetworks } from './service.ts'
import {
  blockOf,
  findKey,
  insertKey,
  insertSecret,
  type KeyRow,
  keyOfSecret,
  keysOfCompany,
  lockKey,
  stopKey,
  stopSecret,
} from './store.ts'
import { newSecret, secretHash, shownOf } from './token.ts'

/**
 * Keys that a company makes for its own systems. Only its owner does, once he has shown again who he is: whoever has a secret orders in the
 * company's name. The company is told of each deed. A key lives as long as who made it owns the company (door.ts).
 */

type Member = Viewer & { company: ViewerCompany }

const iso = (at: string | Date): string => new Date(at).toISOString()
const isAlive = ({ state }: KeyRow): boolean => state === 'live' || state === 'unissued'

const wireOf = (row: KeyRow): OwnKeyWire => ({
  id: row.id,
  name: row.name,
  state: row.state,
  state_name: OPEN_KEY_STATES[row.state],
  scopes: row.scopes.map((word) => ({ word, name: openWordName(word) })),
  addresses: row.addresses,
  signs: row.signs ? 1 : 0,
  expires_on: row.expiresOn,
  made_at: iso(row.madeAt),
  made_by: row.madeBy,
  stopped_at: row.stoppedAt && iso(row.stoppedAt),
  stopped_reason: row.stoppedReason,
  secrets: row.secrets.map((one) => ({
    id: one.id,
    shown: one.shown,
    issued_at: iso(one.issuedAt),
    last_used_at: one.lastUsedAt && iso(one.lastUsedAt),
    last_used_from: one.lastUsedFrom,
  })),
})

/** Empty: he may make one. */
async function whyNot(connection: Connection, { accountId, company }: Member, rows: readonly KeyRow[]): Promise<string> {
  if ((await memberOf(connection, accountId, company.id))?.isOwner !== true) return '接口密钥由企业的负责人新建和停用'
  if (reviewOf(company.reviewState) !== 'passed') return '企业通过审核后才能新建接口密钥'
  const blocked = await blockOf(connection, company.id)
  if (blocked !== null) return `商城已停用贵企业的接口：${blocked}`
  return rows.filter(isAlive).length >= OPEN_OWN_KEYS_MAX ? `最多 ${OPEN_OWN_KEYS_MAX} 个在用的密钥，请先停用不用的` : ''
}

export async function ownKeysOf(connection: Connection, viewer: Member, now: Date): Promise<OwnKeysWire> {
  const rows = await keysOfCompany(connection, viewer.company.id, beijingDate(now))
  return { list: rows.map(wireOf), why_not: await whyNot(connection, viewer, rows) }
}

/** The company, locked, so that its keys are made one at a time; only for its owner. */
async function ownersAlone(trx: Connection, { accountId, company }: Member): Promise<void> {
  const [locked, member] = [await lockCompanyOf(trx, accountId, company.id), await memberOf(trx, accountId, company.id)]
  if (locked === null || member?.isOwner !== true) throw forbidden('接口密钥由企业的负责人新建和停用')
}

async function ownKey(trx: Connection, { company }: Member, id: number, now: Date): Promise<KeyRow> {
  const row = (await lockKey(trx, id)) ? await findKey(trx, id, beijingDate(now)) : null
  if (row === null || row.companyId !== company.id) throw notFound('接口密钥')
  return row
}

async function tell(trx: Connection, { name, company }: Member, title: string, text: string, now: Date): Promise<void> {
  const own = `${name}${text}如非本人操作，请立即停用并重置密码。`
  const key = `open_key:${company.id}:${title}:${now.getTime()}`
  await tellMany(trx, [{ companyId: company.id, kind: 'system', title, text: own, url: '/jkmy', key }], now)
}

async function issue(trx: Connection, keyId: number, signs: boolean, { accountId }: Member, now: Date): Promise<string> {
  const secret = newSecret()
  await insertSecret(trx, { keyId, hash: secretHash(secret), shown: shownOf(secret), signing: signs ? secret : null, by: accountId }, now)
  return secret
}

export async function addOwnKey(
  { db }: DatabaseHandle,
  viewer: Member,
  { name, scopes, addresses = [], days, signs = 0 }: BodyOf<typeof userOpenKeyAdd>,
  now: Date,
): Promise<OwnKeyIssued> {
  const errors: FieldError[] = []
  if (name.trim().length < 2) errors.push({ field: 'name', message: '请写明是哪个系统' })
  const networks = readNetworks(addresses, errors)
  if (errors.length > 0) throw fieldErrors(errors)
  await requireProof(db, viewer, now)
  return transact(db, async (trx) => {
    await ownersAlone(trx, viewer)
    const why = await whyNot(trx, viewer, await keysOfCompany(trx, viewer.company.id, beijingDate(now)))
    if (why !== '') throw conflict(why)
    await useProof(trx, viewer, now)
    const wish = {
      name: name.trim(),
      scopes: [...new Set(scopes)].sort(),
      addresses: networks,
      expiresOn: lastDayOf(days, now),
      signs: signs === 1,
    }
    const id = await insertKey(trx, { ...wish, madeBy: viewer.accountId, companyId: viewer.company.id }, now)
    const secret = await issue(trx, id, wish.signs, viewer, now)
    await tell(trx, viewer, '新建了接口密钥', `新建了接口密钥“${wish.name}”：${wish.scopes.map(openWordName).join('、')}。`, now)
    return { secret, keys: await ownKeysOf(trx, viewer, now) }
  })
}

export async function renewOwnKey({ db }: DatabaseHandle, viewer: Member, id: number, now: Date): Promise<OwnKeyIssued> {
  await requireProof(db, viewer, now)
  return transact(db, async (trx) => {
    await ownersAlone(trx, viewer)
    const key = await ownKey(trx, viewer, id, now)
    if (!isAlive(key)) throw conflict(`接口密钥${OPEN_KEY_STATES[key.state]}，请另建一个`)
    if (key.secrets.length >= OPEN_SECRETS_MAX) throw conflict('已有两个在用：请先换用新的，停用旧的，再更换')
    const blocked = await blockOf(trx, viewer.company.id)
    if (blocked !== null) throw conflict(`商城已停用贵企业的接口：${blocked}`)
    await useProof(trx, viewer, now)
    const secret = await issue(trx, id, key.signs, viewer, now)
    await tell(trx, viewer, '更换了接口密钥', `更换了接口密钥“${key.name}”。`, now)
    return { secret, keys: await ownKeysOf(trx, viewer, now) }
  })
}

export async function endOwnKey({ db }: DatabaseHandle, viewer: Member, id: number, now: Date): Promise<OwnKeysWire> {
  return transact(db, async (trx) => {
    await ownersAlone(trx, viewer)
    const key = await ownKey(trx, viewer, id, now)
    if (key.state !== 'stopped') {
      await stopKey(trx, id, viewer.accountId, '企业自行停用', now)
      await tell(trx, viewer, '停用了接口密钥', `停用了接口密钥“${key.name}”。`, now)
    }
    return ownKeysOf(trx, viewer, now)
  })
}

export async function endOwnSecret({ db }: DatabaseHandle, viewer: Member, secretId: number, now: Date): Promise<OwnKeysWire> {
  return transact(db, async (trx) => {
    await ownersAlone(trx, viewer)
    const id = await keyOfSecret(trx, secretId)
    const key = await ownKey(trx, viewer, id ?? 0, now)
    if (key.secrets.length === 1) throw conflict('这是唯一在用的密钥：停用整个接口，或先更换')
    await stopSecret(trx, secretId, now)
    await tell(trx, viewer, '停用了换下的接口密钥', `停用了接口密钥“${key.name}”换下的旧密钥。`, now)
    return ownKeysOf(trx, viewer, now)
  })
}
