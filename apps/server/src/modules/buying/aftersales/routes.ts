import {
  afterSaleApply,
  afterSaleCancel,
  afterSaleForm,
  afterSaleInfo,
  afterSaleList,
  afterSaleQuote,
  afterSaleSend,
  staffAfterSaleInfo,
  staffAfterSaleList,
  staffAfterSaleReject,
} from '#contract/aftersales.ts'
import { staffRefundSent, staffRefunds } from '#contract/refunds.ts'
import { AFTER_SALE_STATUS_NAMES, type AfterSaleStatus } from '#domain/aftersales.ts'
import type { ModuleContext } from '../../../context.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { channelName, type PaymentDeps } from '../../money/payments/public.ts'
import type { Buyer } from './apply.ts'
import { approveDeed } from './approve-deed.ts'
import { cancelAfterSale, reject, sendBack } from './commands.ts'
import { refundSentByStaff } from './refund.ts'
import { refundDeed } from './refund-deed.ts'
import { refundsPage } from './refund-screens.ts'
import { formOf, infoOf, listOf, quoteOf, staffInfoOf, staffListOf } from './screens.ts'
import { apply } from './service.ts'

const buyerOf = ({ accountId, name, company }: Viewer & { company: ViewerCompany }): Buyer => ({ accountId, companyId: company.id, name })
const staffOf = ({ accountId, name }: Viewer): StaffActor => ({ accountId, name })
const seesRefunds = ({ staff }: Viewer): boolean => staff?.permissions.has('refunds.view') ?? false
const moved = (status: AfterSaleStatus) => ({ status, status_name: AFTER_SALE_STATUS_NAMES[status] })

export function afterSaleRoutes({ serve, approvals }: ModuleContext, deps: PaymentDeps): void {
  const { database } = deps
  const once = <T>(work: (trx: Connection) => Promise<T>): Promise<T> => transact(database.db, work)
  serve(afterSaleForm, ({ viewer, query, now }) => formOf(database, viewer.company.id, query.order_id, now))
  serve(afterSaleQuote, ({ viewer, body, now }) => quoteOf(database, viewer.company.id, body, now))
  serve(afterSaleApply, async ({ viewer, body, now, say }) => {
    const { id, no, kind, status } = await apply(database, buyerOf(viewer), body, now)
    say('售后申请已提交，请等待审核')
    return { id, no, kind, status }
  })
  serve(afterSaleList, ({ viewer, query, now }) => listOf(database, viewer.company.id, query, now))
  serve(afterSaleInfo, ({ viewer, params, now }) =>
    infoOf(database, viewer.company.id, params.id, (channel) => channelName(deps.providers, channel), now),
  )
  serve(afterSaleCancel, async ({ viewer, params, now, say }) => {
    const status = await once((trx) => cancelAfterSale(trx, buyerOf(viewer), params.id, now))
    say('售后申请已撤销')
    return moved(status)
  })
  serve(afterSaleSend, async ({ viewer, params, body, now, say }) => {
    const status = await once((trx) => sendBack(trx, buyerOf(viewer), params.id, body, now))
    say('寄回运单已提交，收到商品后验收')
    return moved(status)
  })

  serve(staffAfterSaleList, ({ viewer, query, now }) => staffListOf(database, seesRefunds(viewer), query, now))
  serve(staffAfterSaleInfo, ({ viewer, params, now }) =>
    staffInfoOf(database, seesRefunds(viewer), params.id, (channel) => channelName(deps.providers, channel), now),
  )
  serve(staffRefunds, ({ query }) =>
    refundsPage(database, query, (channel) => (channel === 'balance' ? '账户余额' : channelName(deps.providers, channel))),
  )
  approvals.serve(approveDeed)
  serve(staffAfterSaleReject, async ({ viewer, params, body, now }) =>
    moved(await once((trx) => reject(trx, staffOf(viewer), params.id, body.reason, now))),
  )
  approvals.serve(refundDeed(deps))
  serve(staffRefundSent, async ({ viewer, params, now }) => ({ status: await refundSentByStaff(deps, staffOf(viewer), params.no, now) }))
}
