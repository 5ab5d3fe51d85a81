import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts'
import { hashPassword, passwordMatches } from './modules/who/accounts/public.ts'
import type { Connection, Database } from './platform/database.ts'
import { transact } from './platform/transact.ts'

interface OpenAccount {
  id: number
  username: string
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
          DEMO_ACCOUNTS.map(([username]) => username),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  const open: OpenAccount[] = []
  for (const { id, username, is_demo, password_hash } of rows)
    if (is_demo || (await opensWith(password_hash, DEMO_PASSWORD))) open.push({ id, username })
  return open
}

export interface DemoRemoval {
  removed: string[]
  /** What people registered while everybody could read the codes that were sent: to be looked through. */
  others: string[]
  kept: { companies: number; goods: number; orders: number }
}

/**
 * Shuts the demo's accounts: no name, phone, WeChat or password opens them any more, and everybody's sessions end. The rows
 * stay, because orders and records name them; so do the demo's companies, goods, orders and settings.
 */
export async function removeDemoAccounts(db: Database): Promise<DemoRemoval> {
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  return transact(db, async (trx) => {
    const open = await openDemoAccounts(trx)
    const ids = open.map(({ id }) => id)
    if (ids.length > 0) {
      await trx
        .updateTable('account')
        .set({
          username: sql<string>`'demo-removed-' || id`,
          phone: null,
          wechat_openid: null,
          wechat_name: '',
          wechat_bound_at: null,
          is_demo: false,
          is_staff: false,
          password_hash,
        })
        .where('id', 'in', ids)
        .execute()
      await trx.deleteFrom('password_reset').where('account_id', 'in', ids).execute()
      await trx.deleteFrom('session').execute()
    }
    const others = await trx
      .selectFrom('account')
      .select('username')
      .where('username', 'not like', 'demo-removed-%')
      .orderBy('id')
      .limit(100)
      .execute()
    const { rows } = await sql<DemoRemoval['kept']>`
      select (select count(*) from company) as companies, (select count(*) from goods) as goods, (select count(*) from orders) as orders`.execute(
      trx,
    )
    const [kept = { companies: 0, goods: 0, orders: 0 }] = rows
    return { removed: open.map(({ username }) => username), others: others.map(({ username }) => username), kept }
  })
}
