import type { DataOf, ParamsOf } from '#contract/call.ts'
import type { staffCompanyPeople, staffCompanyPerson } from '#contract/company-desk.ts'
import { deviceName, placeOfAddress } from '#domain/devices.ts'
import { type StaffActor, writeAudit } from '../../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import { dropHanded } from '../login/forgot-store.ts'
import { isLockedBy, lockWindow } from '../login/login-limits.ts'
import { endSessions, listSessions } from '../sessions-store.ts'
import { clearFailuresOfName } from '../store.ts'
import { type CustomerRow, customersOf } from './customer-store.ts'

type People = DataOf<typeof staffCompanyPeople>

async function wireOf(connection: Connection, row: CustomerRow, now: Date): Promise<People['list'][number]> {
  const logins = await listSessions(connection, row.id, now)
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    is_owner: row.isOwner ? 1 : 0,
    has_wechat: row.hasWechat ? 1 : 0,
    last_seen_at: logins[0]?.lastSeenAt.toISOString() ?? '',
    failures: row.failures,
    is_locked: isLockedBy(row.most) ? 1 : 0,
    logins: logins.map((one) => ({
      id: one.id,
      device: deviceName(one.userAgent),
      place: placeOfAddress(one.ip),
      ip: one.ip,
      created_at: one.createdAt.toISOString(),
      last_seen_at: one.lastSeenAt.toISOString(),
    })),
    recovery: row.recovery && {
      by: row.recovery.by,
      at: new Date(row.recovery.at).toISOString(),
      expires_at: new Date(row.recovery.expires_at).toISOString(),
    },
  }
}

/** Accounts of a company, where they are signed in, and whether passwords failed. */
export async function peopleOfCompany({ db }: DatabaseHandle, companyId: number, now: Date): Promise<People> {
  const rows = await customersOf(db, companyId, lockWindow(now), now)
  const list: People['list'] = []
  for (const row of rows) list.push(await wireOf(db, row, now))
  return { list }
}

type Command = ParamsOf<typeof staffCompanyPerson>['command']

/** Does it; what stood before and after, as the record keeps it. */
async function carryOut(trx: Connection, command: Command, row: CustomerRow): Promise<{ before: object; after: object }> {
  if (command === 'sessions') return { before: { sessions: await endSessions(trx, row.id, null) }, after: { sessions: 0 } }
  if (command === 'unlock') {
    await clearFailuresOfName(trx, row.username)
    return { before: { failures: row.failures }, after: { failures: 0 } }
  }
  if (!(await dropHanded(trx, row.id))) throw conflict('没有在用的找回链接')
  return { before: { link: 1 }, after: { link: 0 } }
}

/** What a clerk does for an account of this company, and of no other. */
export async function commandCustomer(
  database: DatabaseHandle,
  staff: StaffActor,
  { id, account, command }: ParamsOf<typeof staffCompanyPerson>,
  reason: string,
  now: Date,
): Promise<People> {
  await transact(database.db, async (trx) => {
    const row = (await customersOf(trx, id, lockWindow(now), now)).find((one) => one.id === account)
    if (row === undefined) throw notFound('这个账号')
    const { before, after } = await carryOut(trx, command, row)
    const entry = {
      action: `customer.${command}` as const,
      subject: `account:${account}`,
      before,
      after: { company: id, ...after, reason },
    }
    await writeAudit(trx, staff, entry, now)
  })
  return peopleOfCompany(database, id, now)
}
