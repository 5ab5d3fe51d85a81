import { useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { QueryClient } from '#api-client/cache.ts'
import type { Draft } from '#api-client/chat/thread.ts'
import { type Port, useConversation } from '#api-client/chat/useConversation.ts'
import { useApi } from '#api-client/context.tsx'
import { uploadFile } from '#api-client/upload.ts'
import { useQuery, useQueryClient } from '#api-client/useQuery.ts'
import type { ChatWire } from '#contract/chat.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { Icon } from '#ui/Icon.tsx'
import { useLive } from '../api/live.ts'
import { linksQuery, useUser } from '../api/queries.ts'
import { serviceApi } from '../api/service-calls.ts'
import { Composer } from '../parts/chat/Composer.tsx'
import { Thread } from '../parts/chat/Thread.tsx'
import css from './SideBar.module.css'
import { Manager } from './SidePanels.tsx'

const showUnread = (queries: QueryClient, chat_unread: number) =>
  queries.setQueryData<UserBaseWire | null>(['user'], (user) => user && { ...user, chat_unread })

/** What this page is about and could be shown to the service. */
function aboutOf(pathname: string): { text: string; draft: Draft } | null {
  const goods = /^\/list\/info\/(\d+)$/.exec(pathname)
  if (goods) return { text: '发送正在看的商品', draft: { goods_id: Number(goods[1]) } }
  const order = /^\/order\/info\/(\d+)$/.exec(pathname)
  return order ? { text: '发送正在看的订单', draft: { order_id: Number(order[1]) } } : null
}

/** The buyer's side of the conversation. */
export default function ChatPanel() {
  const api = useApi()
  const queries = useQueryClient()
  const user = useUser()
  const { pathname } = useLocation()
  const [state, setState] = useState<Pick<ChatWire, 'hours' | 'notice' | 'is_open_now'> | null>(null)
  const [shownFor, setShownFor] = useState('')
  const company = user?.company_id ?? 0
  const port = useMemo<Port>(
    () => ({
      key: `buyer:${company}`,
      own: 'buyer',
      async load(range) {
        const { data } = await api.ask(serviceApi.messages, { query: range, handles: 'all' })
        setState(data)
        return data
      },
      send: async (body) => (await api.ask(serviceApi.send, { body, handles: 'all' })).data.message,
      async read(up_to) {
        showUnread(queries, (await api.ask(serviceApi.read, { body: { up_to }, handles: 'all' })).data.unread)
      },
      upload: (picture) => uploadFile(picture, 'chat', () => undefined).done,
    }),
    [api, queries, company],
  )
  const work = useConversation(port, useLive)
  const about = aboutOf(pathname)
  return (
    <div className={css.chat}>
      {state && (
        <p className={state.is_open_now ? css.hours : `${css.hours} ${css.away}`}>
          <i aria-hidden="true" />
          {state.is_open_now ? '客服在线' : '留言服务'} · {state.hours}
        </p>
      )}
      <Thread work={work} greeting={<Greeting notice={state?.notice ?? ''} />} />
      {work.line === 'closed' && work.outgoing.some(({ state: at }) => at === 'failed') && (
        <p className={css.offline} role="status">
          网络中断，恢复后自动发送
        </p>
      )}
      {about && shownFor !== pathname && (
        <button
          type="button"
          className={css.about}
          onClick={() => {
            work.send(about.draft)
            setShownFor(pathname)
          }}
        >
          <Icon name="plus" size={14} />
          {about.text}
        </button>
      )}
      <Composer label="给客服留言" placeholder="请描述您的问题，可粘贴图片" send={work.send} focus />
    </div>
  )
}

/** Answers that need nobody. */
const ANSWERS = [
  { text: '怎样注册和上传证件', to: '/help/xrzn/hyzc' },
  { text: '发货时间与运费', to: '/help/zfps/hwps' },
  { text: '退换货怎么申请', to: '/help/zfps/ypth' },
  { text: '支付方式与对公转账', to: '/help/zfps/ddzf' },
]

function Greeting({ notice }: { notice: string }) {
  const user = useUser()
  const hotLine = useQuery(linksQuery(useApi())).data?.hot_line
  return (
    <div className={css.greeting}>
      <p>您好，请问有什么可以帮您？{notice && `${notice}。`}</p>
      <ul>
        {ANSWERS.map(({ text, to }) => (
          <li key={to}>
            <Link className="link" to={to}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {user && user.admin.name !== '' && <Manager admin={user.admin} />}
      {hotLine && (
        <p className="muted">
          服务热线 <a href={`tel:${hotLine}`}>{hotLine}</a>
        </p>
      )}
    </div>
  )
}
