import { UNQUALIFIED_WAYS } from '#contract/constants.ts'
import { staffUnqualifiedDispose } from '#contract/unqualified.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { dispose, lockBad } from './service.ts'

/** The warehouse carries it out, quality stands beside it: nothing that was judged unfit leaves by one person. */
export const disposeDeed: Deed<typeof staffUnqualifiedDispose> = {
  call: staffUnqualifiedDispose,
  kind: 'unqualified.dispose',
  async weigh({ database: { db }, params: { id }, body: { way, reason } }) {
    const one = await lockBad(db, id)
    const what = `${one.name} 批号 ${one.batchNo} ${one.number} ${one.unit}`
    return {
      subject: `unqualified:${id}`,
      title: `${UNQUALIFIED_WAYS[way]} ${what}`,
      changes: [{ name: one.no, before: `不合格：${one.reason}`, after: `${UNQUALIFIED_WAYS[way]} ${one.number} ${one.unit}` }],
      stands: `${one.state} ${one.number}`,
      reason,
    }
  },
  run: ({ database, doer, params: { id }, body, now }) => dispose(database, doer, id, body, now),
  said: () => '已处置，库存随即减少',
}
