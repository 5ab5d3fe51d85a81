import type { AddressBodyWire, LoginBodyWire } from '#contract/user.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../platform/errors.ts'
import type { Sessions } from '../../platform/session.ts'
import { countFailure, forgive, refuseIfLocked } from './login-limits.ts'
import { passwordMatches } from './passwords.ts'
import { ADDRESSES_MAX, belongsTo, countAddresses, findLoginAccount, insertAddress, lockCompany } from './store.ts'

export interface Visitor {
  ip: string
  userAgent: string
  /** The session that the browser came with, if any: it ends with the login. */
  token: string | undefined
}

/** Answers the token of a new session. An unknown name and a wrong password are refused alike, in the same time. */
export async function logIn(
  database: DatabaseHandle,
  sessions: Sessions,
  { username, password }: LoginBodyWire,
  visitor: Visitor,
  now: Date,
): Promise<string> {
  const name = username.trim()
  await refuseIfLocked(database, name, visitor.ip, now)
  const account = await findLoginAccount(database.db, name)
  const matches = await passwordMatches(account?.passwordHash ?? null, password)
  if (account === null || !matches) {
    await countFailure(database, name, visitor.ip, now)
    throw fieldErrors([{ field: 'password', message: '用户名或密码不正确' }])
  }
  // Of many guesses sent at once the right one may be checked after the wrong ones have used up the limit.
  await refuseIfLocked(database, name, visitor.ip, now)
  await forgive(database, name, visitor.ip)
  if (visitor.token) await sessions.close(visitor.token)
  return sessions.open({ accountId: account.id, companyId: account.companyId, ip: visitor.ip, userAgent: visitor.userAgent }, now)
}

/** Another of the account's own stores; any other id is answered as if it did not exist. */
export async function switchStore(
  database: DatabaseHandle,
  sessions: Sessions,
  accountId: number,
  companyId: number,
  token: string,
): Promise<void> {
  if (!(await belongsTo(database.db, accountId, companyId))) throw notFound('门店')
  await sessions.use(token, companyId)
}

export async function addAddress(
  database: DatabaseHandle,
  companyId: number,
  { is_default, ...fields }: AddressBodyWire,
  now: Date,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId)
    const count = await countAddresses(transaction, companyId)
    if (count >= ADDRESSES_MAX) throw conflict(`最多保存 ${ADDRESSES_MAX} 个收货地址`)
    await insertAddress(transaction, companyId, { ...fields, isDefault: is_default === 1 || count === 0 }, now)
  })
}
