import { staffRecallClose } from '#contract/recalls.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { endRecall, recallForStaff } from './service.ts'
import { lockRecall } from './store.ts'

/** A recall begins at once, by one person: every hour counts. That nothing more can be brought back is said by two. */
export const closeDeed: Deed<typeof staffRecallClose> = {
  call: staffRecallClose,
  kind: 'recall.close',
  async weigh({ database: { db }, params: { id }, body }) {
    const recall = await lockRecall(db, id)
    if (recall === null || recall.state === 'closed') return null
    return {
      subject: `recall:${id}`,
      title: `结束召回 ${recall.no}：${recall.goods.name} 批号 ${recall.batchNo}`,
      changes: [{ name: '召回', before: '进行中', after: '已结束' }],
      stands: recall.state,
      reason: body.note.trim(),
    }
  },
  async run({ database, doer, params, body, now }) {
    await endRecall(database, doer, params.id, body.note.trim(), now)
    return recallForStaff(database, params.id, {}, now)
  },
}
