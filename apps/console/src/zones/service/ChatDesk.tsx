import { useQueryClient } from '@tanstack/react-query'
import { Empty, Input, Pagination } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { dayText, timeText } from '#api-client/chat/thread.ts'
import type { ChatFilter, ConversationWire } from '#contract/chat.ts'
import type { WorkHolderWire } from '#contract/work.ts'
import { useNow } from '#ui/now.ts'
import { outdate, useAsk } from '../../api/ask.ts'
import { useLive } from '../../api/live.ts'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { stepTo } from '../../parts/list-state.ts'
import { TakenBy, useTaken } from '../../parts/useWork.tsx'
import { Conversation } from './Conversation.tsx'
import { calls } from './calls.ts'
import css from './chat.module.css'

const FILTERS: readonly [state: ChatFilter | '', name: string][] = [
  ['waiting', '待回复'],
  ['mine', '交给我'],
  ['open', '进行中'],
  ['closed', '已结束'],
  ['', '全部'],
]
const NONE: Readonly<Partial<Record<ChatFilter | '', string>>> = { waiting: '没有等待回复的客户', mine: '没有同事转交给您的会话' }
const PER_PAGE = 30
const UNREAD_MAX = 99
/** Without a line the queue asks by itself. */
const ASK_MS = 20_000

function Line({ one, isOpen, to, holder }: { one: ConversationWire; isOpen: boolean; to: string; holder: WorkHolderWire | undefined }) {
  const now = useNow()
  const { company, city, state, unread, last_text, last_sender, last_at, mine } = one
  return (
    <li>
      <Link to={to} {...(isOpen && { 'aria-current': 'true' })}>
        <b className="ell">{company}</b>
        <time dateTime={last_at}>{dayText(last_at, now) === '今天' ? timeText(last_at) : dayText(last_at, now)}</time>
        <span className={`ell ${css.last}`}>
          {mine === 1 ? <span className="chip chip-warn">转交给您</span> : holder?.mine === 0 && <TakenBy of={holder} />}
          {last_sender === 'staff' && '我方：'}
          {last_text}
        </span>
        {unread > 0 ? (
          <span className={css.unread}>
            {unread > UNREAD_MAX ? `${UNREAD_MAX}+` : unread}
            <span className="said"> 条未读</span>
          </span>
        ) : (
          <small>{state === 'closed' ? '已结束' : city}</small>
        )}
      </Link>
    </li>
  )
}

/** The chat desk: who waits, the conversation that is open, and whom one speaks to. */
export default function ChatDesk() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const state = FILTERS.find(([one]) => one === (params.get('state') ?? ''))?.[0] ?? ''
  const keywords = params.get('keywords') ?? ''
  const page = Math.max(1, Number(params.get('page')) || 1)
  const open = Number(params.get('id')) || 0
  const taken = useTaken('chat')
  const line = useLive('chat', () => void outdate(queries, [calls.chats]))
  const query = { ...(state && { state }), ...(keywords && { keywords }), page, per_page: PER_PAGE }
  const answer = useAsk(calls.chats, { query }, { keepFormer: true, ...(line === 'closed' && { every: ASK_MS }) })
  const list = answer.data?.list ?? []
  const address = (change: Record<string, string>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return `/service/chat?${next}`
  }
  const step = (by: 1 | -1): void => {
    const id = stepTo(
      list.map(({ id: one }) => String(one)),
      String(open || ''),
      by,
    )
    if (id) void navigate(address({ id }), { replace: true })
  }
  useKeys([
    { key: 'J', what: '下一位客户', run: () => step(1) },
    { key: 'K', what: '上一位客户', run: () => step(-1) },
  ])
  return (
    <div className={css.desk}>
      <section className={css.queue} aria-label="会话列表">
        <nav className={`views ${css.views}`} aria-label="会话状态">
          {FILTERS.map(([one, name]) => (
            <Link key={name} to={address({ state: one, page: '' })} className={one === state ? 'is-on' : ''}>
              {name}
              {one === 'waiting' && answer.data ? ` ${answer.data.waiting}` : ''}
              {one === 'mine' && answer.data?.handed ? ` ${answer.data.handed}` : ''}
            </Link>
          ))}
        </nav>
        <div className={css.find}>
          <Input.Search
            key={keywords}
            allowClear
            size="small"
            placeholder="企业名称"
            aria-label="企业名称"
            defaultValue={keywords}
            maxLength={60}
            onSearch={(text) => setParams(new URLSearchParams(address({ keywords: text.trim(), page: '' }).split('?')[1]))}
          />
        </div>
        <Loaded of={answer}>
          {({ total }) => (
            <>
              <ul className={css.list}>
                {list.map((one) => (
                  <Line key={one.id} one={one} isOpen={one.id === open} holder={taken.get(one.id)} to={address({ id: String(one.id) })} />
                ))}
              </ul>
              {list.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={NONE[state] ?? '没有符合条件的会话'} />}
              {total > PER_PAGE && (
                <div className={css.more}>
                  <Pagination
                    size="small"
                    simple
                    current={page}
                    pageSize={PER_PAGE}
                    total={total}
                    onChange={(next) => void navigate(address({ page: String(next) }))}
                  />
                </div>
              )}
            </>
          )}
        </Loaded>
      </section>
      {open ? (
        <Conversation key={open} id={open} />
      ) : (
        <div className={css.none}>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择一位客户开始回复" />
        </div>
      )}
    </div>
  )
}
