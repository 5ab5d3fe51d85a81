import { sql } from 'kysely'
import { openDemoAccounts } from './demo-removal-store.ts'
import type { Config } from './platform/config.ts'
import type { Connection, Database } from './platform/database.ts'
import { readSettings, writeSetting } from './platform/settings.ts'

/** What this database has been started as, so that a real shop is never opened as a demo by a forgotten variable. */
export const markKind = (connection: Connection, kind: 'demo' | 'real'): Promise<void> => writeSetting(connection, 'shop_kind', kind)

async function isInUse(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from account) or exists (select from company) or exists (select from goods) as used`.execute(connection)
  return rows[0]?.used === true
}

const ADVICE = '演示里任何人都能付款。\n请设 DEMO=0；要看演示，请用 DATA_DIR 另选一个空目录'

/** The start is refused for what a person has to decide first. */
export class WrongKind extends Error {}

/**
 * Real business and the demo never meet in one database: a demo shop is not opened as a real one while its published
 * accounts open it, and a real one is not opened as a demo, where anybody pays with a click.
 */
export async function refuseWrongKind(db: Database, { demo }: Config): Promise<void> {
  if (demo) {
    if ((await readSettings(db, ['shop_kind'])).shop_kind === 'real' && (await isInUse(db)))
      throw new WrongKind(`这个数据库属于真实商城（曾以 DEMO=0 启动），不能当作演示商店打开：${ADVICE}`)
    // What an older version served, or what was imported before the first start, has no word of its kind: only a demo has the demo's accounts.
    if ((await isInUse(db)) && (await openDemoAccounts(db)).length === 0)
      throw new WrongKind(`这个数据库里已有账号、企业或商品，却没有演示账号，不是演示商店，不能当作演示打开：${ADVICE}`)
    return
  }
  const open = await openDemoAccounts(db)
  if (open.length > 0)
    throw new WrongKind(
      `这个数据库里还有演示账号，密码是公开的，任何人都能登录：${open.map(({ username }) => username).join('、')}\n` +
        '请先运行 npm run demo -- remove 停用它们（带上同样的 DATA_DIR 或 DATABASE_URL）；要继续看演示，请用 DEMO=1 启动',
    )
  await markKind(db, 'real')
}
