import { randomInt } from 'node:crypto'
import { beijingDate } from '#domain/dates.ts'
import { balanceAdjusted, recharged } from '#domain/ledger.ts'
import { type Fen, fen, fenFromYuan, yuan, ZERO } from '#domain/money.ts'
import { type RechargeTier, rechargeGift } from '#domain/recharge.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import type { SettingsOf } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import { tell } from '../../talking/messages/public.ts'
import { insertRecharge, lockRechargeOfKey, markRechargePaid, type RechargePurse, type RechargeRow } from './recharge-store.ts'
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

/** A recharge that waits for its money; its gift is what is promised now. The same key is the same recharge, and no other. */
export async function createRecharge(
  connection: Connection,
  buyer: { companyId: number; accountId: number },
  wish: { purse: RechargePurse; amount: string; key?: string | null },
  terms: RechargeTerms,
  now: Date,
): Promise<RechargeRow> {
  const amount = fenFromYuan(wish.amount)
  if (amount === null || amount <= 0) throw fieldErrors([{ field: 'amount', message: '请填写正确的充值金额' }])
  if (amount < terms.min) throw fieldErrors([{ field: 'amount', message: `单次充值不少于 ¥${yuan(terms.min)}` }])
  if (amount > terms.max) throw fieldErrors([{ field: 'amount', message: `单次充值不超过 ¥${yuan(terms.max)}` }])
  const gift = wish.purse === 'voucher' ? rechargeGift(amount, terms.tiers) : ZERO
  const { purse, key = null } = wish
  const made = await insertRecharge(connection, { no: numberFor(now), ...buyer, purse, amount, gift, key }, now)
  if (made !== null) return made
  const earlier = key === null ? null : await lockRechargeOfKey(connection, buyer.companyId, key)
  if (earlier === null) throw new Error('a recharge was not written')
  if (earlier.purse === purse && earlier.amount === amount) return earlier
  throw conflict('该提交编号已用于另一笔充值，请刷新页面后重新提交', { reason: 'KEY_USED' })
}

/** The money has arrived; the caller has the recharge locked and knows it unpaid. */
export async function settleRecharge(
  connection: Connection,
  recharge: RechargeRow,
  paid: { paymentNo: string; channel: string; channelName: string },
  now: Date,
): Promise<void> {
  const { companyId, purse, amount, gift, no } = recharge
  await markRechargePaid(connection, recharge.id, now)
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
