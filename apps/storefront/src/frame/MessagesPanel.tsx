import { Link } from 'react-router'
import { dayText, timeText } from '#api-client/chat/thread.ts'
import { useApi } from '#api-client/context.tsx'
import { queryOptions, useQuery } from '#api-client/useQuery.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { useNow } from '#ui/now.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useLive } from '../api/live.ts'
import { memberApi } from '../api/member-calls.ts'
import { memberPaths } from '../member-paths.ts'
import css from './SideBar.module.css'

const SHOWN = 10

/** What is unread, at a glance; all of it is on the messages' own page. */
export default function MessagesPanel() {
  const api = useApi()
  const now = useNow()
  const query = queryOptions({
    queryKey: ['messages', 'side'],
    queryFn: async ({ signal }) =>
      (await api.ask(memberApi.messageList, { query: { page: 1, per_page: SHOWN, unread: 1 }, signal, handles: 'all' })).data,
  })
  const { data, isError, refetch } = useQuery(query)
  useLive('messages', refetch)
  if (isError && !data) {
    return (
      <Empty picture="broken" text="消息没有加载出来">
        <Button onClick={refetch}>重新加载</Button>
      </Empty>
    )
  }
  if (!data) return <Skeleton height={200} />
  const all = (
    <ButtonLink kind="soft" size="lg" block to={memberPaths.messages()}>
      查看全部消息
    </ButtonLink>
  )
  if (data.list.length === 0) {
    return (
      <Empty picture="paper" text="没有未读消息">
        {all}
      </Empty>
    )
  }
  return (
    <div className={css.body}>
      <ul className={css.messages}>
        {data.list.map(({ id, title, text, url, created_at }) => (
          <li key={id}>
            <Link to={url || memberPaths.messages()}>
              <b>{title}</b>
              {text && <span>{text}</span>}
              <time dateTime={created_at}>
                {dayText(created_at, now)} {timeText(created_at)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      {all}
    </div>
  )
}
