import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { staffRecharges } from '#contract/finance.ts'
import { yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { periodOf } from '../../../platform/period.ts'
import { PURSE_NAMES } from '../wallet/public.ts'
import { rechargePage } from './recharge-views.ts'

/** What companies put into their balance and vouchers. */
export async function rechargesOf(
  connection: Connection,
  { page = 1, per_page = PAGE_SIZE, ...query }: NonNullable<QueryOf<typeof staffRecharges>>,
  channelName: (channel: string) => string,
): Promise<DataOf<typeof staffRecharges>> {
  const filter = {
    status: query.status ?? null,
    purse: query.purse ?? null,
    companyId: query.company_id ?? null,
    keywords: query.keywords?.trim() ?? '',
    ...periodOf(query),
  }
  const { rows, total, amount, gift } = await rechargePage(connection, filter, (page - 1) * per_page, per_page)
  const list = rows.map((row) => ({
    id: row.id,
    no: row.no,
    status: row.status,
    status_name: row.status === 'paid' ? '已到账' : '待付款',
    company_id: row.companyId,
    company: row.company,
    purse: row.purse,
    purse_name: PURSE_NAMES[row.purse],
    amount: yuan(row.amount),
    gift: yuan(row.gift),
    began_by: row.beganBy,
    channel_name: row.channel === '' ? '' : channelName(row.channel),
    payment_no: row.paymentNo,
    payer: row.payer,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
  }))
  return { list, total, page, per_page, sums: { amount: yuan(amount), gift: yuan(gift) } }
}
