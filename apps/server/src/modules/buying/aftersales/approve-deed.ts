import { staffAfterSaleApprove } from '#contract/aftersales.ts'
import { AFTER_SALE_STATUS_NAMES } from '#domain/aftersales.ts'
import { transact } from '../../../platform/transact.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { approve, returnPlaces } from './commands.ts'
import { findAfterSale } from './store.ts'

const textOf = ({ receiver, phone, address }: { receiver: string; phone: string; address: string }) => `${receiver}，${phone}，${address}`

/** Goods that come back come to the address that the shop has named: one person does not have them sent elsewhere. */
export const approveDeed: Deed<typeof staffAfterSaleApprove> = {
  call: staffAfterSaleApprove,
  kind: 'after_sale.approve',
  async weigh({ database: { db }, params: { id }, body }) {
    const row = await findAfterSale(db, id, null)
    const { own, asked } = await returnPlaces(db, body)
    if (row?.kind !== 'return' || own === null || asked === null || textOf(own) === textOf(asked)) return null
    return {
      subject: `after_sale:${id}`,
      companyId: row.companyId,
      title: `售后 ${row.no} 的退货寄往另一地址`,
      changes: [{ name: '寄回地址', before: textOf(own), after: textOf(asked) }],
      stands: `${row.status}:${textOf(own)}`,
      reason: '不寄回本公司的退货地址',
    }
  },
  async run({ database, doer, params, body, now }) {
    const status = await transact(database.db, (trx) => approve(trx, doer, params.id, body, now))
    return { status, status_name: AFTER_SALE_STATUS_NAMES[status] }
  },
}
