import {
  deliveryExport,
  deliveryList,
  deliveryZip,
  orderPapers,
  orderPapersZip,
  packAsk,
  receivingForm,
  receivingSubmit,
} from '#contract/receiving.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import type { PaymentEffects } from '../orders/public.ts'
import { deliveryExportOf, deliveryListOf } from './deliveries.ts'
import { askPack, zipNow } from './pack.ts'
import { orderPapersOf } from './papers.ts'
import type { Receiver } from './record.ts'
import { receivingFormOf } from './screens.ts'
import { receive } from './service.ts'

const receiverOf = ({ accountId, name, company }: Viewer & { company: ViewerCompany }): Receiver => ({
  accountId,
  name,
  companyId: company.id,
  companyName: company.name,
})

export function receivingRoutes({ serve, deps: { database } }: ModuleContext, payments: PaymentEffects): void {
  serve(receivingForm, ({ viewer, params, now }) => receivingFormOf(database, receiverOf(viewer), params.id, now))
  serve(receivingSubmit, async ({ viewer, params, body, now, say }) => {
    const recorded = await receive(database, payments, receiverOf(viewer), params.id, body, now)
    const { length } = recorded.after_sales
    say(length === 0 ? '收货已登记' : `收货已登记，差异已提交 ${length} 张售后单`)
    return recorded
  })

  serve(deliveryList, ({ viewer, query, now }) => deliveryListOf(database, viewer.company.id, query, now))
  serve(deliveryExport, ({ viewer, query, now }) => deliveryExportOf(database, viewer.company, query, now))
  serve(deliveryZip, async ({ viewer, query, now }) => {
    const { name, bytes } = await zipNow(database, receiverOf(viewer), query, now)
    return fileAnswer(name, ZIP, bytes)
  })
  serve(orderPapers, ({ viewer, params }) => orderPapersOf(database, viewer.company.id, params.id))
  serve(orderPapersZip, async ({ viewer, params, now }) => {
    const { name, bytes } = await zipNow(database, receiverOf(viewer), { order_id: params.id }, now)
    return fileAnswer(name, ZIP, bytes)
  })
  serve(packAsk, async ({ viewer, body, now, say }) => {
    const pack = await askPack(database, receiverOf(viewer), body, now)
    say('已开始打包，完成后以消息通知您')
    return pack
  })
}

const ZIP = 'application/zip'
