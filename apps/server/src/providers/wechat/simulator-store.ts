import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { WechatPerson } from './provider.ts'

export async function addWechatCode(db: Database, code: string, { openid, nickname }: WechatPerson, now: Date): Promise<void> {
  await db.insertInto('wechat_simulator').values({ code, openid, nickname, created_at: now }).execute()
}

/** Each code once; older ones go with it. */
export async function takeWechatCode(db: Database, code: string, since: Date): Promise<WechatPerson | null> {
  const { rows } = await sql<WechatPerson & { code: string; created_at: Date }>`
    delete from wechat_simulator where code = ${code} or created_at < ${since}
    returning code, openid, nickname, created_at`.execute(db)
  const found = rows.find((row) => row.code === code && row.created_at >= since)
  return found ? { openid: found.openid, nickname: found.nickname } : null
}
