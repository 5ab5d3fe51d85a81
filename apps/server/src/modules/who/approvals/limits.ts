import type { ApprovalKind } from '#contract/approvals.ts'
import { add, type Fen, fenFromYuan, ZERO } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { readSettings } from '../../../platform/settings.ts'

/** 元 beyond which another person approves, where the shop has set nothing else. */
const USUAL = { balance_over: '1000', credit_over: '50000', refund_over: '5000' } as const
const USUAL_DAYS = 7

type Limit = keyof typeof USUAL

const inFen = (set: Partial<Record<Limit, string | number>> | null | undefined, limit: Limit): Fen =>
  add(ZERO, fenFromYuan(String(set?.[limit] ?? USUAL[limit])) ?? ZERO)

export async function limitOf(connection: Connection, limit: Limit): Promise<Fen> {
  return inFen((await readSettings(connection, ['four_eyes'])).four_eyes, limit)
}

/** Whether one person may do more alone by these limits than by those. */
export const isWider = (before: Parameters<typeof inFen>[0], after: Parameters<typeof inFen>[0]): boolean =>
  (Object.keys(USUAL) as Limit[]).some((limit) => inFen(after, limit) > inFen(before, limit))

export async function daysOf(connection: Connection): Promise<number> {
  return (await readSettings(connection, ['four_eyes'])).four_eyes?.days ?? USUAL_DAYS
}

/** Kinds that are not asked about in every case. */
export const LIMITS: Partial<Record<ApprovalKind, Limit>> = {
  'balance.adjust': 'balance_over',
  'suspense.match': 'balance_over',
  'transfer.arrived': 'balance_over',
  'credit.terms': 'credit_over',
  'after_sale.refund': 'refund_over',
}
