import { Suspense } from 'react'
import type { QueryOf } from '#contract/call.ts'
import type { FastBuyOrder } from '#contract/selfservice.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { pageIn } from '#ui/page-in.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'
import { HistoryTab } from './HistoryTab.tsx'
import { isOrder } from './history-orders.ts'
import { listTab, readyListTab } from './list-tab.ts'
import css from './quick.module.css'
import { useDraft } from './useDraft.ts'

const TABS = { history: '历史采购', paste: '粘贴清单', file: 'Excel 上传' } as const
type Tab = keyof typeof TABS
const isTab = (text: string): text is Tab => Object.hasOwn(TABS, text)

export async function loader({ api: client, url, user, signal }: PageArgs) {
  const asked = url.searchParams.get('tab') ?? ''
  const tab: Tab = isTab(asked) ? asked : 'history'
  const wished = url.searchParams.get('order') ?? ''
  const order: FastBuyOrder = isOrder(wished) ? wished : 'recent'
  const keywords = (url.searchParams.get('keywords') ?? '').trim().slice(0, 60)
  const query: QueryOf<typeof import('#contract/selfservice.ts').userFastBuy> = { page: pageIn(url), order, ...(keywords && { keywords }) }
  const history = tab === 'history' ? (await client.ask(memberApi.fastBuy, { query, signal })).data : null
  if (tab !== 'history') await readyListTab()
  return { tab, order, keywords, history, companyId: user?.company_id ?? 0 }
}

/** The page that the server drew may have the tab, before any loader runs in the browser. */
export async function readyHere(): Promise<void> {
  if (typeof window !== 'undefined' && new URLSearchParams(window.location.search).has('tab')) await readyListTab()
}

/** /kjcg: what was bought before, a list that is pasted, a list as a file; each ends in one press. */
export default function QuickPage() {
  const { tab, order, keywords, history, companyId } = usePageData<typeof loader>()
  const work = useDraft(companyId)
  const count: Readonly<Record<Tab, number>> = { history: work.draft.picks.length, paste: work.draft.lines.length, file: 0 }
  return (
    <AccountShell title="快捷采购" tools={<ButtonLink to={paths.list({}, 'table')}>表格选货</ButtonLink>}>
      <div className={`panel ${css.tabs}`}>
        <Tabs
          label="采购方式"
          entries={(Object.keys(TABS) as Tab[]).map((key) => ({
            text: TABS[key],
            to: memberPaths.quickOrder(key === 'history' ? {} : { tab: key }),
            current: key === tab,
            count: count[key],
          }))}
        />
      </div>
      {history !== null ? (
        <HistoryTab history={history} order={order} keywords={keywords} work={work} />
      ) : (
        <Suspense fallback={<Skeleton height={320} />}>
          <listTab.Part source={tab === 'file' ? 'file' : 'paste'} work={work} />
        </Suspense>
      )}
    </AccountShell>
  )
}
