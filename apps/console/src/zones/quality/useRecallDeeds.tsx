import type { ReactNode } from 'react'
import type { RecallDetailWire } from '#contract/recalls.ts'
import { numberText } from '../../parts/numbers.ts'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'
import { unsettledText } from './recall-rules.ts'

interface RecallDeeds {
  remind: () => void
  register: () => void
  close: () => void
  dialog: ReactNode
}

/** What is done to a whole recall; each asks once. */
export function useRecallDeeds({ recall, sums, shares }: RecallDetailWire): RecallDeeds {
  const params = { id: recall.id }
  const outdates = [calls.recall, calls.recalls]
  const remind = useDeed(calls.recallRemind, {
    done: ({ reminded }) => (reminded > 0 ? `已催 ${reminded} 家` : '未确认的企业今天都已催过'),
    outdates,
  })
  const register = useDeed(calls.recallRegister, { done: '登记表正在制作', outdates })
  const said = useSecondPerson('recall.close')
  const close = useDeed(calls.recallClose, { done: '召回已结束', outdates })
  const reason = useReason(remind.problem || register.problem || close.problem)
  const unsettled = unsettledText(shares, recall.unit)
  return {
    remind: () =>
      reason.ask({
        title: '催促未确认的企业',
        bare: true,
        ok: `催 ${sums.silent} 家`,
        what: `向未确认的 ${sums.silent} 家企业再发一次召回消息；24 小时内催过的不重复发。`,
        run: () => remind.run({ params }),
      }),
    register: () =>
      reason.ask({
        title: '制作召回登记表',
        ok: '制作新版',
        what: `按此刻的 ${sums.companies} 家企业、${sums.orders} 张订单制作新的一版，盖章存档。`,
        usual: ['首日进度', '每日进度', '上报药监部门'],
        run: (said) => register.run({ params, body: { reason: said.slice(0, 100) } }),
      }),
    close: () =>
      reason.ask({
        title: '结束召回',
        danger: unsettled !== '',
        ok: said('结束召回'),
        what: (
          <>
            {recall.no}：已售 {numberText(sums.sold)}，已收回 {numberText(sums.returned)}
            {unsettled && (
              <>
                ，<b className="bad">{unsettled}</b>
              </>
            )}
            。结束后企业不能再答复或退回本批号，最后一版登记表随即制作；批号仍锁定。不可撤销。
          </>
        ),
        usual: ['全部收回，已按规定销毁', '已收回或用完，无不良反应报告'],
        run: (note) => close.run({ params, body: { note } }),
      }),
    dialog: reason.dialog,
  }
}
