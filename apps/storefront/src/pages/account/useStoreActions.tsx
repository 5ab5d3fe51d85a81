import { type ReactNode, useState } from 'react'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { CartLineWire } from '#contract/cart-shapes.ts'
import type { StoresWire, StoreWire } from '#contract/stores.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { toast } from '#ui/Toast.tsx'
import { api } from '../../api/calls.ts'
import { memberApi } from '../../api/member-calls.ts'
import { flagReload, reloadIfFlagged } from '../../app/session-flag.ts'
import { CopyDialog } from '../../parts/cart/CopyDialog.tsx'
import { useOtherStores } from '../../parts/cart/useOtherStores.ts'
import { paths } from '../../paths.ts'
import { ConsentDialog } from './ConsentDialog.tsx'

type Received = StoresWire['received'][number]
type Partner = StoreWire['partners'][number]
export type StoreAction =
  | { key: 'switch'; store: StoreWire }
  | { key: 'copy' }
  | { key: 'leave'; store: StoreWire }
  | { key: 'end'; store: StoreWire; partner: Partner }
  | { key: 'consent' | 'refuse'; invitation: Received }
  | { key: 'withdraw'; id: number }
  | { key: 'invited'; data: StoresWire; message: string }
export type ActOnStores = (action: StoreAction) => void

type Asked = Exclude<StoreAction, { key: 'switch' | 'copy' | 'withdraw' | 'invited' }>

/** What can be done with stores and invitations; what cannot be taken back is asked first. dialogs: to be put on the page. */
export function useStoreActions(data: StoresWire, show: (data: StoresWire) => void): { act: ActOnStores; dialogs: ReactNode } {
  const client = useApi()
  const queries = useQueryClient()
  const others = useOtherStores()
  const [asking, setAsking] = useState<Asked | null>(null)
  const [copying, setCopying] = useState<readonly CartLineWire[] | null>(null)

  /** What is refused is shown by the error catalogue. */
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error
    }
  }
  const shown = ({ data: next, message }: { data: StoresWire; message: string }): void => {
    show(next)
    toast({ text: message, tone: 'success' })
    // The stores to switch between are the frame's, too.
    void queries.invalidateQueries({ queryKey: ['user'] })
  }
  const switchTo = (store: StoreWire) =>
    run(async () => {
      await client.ask(api.userSwitchStore, { body: { company_id: store.company_id } })
      flagReload()
      reloadIfFlagged()
    })
  const copy = () =>
    run(async () => {
      const { data: cart } = await client.ask(api.cartList, { query: {} })
      const lines = cart.list
      if (lines.length === 0) toast({ text: '当前门店的购物车是空的', action: { text: '去采购', url: paths.list() } })
      else setCopying(lines)
    })
  const unbind = (companyId: number, accountId?: number) =>
    run(async () => {
      const wasActive = data.stores.some((store) => store.company_id === companyId && store.active === 1)
      const body = { company_id: companyId, ...(accountId !== undefined && { account_id: accountId }) }
      const answer = await client.ask(memberApi.storeUnbind, { body })
      if (wasActive && accountId === undefined) {
        flagReload()
        reloadIfFlagged()
      } else shown(answer)
    })
  const answer = ({ id }: Received, agree: boolean, companyId?: number) =>
    run(async () => {
      const body = { agree: agree ? 1 : 0, ...(companyId !== undefined && { company_id: companyId }) }
      shown(await client.ask(memberApi.storeAnswer, { params: { id }, body }))
    })

  const act: ActOnStores = (action) => {
    if (action.key === 'switch') void switchTo(action.store)
    else if (action.key === 'copy') void copy()
    else if (action.key === 'withdraw')
      void run(async () => shown(await client.ask(memberApi.storeWithdraw, { params: { id: action.id } })))
    else if (action.key === 'invited') shown(action)
    else setAsking(action)
  }
  const close = (): void => setAsking(null)
  const dialogs = (
    <>
      {asking?.key === 'leave' && (
        <ConfirmDialog
          open
          title={`不再管理 ${asking.store.name}?`}
          text="解除后您不能再切换到这家门店，也看不到它的订单。需要时可以重新邀请。"
          confirm="解除绑定"
          onConfirm={() => void unbind(asking.store.company_id)}
          onClose={close}
        />
      )}
      {asking?.key === 'end' && (
        <ConfirmDialog
          open
          title={`停止 ${asking.partner.name} 管理 ${asking.store.name}?`}
          text="对方将立刻不能查看和操作这家门店。已经下的订单不受影响。"
          confirm="解除绑定"
          onConfirm={() => void unbind(asking.store.company_id, asking.partner.account_id)}
          onClose={close}
        />
      )}
      {asking?.key === 'refuse' && (
        <ConfirmDialog
          open
          title={`拒绝 ${asking.invitation.from_company} 的邀请?`}
          text="对方会得知没有被接受。"
          confirm="拒绝"
          onConfirm={() => void answer(asking.invitation, false)}
          onClose={close}
        />
      )}
      {asking?.key === 'consent' && (
        <ConsentDialog
          invitation={asking.invitation}
          onClose={close}
          onAgree={(companyId) => {
            close()
            void answer(asking.invitation, true, companyId)
          }}
        />
      )}
      {copying && (
        <CopyDialog
          stores={others}
          lines={copying}
          onClose={() => {
            setCopying(null)
            void run(async () => show((await client.ask(memberApi.storeList, {})).data))
          }}
        />
      )}
    </>
  )
  return { act, dialogs }
}
