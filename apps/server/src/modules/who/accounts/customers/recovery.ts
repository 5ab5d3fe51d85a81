import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffCompanyPersonRecover } from '#contract/company-desk.ts'
import { RECOVERY_HOURS } from '#contract/constants.ts'
import { type StaffActor, writeAudit } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import { lockAccount } from '../account-store.ts'
import { handedWire, senderOf } from '../handed/handed.ts'
import { newSecret } from '../handed/secret.ts'
import { dropHanded, insertReset } from '../login/forgot-store.ts'
import { lockWindow } from '../login/login-limits.ts'
import { masked, tellChange } from '../passwords/credentials.ts'
import { customersOf } from './customer-store.ts'

/**
 * A way back in for whom no code can be sent to, after a clerk has made sure who it is. The former one ends; sessions end when the new
 * password is set. The company hears of it at once, so that one that nobody asked for is seen before it is used.
 */
export async function recoverCustomer(
  database: DatabaseHandle,
  staff: StaffActor,
  { id, account, origin }: { id: number; account: number; origin: string },
  { checked, reason }: BodyOf<typeof staffCompanyPersonRecover>,
  now: Date,
): Promise<DataOf<typeof staffCompanyPersonRecover>> {
  const { code, hash } = newSecret()
  const expiresAt = new Date(now.getTime() + RECOVERY_HOURS * 3_600_000)
  const person = await transact(database.db, async (trx) => {
    await lockAccount(trx, account)
    const row = (await customersOf(trx, id, lockWindow(now), now)).find((one) => one.id === account)
    if (row === undefined) throw notFound('这个账号')
    const former = await dropHanded(trx, account)
    await insertReset(trx, { tokenHash: hash, accountId: account, expiresAt, handed: { by: staff.accountId, at: now } })
    const before = former ? { link: 1 } : null
    const after = { company: id, link: 1, expires_at: expiresAt.toISOString(), checked, reason }
    await writeAudit(trx, staff, { action: 'customer.recover', subject: `account:${account}`, before, after }, now)
    const text = `客服核实身份（${checked}）后，为账号 ${masked(row.username)} 发出了重新设置登录密码的链接，${RECOVERY_HOURS} 小时内有效。`
    await tellChange(trx, account, { title: '已发出找回密码的链接', text }, now)
    return row
  })
  const handed = await handedWire({ code, page: '/forget/step2', origin, expiresAt })
  return { name: person.name, username: person.username, sender: await senderOf(database.db, origin), ...handed }
}
