import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_STAFF } from './demo-accounts.ts'
import { stopKeysOf } from './modules/open/keys/public.ts'
import { stopEndpointsOf } from './modules/open/webhooks/public.ts'
import { beginRolesAnew, hashPassword, passwordMatches } from './modules/who/accounts/public.ts'
import { freezeCompanies } from './modules/who/companies/public.ts'
import { writeAudits } from './platform/audit.ts'
import type { Connection, Database } from './platform/database.ts'
import { transact } from './platform/transact.ts'

interface OpenAccount {
  id: number
  username: string
  isDemo: boolean
}

/** A hash that cannot be read opens nothing, and must keep no shop from starting. */
const opensWith = (hash: string, password: string) => passwordMatches(hash, password).catch(() => false)

/**
 * Accounts that anybody may enter by what the README says: those that the demo shop made, whatever their password is by
 * now (whoever changed it may be anybody), and any of their names with the published password.
 */
export async function openDemoAccounts(connection: Connection): Promise<OpenAccount[]> {
  const rows = await connection
    .selectFrom('account')
    .select(['id', 'username', 'is_demo', 'password_hash'])
    .where(({ or, eb }) =>
      or([
        eb('is_demo', '=', true),
        eb(
          'username',
          'in',
          [...DEMO_ACCOUNTS, ...DEMO_STAFF].map(([username]) => username),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  const open: OpenAccount[] = []
  for (const { id, username, is_demo, password_hash } of rows)
    if (is_demo || (await opensWith(password_hash, DEMO_PASSWORD))) open.push({ id, username, isDemo: is_demo })
  return open
}

export interface DemoRemoval {
  removed: string[]
  /** Members of staff beside those of the demo: shut as well. */
  staff: string[]
  /** Companies that other people's accounts buy for, passed while everybody could pass them: frozen. */
  frozen: string[]
  /** What people registered while everybody could read the codes that were sent: to be looked through. */
  others: string[]
  kept: { companies: number; goods: number; orders: number }
}

const COMMAND = { accountId: null, name: '命令行' }
const WHY_STOPPED = '演示账号已停用'
const WHY_FROZEN = '演示期间审核通过：资质、余额、账期均须重新核对'

const openNames = (trx: Connection) =>
  trx.selectFrom('account').where('username', 'not like', 'demo-removed-%').where('is_demo', '=', false).orderBy('id')

async function shut(trx: Connection, ids: readonly number[], password_hash: string, now: Date): Promise<void> {
  if (ids.length === 0) return
  // What they let other systems do and hear goes with them: a key needs no password.
  await stopKeysOf(trx, ids, WHY_STOPPED, now)
  await stopEndpointsOf(trx, ids, WHY_STOPPED)
  await trx
    .updateTable('account')
    .set({
      username: sql<string>`'demo-removed-' || id`,
      phone: null,
      wechat_openid: null,
      wechat_name: '',
      wechat_bound_at: null,
      is_demo: false,
      password_hash,
    })
    .where('id', 'in', ids)
    .execute()
  await trx.deleteFrom('password_reset').where('account_id', 'in', ids).execute()
  await trx
    .updateTable('staff')
    .set({ state: 'left', factor_secret: null, factor_at: null, factor_next: null })
    .where('account_id', 'in', ids)
    .execute()
}

/**
 * Anybody could be the demo's administrator, quality and finance: whoever he made a member of staff, the roles that he changed and the
 * companies that he passed are nobody's word in a real shop.
 */
async function takeBack(trx: Connection, password_hash: string, now: Date): Promise<Pick<DemoRemoval, 'staff' | 'frozen'>> {
  const staff = await openNames(trx).where('is_staff', '=', true).select(['id', 'username']).execute()
  await shut(
    trx,
    staff.map(({ id }) => id),
    password_hash,
    now,
  )
  await beginRolesAnew(trx)
  const bought = await sql<{ id: number }>`
    select distinct ac.company_id as id from account_company ac join account a on a.id = ac.account_id
     where not starts_with(a.username, 'demo-removed-')`.execute(trx)
  const frozen = await freezeCompanies(
    trx,
    bought.rows.map(({ id }) => id),
    WHY_FROZEN,
    now,
  )
  const entries = [
    ...staff.map(({ id, username }) => ({ action: 'staff.leave' as const, subject: `account:${id}`, before: { username }, after: null })),
    ...frozen.map(({ id }) => ({
      action: 'company.freeze' as const,
      subject: `company:${id}`,
      before: null,
      after: { reason: WHY_FROZEN },
    })),
  ]
  await writeAudits(trx, COMMAND, entries, now)
  return { staff: staff.map(({ username }) => username), frozen: frozen.map(({ name }) => name) }
}

/**
 * Shuts the demo's accounts: no name, phone, WeChat, password or key opens them any more, and everybody's sessions end. The rows
 * stay, because orders and records name them; so do the demo's companies, goods, orders and settings.
 */
export async function removeDemoAccounts(db: Database, now = new Date()): Promise<DemoRemoval> {
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  return transact(db, async (trx) => {
    const open = await openDemoAccounts(trx)
    await shut(
      trx,
      open.map(({ id }) => id),
      password_hash,
      now,
    )
    // A real shop's own people are not the demo's, though one of them may bear such a name.
    const wasDemo = open.some(({ isDemo }) => isDemo)
    const { staff, frozen } = wasDemo ? await takeBack(trx, password_hash, now) : { staff: [], frozen: [] }
    if (open.length > 0) await trx.deleteFrom('session').execute()
    const others = await openNames(trx).select('username').limit(100).execute()
    const { rows } = await sql<DemoRemoval['kept']>`
      select (select count(*) from company) as companies, (select count(*) from goods) as goods, (select count(*) from orders) as orders`.execute(
      trx,
    )
    const [kept = { companies: 0, goods: 0, orders: 0 }] = rows
    return { removed: open.map(({ username }) => username), staff, frozen, others: others.map(({ username }) => username), kept }
  })
}
