import { type ReactNode, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { DataOf } from '#contract/call.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { toast } from '#ui/Toast.tsx'
import { api } from '../../api/calls.ts'
import { showCartCount } from '../../api/queries.ts'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { CancelDialog } from './CancelDialog.tsx'
import type { Act, ActionKey, ActionOrder } from './order-act.ts'
import { ReorderResult } from './ReorderResult.tsx'

type Reordered = DataOf<typeof import('#contract/order.ts').orderReorder>

/** What a buyer may do with an order, asked first where it cannot be taken back. dialogs: to be put on the page. */
export function useOrderActions(): { act: Act; dialogs: ReactNode } {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<{ key: ActionKey; order: ActionOrder } | null>(null)
  const [reordered, setReordered] = useState<Reordered | null>(null)

  /** The error catalogue shows what the server refuses; the page then shows the order as it is now. */
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error
    }
    void queries.invalidateQueries({ queryKey: ['user'] })
    await revalidate()
  }
  const cancel = (order: ActionOrder, reason: string): Promise<void> =>
    run(async () => {
      await client.ask(api.orderCancel, { params: { id: order.id }, body: { reason } })
      toast({ text: `订单 ${order.no} 已取消`, tone: 'success' })
    })
  const receive = (order: ActionOrder): Promise<void> =>
    run(async () => {
      await client.ask(api.orderReceive, { params: { id: order.id } })
      toast({ text: '已确认收货', tone: 'success' })
    })
  const reorder = (order: ActionOrder): Promise<void> =>
    run(async () => {
      const { data } = await client.ask(api.orderReorder, { params: { id: order.id } })
      showCartCount(queries, data.line_count)
      void queries.invalidateQueries({ queryKey: ['cart'] })
      if (data.refused.length > 0) setReordered(data)
      else toast({ text: `${data.added} 种商品已加入购物车`, tone: 'success', action: { text: '去购物车', url: paths.cart() } })
    })

  const act: Act = (key, order) => {
    if (key === 'reorder') void reorder(order)
    else if (key === 'after_sale') void navigate(memberPaths.afterSaleApply(order.id))
    else setAsking({ key, order })
  }
  const close = (): void => setAsking(null)
  const order = asking?.order
  const dialogs = (
    <>
      {order && asking.key === 'cancel' && (
        <CancelDialog
          order={order}
          onClose={close}
          onCancel={(reason) => {
            close()
            void cancel(order, reason)
          }}
        />
      )}
      {order && asking.key === 'receive' && (
        <ConfirmDialog
          open
          title="确认已收到货?"
          text="请先核对品名、批号和数量与随货同行单一致。确认后订单转为已收货。"
          confirm="确认收货"
          onConfirm={() => void receive(order)}
          onClose={close}
        />
      )}
      {reordered && <ReorderResult answer={reordered} onClose={() => setReordered(null)} />}
    </>
  )
  return { act, dialogs }
}
