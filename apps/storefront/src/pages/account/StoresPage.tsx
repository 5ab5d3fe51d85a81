import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { StoresWire } from '#contract/stores.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useLive } from '../../api/live.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { InviteForm } from './InviteForm.tsx'
import { ReceivedInvitations } from './ReceivedInvitations.tsx'
import { SentInvitations } from './SentInvitations.tsx'
import { StoreCard } from './StoreCard.tsx'
import css from './stores.module.css'
import { useStoreActions } from './useStoreActions.tsx'

export async function loader({ api: client, signal }: PageArgs): Promise<StoresWire> {
  return (await client.ask(memberApi.storeList, { signal })).data
}

/** /ddgl */
export default function StoresPage() {
  const client = useApi()
  const [data, setData] = useState<StoresWire>(usePageData<typeof loader>())
  const { act, dialogs } = useStoreActions(data, setData)
  // Somebody answered: the page shows it without being asked.
  useLive('messages', () => {
    void client.ask(memberApi.storeList, { handles: 'all' }).then(
      (answer) => setData(answer.data),
      () => undefined,
    )
  })
  const { stores, group_name: group, received, sent } = data
  const single = stores.length === 1
  return (
    <AccountShell
      title="多店管理"
      tools={
        <ButtonLink to={memberPaths.registerStore()}>
          <Icon name="plus" />
          注册新门店
        </ButtonLink>
      }
    >
      <div className={css.page}>
        {received.length > 0 && <ReceivedInvitations invitations={received} act={act} />}
        <p className={css.lead}>
          {single
            ? '一个账号可以管理多家门店。注册新门店，或邀请其他门店绑定后，可以随时切换，也可以把购物车复制过去。'
            : `您共管理 ${stores.length} 家门店${group ? `，门店组“${group}”` : ''}。各店的资质、价格、购物车、订单和账期互不影响。`}
        </p>
        <ul className={css.stores}>
          {stores.map((store) => (
            <StoreCard key={store.company_id} store={store} single={single} act={act} />
          ))}
        </ul>
        <InviteForm why={data.why_not} act={act} />
        {sent.length > 0 && <SentInvitations invitations={sent} act={act} />}
      </div>
      {dialogs}
    </AccountShell>
  )
}
