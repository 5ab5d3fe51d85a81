import { randomInt } from 'node:crypto'
import { beijingDate } from '#domain/dates.ts'
import { balanceAdjusted, recharged } from '#domain/ledger.ts'
import { type Fen, fen, fenFromYuan, yuan, ZERO } from '#domain/money.ts'
import { type RechargeTier, rechargeGift } from '#domain/recharge.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { readSettings, type SettingsOf } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import { tell } from '../../talking/messages/public.ts'
import {
  countOpenRecharges,
  insertRecharge,
  lockRechargeOfKey,
  markRechargePaid,
  promiseAnew,
  type RechargePurse,
  type RechargeRow,
} from './recharge-store.ts'
import { post } from './service.ts'
import { companyExists, postedAmount, readPurses } from './store.ts'

export const PURSE_NAMES: Readonly<Record<RechargePurse, string>> = { voucher: '现金券', balance: '余额' }
const PAGES: Readonly<Record<RechargePurse, string>> = { voucher: '/xjq', balance: '/yegl' }

/** Setting 'recharge': {min, max, tiers: [{amount, gift}]}, in 元. */
export interface RechargeTerms {
  min: Fen
  max: Fen
  tiers: RechargeTier[]
}

const DEFAULT_TERMS: RechargeTerms = {
  min: fen(10_000),
  max: fen(20_000_000),
  tiers: [
    { amount: fen(100_000), gift: fen(1_000) },
    { amount: fen(300_000), gift: fen(5_000) },
    { amount: fen(500_000), gift: fen(10_000) },
    { amount: fen(1_000_000), gift: fen(25_000) },
  ],
}

export function rechargeTerms(setting: SettingsOf<'recharge'>['recharge']): RechargeTerms {
  const { min, max, tiers } = setting ?? {}
  return {
    min: moneyIn(min) ?? DEFAULT_TERMS.min,
    max: moneyIn(max) ?? DEFAULT_TERMS.max,
    tiers: tiers === undefined ? DEFAULT_TERMS.tiers : tiers.flatMap(tierFrom).sort((a, b) => a.amount - b.amount),
  }
}

const moneyIn = (yuan: string | number | undefined): Fen | null => (yuan === undefined ? null : fenFromYuan(yuan))

function tierFrom({ amount, gift }: { amount: string | number; gift: string | number }): RechargeTier[] {
  const [from, given] = [moneyIn(amount), moneyIn(gift)]
  return from !== null && given !== null && from > 0 ? [{ amount: from, gift: given }] : []
}

const numberFor = (now: Date) => `C${beijingDate(now).replaceAll('-', '')}${String(randomInt(1e10)).padStart(10, '0')}`

const HOUR_MS = 3_600_000
/** So long a gateway is waited for, and so long a transfer, which may come late. */
const ENDS_AFTER_MS = { online: 2 * HOUR_MS, bank: 7 * 24 * HOUR_MS }
/** Paid in its last minute, it may be heard of so much later. */
const HEARD_AFTER_MS = HOUR_MS
const OPEN_MAX = 20

const endOf = (channel: string, now: Date): Date => new Date(now.getTime() + ENDS_AFTER_MS[channel === 'bank' ? 'bank' : 'online'])
const giftOf = (purse: RechargePurse, amount: Fen, { tiers }: RechargeTerms): Fen =>
  purse === 'voucher' ? rechargeGift(amount, tiers) : ZERO

/**
 * A recharge that waits for its money; its gift is what is promised now, also where it is found again. The same key is the same recharge, and
 * no other.
 */
export async function createRecharge(
  connection: Connection,
  buyer: { companyId: number; accountId: number },
  wish: { purse: RechargePurse; amount: string; channel: string; key?: string | null },
  terms: RechargeTerms,
  now: Date,
): Promise<RechargeRow> {
  const amount = fenFromYuan(wish.amount)
  if (amount === null || amount <= 0) throw fieldErrors([{ field: 'amount', message: '请填写正确的充值金额' }])
  if (amount < terms.min) throw fieldErrors([{ field: 'amount', message: `单次充值不少于 ¥${yuan(terms.min)}` }])
  if (amount > terms.max) throw fieldErrors([{ field: 'amount', message: `单次充值不超过 ¥${yuan(terms.max)}` }])
  const { purse, channel, key = null } = wish
  const [gift, endsAt] = [giftOf(purse, amount, terms), endOf(channel, now)]
  // Paid with the balance it is open for no moment.
  const open = channel === 'balance' ? 0 : await countOpenRecharges(connection, buyer.companyId, now)
  const made = await insertRecharge(connection, { no: numberFor(now), ...buyer, purse, amount, gift, key, endsAt }, now)
  if (made !== null && open >= OPEN_MAX) throw tooManyOpen()
  if (made !== null) return made
  const earlier = key === null ? null : await lockRechargeOfKey(connection, buyer.companyId, key)
  if (earlier === null) throw new Error('a recharge was not written')
  if (earlier.purse === purse && earlier.amount === amount) {
    if (earlier.status === 'paid') return earlier
    if (earlier.endsAt <= now && open >= OPEN_MAX) throw tooManyOpen()
    return (await promiseAnew(connection, earlier.id, gift, endsAt)) ?? earlier
  }
  throw conflict('该提交编号已用于另一笔充值，请刷新页面后重新提交', { reason: 'KEY_USED' })
}

const tooManyOpen = () =>
  conflict(`还没有付款的充值已有 ${OPEN_MAX} 笔，请先付完其中几笔；在线支付的 2 小时后、对公转账的 7 天后自动失效，之后可再充值`, {
    reason: 'RECHARGES_OPEN',
  })

/** Come after its end, the money is booked all the same; of its gift what is still offered. */
async function giftDue(connection: Connection, { purse, amount, gift, endsAt }: RechargeRow, now: Date): Promise<Fen> {
  if (gift === 0 || now.getTime() <= endsAt.getTime() + HEARD_AFTER_MS) return gift
  const terms = rechargeTerms((await readSettings(connection, ['recharge'])).recharge)
  return fen(Math.min(gift, giftOf(purse, amount, terms)))
}

/** The money has arrived; the caller has the recharge locked and knows it unpaid. */
export async function settleRecharge(
  connection: Connection,
  recharge: RechargeRow,
  paid: { paymentNo: string; channel: string; channelName: string },
  now: Date,
): Promise<void> {
  const { companyId, purse, amount, no } = recharge
  const gift = await giftDue(connection, recharge, now)
  await markRechargePaid(connection, recharge.id, gift, now)
  const name = PURSE_NAMES[purse]
  const memo = `${name}充值 ${no}，${paid.channelName}${gift > 0 ? `，赠 ¥${yuan(gift)}` : ''}`
  await post(connection, recharged({ key: `pay:${paid.paymentNo}`, companyId, channel: paid.channel, memo, purse, amount, gift }), now)
  const text = `充值 ¥${yuan(amount)} 已到账${gift > 0 ? `，另赠 ¥${yuan(gift)}` : ''}。`
  await tell(
    connection,
    { companyId, kind: 'order', title: `${name}充值到账`, text, url: PAGES[purse], key: `recharge:${recharge.id}` },
    now,
  )
}

/** Staff: a balance is put right, with the reason on record and in the company's log. The same key does it once. */
export const adjustmentKey = (companyId: number, key: string): string => `adjust:${companyId}:${key}`

export const adjustBalance = (
  { db }: DatabaseHandle,
  staff: StaffActor,
  companyId: number,
  wish: { amount: string; reason: string; key: string },
  now: Date,
): Promise<Fen> => transact(db, (trx) => adjustBalanceIn(trx, staff, companyId, wish, now))

export async function adjustBalanceIn(
  connection: Connection,
  staff: StaffActor,
  companyId: number,
  wish: { amount: string; reason: string; key: string },
  now: Date,
): Promise<Fen> {
  const amount = fenFromYuan(wish.amount)
  if (amount === null || amount === 0) throw fieldErrors([{ field: 'amount', message: '请填写调整金额，扣减填负数' }])
  const reason = wish.reason.trim()
  if (reason === '') throw fieldErrors([{ field: 'reason', message: '请填写调整原因' }])
  if (!(await companyExists(connection, companyId))) throw notFound('企业')
  const before = await readPurses(connection, companyId)
  const posting = balanceAdjusted({ key: adjustmentKey(companyId, wish.key), companyId, amount, memo: `余额调整：${reason}` })
  if (!(await post(connection, posting, now))) {
    // Were another amount answered as if it were that one, nobody would ever correct it.
    if ((await postedAmount(connection, posting.key, companyId)) !== amount)
      throw conflict('该提交编号已用于另一笔调整，请刷新页面后重新提交', { reason: 'KEY_USED' })
    return before.balance
  }
  const after = await readPurses(connection, companyId)
  const change = { before: { balance: yuan(before.balance) }, after: { balance: yuan(after.balance), amount: yuan(amount), reason } }
  await writeAudit(connection, staff, { action: 'balance.adjust', subject: `company:${companyId}`, ...change }, now)
  const text = `您的余额${amount > 0 ? '增加' : '减少'} ¥${yuan(fen(Math.abs(amount)))}：${reason}。`
  await tell(connection, { companyId, kind: 'system', title: '余额已调整', text, url: PAGES.balance, key: posting.key }, now)
  return after.balance
}
