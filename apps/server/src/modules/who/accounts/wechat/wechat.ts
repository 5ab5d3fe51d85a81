import { randomBytes } from 'node:crypto'
import { toString as qrSvg } from 'qrcode'
import type { WechatBindingWire, WechatState, WechatTicketWire } from '#contract/credentials.ts'
import type { AppDeps } from '../../../../context.ts'
import type { Connection } from '../../../../platform/database.ts'
import { conflict, fieldErrors } from '../../../../platform/errors.ts'
import { hashOf } from '../../../../platform/session.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { findAccount, readWechat, setWechat } from '../account-store.ts'
import { tellChange } from '../passwords/credentials.ts'
import { requireProof, useProof } from '../proof/proof.ts'
import { findAccountOfWechat, type LoginAccount } from '../store.ts'
import { insertTicket, moveTicket, readTicket, type Ticket, takeTicket } from './wechat-store.ts'

type Deps = Pick<AppDeps, 'database' | 'outside'>

export const WECHAT_CALLBACK = '/wechat/callback'
/** A QR code waits so long to be scanned; what was confirmed waits until somebody has filled in the registration. */
const WAITING_MINUTES = 3
const CONFIRMED_MINUTES = 20

const minutesFrom = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)
const ticketLost = () => conflict('微信验证已失效，请重新扫码')
const takenElsewhere = () => conflict('这个微信已绑定其他账号，请先在那个账号解绑')

/** What a browser needs to use a ticket: its id, and the secret of its cookie. */
export interface HeldTicket {
  id: string
  secret: string
}

export async function openTicket(
  { database, outside }: Deps,
  ticket: { purpose: 'login' | 'bind'; accountId: number | null; origin: string },
  now: Date,
): Promise<{ wire: WechatTicketWire; secret: string }> {
  if (outside.wechat === null) throw conflict('微信登录暂未开通')
  const [id, secret] = [randomBytes(18).toString('base64url'), randomBytes(32).toString('base64url')]
  const expiresAt = minutesFrom(now, WAITING_MINUTES)
  await insertTicket(database.db, { id, secretHash: hashOf(secret), purpose: ticket.purpose, accountId: ticket.accountId, expiresAt }, now)
  const url = outside.wechat.authorizeUrl(id, `${ticket.origin}${WECHAT_CALLBACK}`)
  const svg = await qrSvg(url, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' })
  const wire = {
    id,
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    expires_at: expiresAt.toISOString(),
    simulator_url: outside.wechat.simulated ? url : '',
  }
  return { wire, secret }
}

export async function ticketState({ database }: Deps, held: HeldTicket, now: Date): Promise<{ status: WechatState; nickname: string }> {
  const ticket = await readTicket(database.db, held.id, hashOf(held.secret))
  if (ticket === null || ticket.expiresAt <= now) return { status: 'expired', nickname: '' }
  return { status: ticket.status, nickname: ticket.nickname }
}

/** WeChat sent the phone back to us. Answers what the phone's page says. */
export async function phoneCameBack(
  { database, outside }: Deps,
  { state, code, scanned }: { state: string; code: string; scanned: boolean },
  now: Date,
): Promise<{ ok: boolean; title: string; text: string }> {
  const lost = { ok: false, title: '二维码已失效', text: '请回到电脑上刷新二维码，再扫一次。' }
  if (outside.wechat === null) return lost
  if (scanned) {
    await moveTicket(database.db, state, { status: 'scanned' }, now)
    return { ok: true, title: '已扫码', text: '请在微信中确认。' }
  }
  if (code === '') {
    await moveTicket(database.db, state, { status: 'refused' }, now)
    return { ok: true, title: '已拒绝', text: '没有任何账号被登录或绑定。' }
  }
  const person = await outside.wechat.exchange(code, now)
  if (person === null) return lost
  const confirmed = { status: 'confirmed' as const, person, expiresAt: minutesFrom(now, CONFIRMED_MINUTES) }
  if (!(await moveTicket(database.db, state, confirmed, now))) return lost
  return { ok: true, title: '已确认', text: `${person.nickname}，请回到电脑上继续。` }
}

type Confirmed = Ticket & { openid: string }

async function confirmedTicket(connection: Connection, held: HeldTicket, now: Date): Promise<Confirmed> {
  const ticket = await readTicket(connection, held.id, hashOf(held.secret))
  if (ticket === null || ticket.status !== 'confirmed' || ticket.openid === null || ticket.expiresAt <= now) throw ticketLost()
  return { ...ticket, openid: ticket.openid }
}

/** account null: nobody here has this WeChat; the ticket is kept for binding or registering. */
export async function logInByWechat(
  { database }: Deps,
  held: HeldTicket,
  now: Date,
): Promise<{ account: LoginAccount | null; nickname: string }> {
  const ticket = await confirmedTicket(database.db, held, now)
  if (ticket.purpose !== 'login') throw ticketLost()
  const account = await findAccountOfWechat(database.db, ticket.openid)
  if (account !== null && !(await takeTicket(database.db, ticket.id, now))) throw ticketLost()
  return { account, nickname: ticket.nickname }
}

/** Gives an account the WeChat of a ticket, in the caller's transaction. */
export async function attachWechat(connection: Connection, accountId: number, held: HeldTicket, now: Date): Promise<string> {
  const ticket = await confirmedTicket(connection, held, now)
  if (ticket.accountId !== null && ticket.accountId !== accountId) throw ticketLost()
  const account = await findAccount(connection, accountId)
  if (account?.wechatOpenid) throw conflict('账号已绑定微信，请先解绑再绑定新的微信')
  if ((await findAccountOfWechat(connection, ticket.openid)) !== null) throw takenElsewhere()
  if (!(await takeTicket(connection, ticket.id, now))) throw ticketLost()
  await setWechat(connection, accountId, { openid: ticket.openid, nickname: ticket.nickname }, now).catch((error: unknown) => {
    // Two accounts bound the same WeChat at the same moment: the other was faster.
    if (error instanceof Error && 'code' in error && error.code === '23505') throw takenElsewhere()
    throw error
  })
  return ticket.nickname
}

/** Told to the account's companies, also where somebody else's WeChat was left on the login page of a shared computer. */
export async function attachAndTell(connection: Connection, accountId: number, held: HeldTicket, now: Date): Promise<string> {
  const nickname = await attachWechat(connection, accountId, held, now)
  await tellChange(connection, accountId, { title: '已绑定微信', text: `已绑定微信“${nickname}”，今后可以扫码登录。` }, now)
  return nickname
}

export async function wechatOf({ database }: Pick<Deps, 'database'>, accountId: number): Promise<WechatBindingWire> {
  const wechat = await readWechat(database.db, accountId)
  return { bound: wechat === null ? 0 : 1, name: wechat?.name ?? '', bound_at: wechat?.boundAt.toISOString() ?? null }
}

export async function bindWechat({ database }: Deps, viewer: Viewer, held: HeldTicket, now: Date): Promise<void> {
  await requireProof(database.db, viewer, now)
  await transact(database.db, async (transaction) => {
    await useProof(transaction, viewer, now)
    await attachAndTell(transaction, viewer.accountId, held, now)
  })
}

export async function unbindWechat({ database }: Deps, viewer: Viewer, now: Date): Promise<void> {
  const wechat = await readWechat(database.db, viewer.accountId)
  if (wechat === null) throw fieldErrors([{ field: 'wechat', message: '账号没有绑定微信' }])
  await requireProof(database.db, viewer, now)
  await transact(database.db, async (transaction) => {
    await useProof(transaction, viewer, now)
    await setWechat(transaction, viewer.accountId, null, now)
    await tellChange(transaction, viewer.accountId, { title: '已解绑微信', text: `微信“${wechat.name}”已解绑，不能再扫码登录。` }, now)
  })
}
