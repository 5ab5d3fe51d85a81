import { ephedrineOrders, receiptForm, receiptSubmit, staffReceiptReview, staffReceipts } from '#contract/documents.ts'
import { staffSpecialLimitSave, staffSpecialLimits } from '#contract/special-limits.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import { limitsOf, saveLimits } from './limits.ts'
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
  serve(staffSpecialLimits, async ({ query: { company_type: type = '' } }) => {
    const list = (await limitsOf(database.db)).filter((row) => type === '' || row.company_type === type)
    // Seven types by five substances stand on one page.
    return { list, total: list.length, page: 1, per_page: Math.max(1, list.length) }
  })
  serve(staffSpecialLimitSave, async ({ viewer, body, now, say }) => {
    const list = await saveLimits(database, viewer, body, now)
    say('限购已保存，下一张订单起按它算')
    return { list }
  })
}
