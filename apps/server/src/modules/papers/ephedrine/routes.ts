import { ephedrineOrders, receiptForm, receiptSubmit, staffReceiptReview, staffReceipts } from '#contract/documents.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import { reviewReceipt, submitReceipt } from './receipts.ts'
import { ephedrineOrdersOf, receiptFormOf, receiptOf, receiptsForStaff } from './screens.ts'

export function ephedrineRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(ephedrineOrders, ({ viewer, query, now }) => ephedrineOrdersOf(database, viewer.company, query, now))
  serve(receiptForm, async ({ viewer, params, now }) => {
    const { name, content } = await receiptFormOf(database, viewer, params.id, now)
    return fileAnswer(name, 'application/pdf', content)
  })
  serve(receiptSubmit, async ({ viewer, params, body, now, say }) => {
    await submitReceipt(database, viewer.company.id, params.id, body.file_ids, now)
    say('回执已提交，等待审核')
    return receiptOf(database, viewer.company.id, params.id, now)
  })
  serve(staffReceipts, ({ query, now }) => receiptsForStaff(database, query, now))
  serve(staffReceiptReview, async ({ viewer, params: { id, decision }, body, now }) => {
    const seenAt = body.seen_at
    const command = decision === 'pass' ? { type: decision, seenAt } : { type: decision, reason: body.reason?.trim() ?? '', seenAt }
    return { state: await reviewReceipt(database, { accountId: viewer.accountId, name: viewer.name }, id, command, now) }
  })
}
