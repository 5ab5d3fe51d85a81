import type { WechatState } from '#contract/credentials.ts'
import type { Connection } from '../../../../platform/database.ts'
import type { WechatPerson } from '../../../../providers/wechat/provider.ts'

export interface Ticket {
  id: string
  purpose: 'login' | 'bind'
  accountId: number | null
  status: Exclude<WechatState, 'expired'>
  openid: string | null
  nickname: string
  expiresAt: Date
}

export async function insertTicket(
  connection: Connection,
  ticket: { id: string; secretHash: Buffer; purpose: 'login' | 'bind'; accountId: number | null; expiresAt: Date },
  now: Date,
): Promise<void> {
  await connection
    .insertInto('wechat_ticket')
    .values({
      id: ticket.id,
      secret_hash: ticket.secretHash,
      purpose: ticket.purpose,
      account_id: ticket.accountId,
      created_at: now,
      expires_at: ticket.expiresAt,
    })
    .execute()
}

/** Only for the browser that asked for it: whoever does not know the secret finds nothing. */
export async function readTicket(connection: Connection, id: string, secretHash: Buffer): Promise<Ticket | null> {
  const row = await connection
    .selectFrom('wechat_ticket')
    .select(['id', 'purpose', 'account_id as accountId', 'status', 'openid', 'nickname', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return (row as Ticket | undefined) ?? null
}

/** What the phone did. Only an open ticket moves; answers whether it did. */
export async function moveTicket(
  connection: Connection,
  id: string,
  move: { status: 'scanned' } | { status: 'refused' } | { status: 'confirmed'; person: WechatPerson; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  const row = await connection
    .updateTable('wechat_ticket')
    .set(
      move.status === 'confirmed'
        ? { status: move.status, openid: move.person.openid, nickname: move.person.nickname, expires_at: move.expiresAt }
        : { status: move.status },
    )
    .where('id', '=', id)
    .where('status', 'in', move.status === 'scanned' ? ['waiting'] : ['waiting', 'scanned'])
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a confirmed ticket up, once. */
export async function takeTicket(connection: Connection, id: string, now: Date): Promise<boolean> {
  const row = await connection
    .updateTable('wechat_ticket')
    .set({ status: 'used' })
    .where('id', '=', id)
    .where('status', '=', 'confirmed')
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
