import type { ReactNode } from 'react'
import type { ShelfState } from '#contract/goods-desk.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'

interface Shelved {
  id: number
  name: string
  spec: string
  state: ShelfState
}

/** Putting goods on the shelf and taking them off, with a reason. Put `dialog` on the page. */
export function useShelf(): { ask: (goods: Shelved, command: 'on' | 'off') => void; dialog: ReactNode } {
  const deed = useDeed(calls.shelf, {
    done: ({ state, state_name }) => (state === 'waiting' ? '已申请上架，待质量部门审核' : state_name),
    outdates: [calls.records, calls.record, calls.history, calls.goods],
  })
  const reason = useReason(deed.problem)
  const ask = (goods: Shelved, command: 'on' | 'off'): void =>
    reason.ask({
      title: command === 'on' ? '上架商品' : '下架商品',
      what:
        command === 'on' ? (
          <>
            <b>{goods.name}</b> {goods.spec}{' '}
            {goods.state === 'waiting' ? '禁售目录存疑：质量部门放行后才上架。' : '随即对客户可见，有货就能下单。'}
          </>
        ) : (
          <>
            <b>{goods.name}</b> {goods.spec} 随即不能购买，购物车里的也不能结算。理由客户看得到。
          </>
        ),
      ok: command === 'on' ? '上架' : '下架',
      danger: command === 'off',
      usual: command === 'on' ? ['首次上架', '恢复供货', '换包装完成'] : ['缺货', '换包装', '停产', '价格调整中'],
      run: (text) => deed.run({ params: { id: goods.id, command }, body: { reason: text } }),
    })
  return { ask, dialog: reason.dialog }
}
