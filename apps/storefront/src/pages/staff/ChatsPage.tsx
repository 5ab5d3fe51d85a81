import { useSearchParams } from 'react-router'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { queryOptions, useQuery } from '#api-client/useQuery.ts'
import type { ChatFilter } from '#contract/chat.ts'
import { CODES } from '#contract/codes.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useLive } from '../../api/live.ts'
import { useUser } from '../../api/queries.ts'
import { serviceApi } from '../../api/service-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { useLogout } from '../../frame/useLogout.ts'
import { withQuery } from '../../paths.ts'
import { ChatList } from './ChatList.tsx'
import { StaffConversation } from './StaffConversation.tsx'
import css from './staff.module.css'

const HERE = '/staff/chat'
const FILTERS: readonly [state: ChatFilter | null, name: string][] = [
  [null, '全部'],
  ['waiting', '待回复'],
  ['open', '进行中'],
  ['closed', '已结束'],
]

const numberOf = (text: string | null): number => {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}
function askedOf(query: URLSearchParams) {
  const state = FILTERS.find(([name]) => name === query.get('state'))?.[0]
  const keywords = (query.get('keywords') ?? '').trim().slice(0, 60)
  return { page: numberOf(query.get('page')) || 1, ...(state && { state }), ...(keywords && { keywords }) }
}

/** Only for the wholesaler's staff: to anybody else there is no such page. */
export async function loader({ api, user, url, signal }: PageArgs) {
  if (user?.is_staff !== 1) throw new ApiError(CODES.NOT_FOUND, '页面不存在', null)
  const asked = askedOf(url.searchParams)
  return { asked, first: (await api.ask(serviceApi.staffChats, { query: asked, signal })).data }
}

/** The service's desk: who waits, and the conversation that is open. A plain page until the operators' site has its own. */
export default function ChatsPage() {
  const { asked, first } = usePageData<typeof loader>()
  const api = useApi()
  const [query] = useSearchParams()
  const open = numberOf(query.get('id'))
  const { data = first, refetch } = useQuery(
    queryOptions({
      queryKey: ['staff-chats', asked],
      staleTime: 0,
      queryFn: async ({ signal }) => (await api.ask(serviceApi.staffChats, { query: asked, signal, handles: 'all' })).data,
    }),
  )
  useLive('chat', refetch)
  const to = (change: Record<string, string | number | null>) => {
    const kept = Object.fromEntries([...query].filter(([key]) => !(key in change)))
    return withQuery(HERE, { ...kept, ...change })
  }
  return (
    <div className={open ? `${css.desk} ${css.talking}` : css.desk}>
      <Head waiting={data.waiting} />
      <section className={css.side} aria-label="会话列表">
        <Tabs
          label="会话状态"
          entries={FILTERS.map(([state, text]) => ({
            text,
            to: to({ state, page: null }),
            current: (asked.state ?? null) === state,
            count: state === 'waiting' ? data.waiting : 0,
          }))}
        />
        <form className={css.search} action={HERE}>
          {asked.state && <input type="hidden" name="state" value={asked.state} />}
          <input
            className="input"
            name="keywords"
            aria-label="企业名称"
            placeholder="企业名称"
            defaultValue={asked.keywords}
            maxLength={60}
          />
          <Button type="submit">查找</Button>
        </form>
        {data.list.length === 0 ? (
          <Empty picture="paper" text={asked.state === 'waiting' ? '没有等待回复的客户' : '没有符合条件的会话'} />
        ) : (
          <ChatList list={data.list} open={open} to={(id) => to({ id })} />
        )}
        <Pagination page={data.page} perPage={data.per_page} total={data.total} to={(page) => to({ page })} />
      </section>
      <section className={css.main} aria-label="会话">
        {open ? <StaffConversation key={open} id={open} back={to({ id: null })} /> : <Empty picture="paper" text="选择一个会话开始回复" />}
      </section>
    </div>
  )
}

function Head({ waiting }: { waiting: number }) {
  const user = useUser()
  const { logout, busy } = useLogout()
  return (
    <header className={css.head}>
      <h1>客服工作台</h1>
      <span role="status">{waiting > 0 ? `${waiting} 位客户等待回复` : '没有等待回复的客户'}</span>
      <b>{user?.name}</b>
      <Button size="sm" disabled={busy} onClick={logout}>
        安全退出
      </Button>
    </header>
  )
}
