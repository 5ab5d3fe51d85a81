import { staffTransferProofs, staffTransferReview, transferInfo, transferSubmit } from '#contract/documents.ts'
import type { ModuleContext } from '../../../context.ts'
import type { PaymentDeps } from '../payments/public.ts'
import { confirmProof, rejectProof, submitTransfer, transferInfoOf, waitingProofsOf } from './service.ts'

export function transferRoutes({ serve }: ModuleContext, deps: PaymentDeps): void {
  serve(transferInfo, ({ viewer, params }) => transferInfoOf(deps, viewer, params.id))
  serve(transferSubmit, async ({ viewer, params, body, now, say }) => {
    const proof = await submitTransfer(deps, viewer, params.id, body, now)
    say('转账凭证已提交，财务核对到账后通知您')
    return proof
  })
  serve(staffTransferProofs, ({ query }) => waitingProofsOf(deps, query))
  serve(staffTransferReview, ({ viewer, params: { id, decision }, body, now }) => {
    const staff = { accountId: viewer.accountId, name: viewer.name }
    const { seen_at: seenAt } = body
    if (decision === 'pass') return confirmProof(deps, staff, id, seenAt, now)
    return rejectProof(deps, staff, id, { reason: body.reason?.trim() ?? '', seenAt }, now)
  })
}
