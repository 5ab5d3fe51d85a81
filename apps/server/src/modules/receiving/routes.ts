import { receivingForm, receivingSubmit } from '#contract/receiving.ts'
import type { Viewer, ViewerCompany } from '../../platform/viewer.ts'
import type { ModuleContext } from '../modules.ts'
import type { PaymentEffects } from '../orders/public.ts'
import { receivingFormOf } from './screens.ts'
import { type Receiver, receive } from './service.ts'

const receiverOf = ({ accountId, name, company }: Viewer & { company: ViewerCompany }): Receiver => ({
  accountId,
  name,
  companyId: company.id,
  companyName: company.name,
})

export function receivingRoutes({ serve, deps: { database } }: ModuleContext, payments: PaymentEffects): void {
  serve(receivingForm, ({ viewer, params }) => receivingFormOf(database, receiverOf(viewer), params.id))
  serve(receivingSubmit, async ({ viewer, params, body, now, say }) => {
    const recorded = await receive(database, payments, receiverOf(viewer), params.id, body, now)
    const { length } = recorded.after_sales
    say(length === 0 ? '收货已登记' : `收货已登记，差异已提交 ${length} 张售后单`)
    return recorded
  })
}
