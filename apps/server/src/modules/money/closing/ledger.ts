import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { staffLedger } from '#contract/ledger.ts'
import { add, yuan, ZERO } from '#domain/money.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { periodOf } from '../../../platform/period.ts'
import { type PostingRow, postingPage } from './ledger-views.ts'
import { accountName, kindName } from './sheet.ts'

const wireOf = ({ sides, at, companyId, orderId, orderNo, ...row }: PostingRow): DataOf<typeof staffLedger>['list'][number] => ({
  ...row,
  at: at.toISOString(),
  kind_name: kindName(row.kind),
  company_id: companyId,
  order_id: orderId,
  order_no: orderNo,
  amount: yuan(add(ZERO, ...sides.flatMap(({ amount }) => (amount > 0 ? [amount] : [])))),
  sides: sides.map(({ account, owner, amount, balance }) => ({
    account,
    account_name: accountName(account),
    owner,
    amount: yuan(amount),
    balance_after: balance === null ? '' : yuan(balance),
  })),
})

/** The ledger as it was written: it is only read here, and what is wrong in it is put right by another posting. */
export async function ledgerOf({ db }: DatabaseHandle, query: QueryOf<typeof staffLedger>): Promise<DataOf<typeof staffLedger>> {
  const { per_page: perPage = PAGE_SIZE, after = null, order_no = '', company_id = null, kind = '', account = '', ...days } = query
  const filter = { orderNo: order_no.trim(), companyId: company_id, kind, account, ...periodOf(days) }
  const rows = await postingPage(db, filter, after, perPage + 1)
  const list = rows.slice(0, perPage).map(wireOf)
  return { list, next: rows.length > perPage ? (list.at(-1)?.id ?? null) : null }
}
