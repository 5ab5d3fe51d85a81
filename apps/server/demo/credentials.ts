import { randomBytes } from 'node:crypto'
import type { Connection } from '../src/platform/database.ts'
import { DEMO_WECHATS, simulatedPerson } from '../src/providers/wechat/simulator.ts'
import { idOf } from './write-catalogue.ts'
import type { CompanyIds } from './write-companies.ts'

const DAY = 86_400_000

/** Where the demo's buyers are signed in beside here. Nobody has these tokens; addresses are those of documentation. */
const ELSEWHERE: readonly { username: string; userAgent: string; ip: string; openedDaysAgo: number; seenDaysAgo: number }[] = [
  {
    username: '13900000001',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0',
    ip: '203.0.113.24',
    openedDaysAgo: 12,
    seenDaysAgo: 0.12,
  },
  {
    username: '13900000001',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.54',
    ip: '198.51.100.7',
    openedDaysAgo: 5,
    seenDaysAgo: 2,
  },
  {
    username: '13900000004',
    userAgent: 'Mozilla/5.0 (Linux; Android 14; ALN-AL00) AppleWebKit/537.36 Chrome/114.0 Mobile Safari/537.36 HuaweiBrowser/15.0',
    ip: '203.0.113.80',
    openedDaysAgo: 3,
    seenDaysAgo: 1,
  },
]

/** The first pharmacy has bound its WeChat and works on several devices. */
export async function writeCredentials(trx: Connection, { accounts }: CompanyIds, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY)
  const { openid, nickname } = simulatedPerson(DEMO_WECHATS[0])
  await trx
    .updateTable('account')
    .set({ wechat_openid: openid, wechat_name: nickname, wechat_bound_at: before(40) })
    .where('id', '=', idOf(accounts, '13900000001'))
    .execute()
  const rows = ELSEWHERE.map(({ username, userAgent, ip, openedDaysAgo, seenDaysAgo }) => ({
    token_hash: randomBytes(32),
    account_id: idOf(accounts, username),
    created_at: before(openedDaysAgo),
    last_seen_at: before(seenDaysAgo),
    expires_at: before(openedDaysAgo - 30),
    ip,
    user_agent: userAgent,
  }))
  await trx.insertInto('session').values(rows).execute()
}
