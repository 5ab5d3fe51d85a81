import { Link } from 'react-router'
import type { ConversationWire } from '#contract/chat.ts'
import { useNow } from '#ui/now.ts'
import { dayText, timeText } from '../../parts/chat/thread.ts'
import css from './staff.module.css'

interface Props {
  list: readonly ConversationWire[]
  /** The one that is shown; 0 = none. */
  open: number
  to: (id: number) => string
}

/** Conversations as rows: who, what was said last, how much is unread. */
export function ChatList({ list, open, to }: Props) {
  const now = useNow()
  return (
    <ul className={css.list}>
      {list.map(({ id, company, city, state, unread, last_text, last_sender, last_at }) => (
        <li key={id}>
          <Link to={to(id)} aria-current={id === open ? 'true' : undefined}>
            <b className="ell">{company}</b>
            <time dateTime={last_at}>{dayText(last_at, now) === '今天' ? timeText(last_at) : dayText(last_at, now)}</time>
            <span className="ell">
              {last_sender === 'staff' && '我方：'}
              {last_text}
            </span>
            {unread > 0 ? (
              <span className="badge">
                {unread > 99 ? '99+' : unread}
                <span className="said"> 条未读</span>
              </span>
            ) : (
              <small>{state === 'closed' ? '已结束' : city}</small>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
