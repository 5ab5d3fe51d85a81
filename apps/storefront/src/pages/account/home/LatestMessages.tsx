import { Link } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import { Block } from '#ui/Block.tsx'
import { Icon } from '#ui/Icon.tsx'
import { beijingShort } from '#ui/times.ts'
import { memberPaths } from '../../../member-paths.ts'
import { KIND_ICONS } from '../messages-view.ts'
import css from './home.module.css'

type Messages = DataOf<typeof import('#contract/messages.ts').messageList>

export function LatestMessages({ list, unread }: Pick<Messages, 'list' | 'unread'>) {
  return (
    <Block
      title="最新消息"
      className={css.fill}
      head={
        <>
          {unread > 0 && <span className={css.d}>{unread} 条未读</span>}
          <Link className={`more ${css.end}`} to={memberPaths.messages()}>
            全部消息
            <Icon name="right" size={12} />
          </Link>
        </>
      }
    >
      {list.length === 0 ? (
        <p className={css.nothing}>还没有消息</p>
      ) : (
        <ul className={css.news}>
          {list.map(({ id, kind, title, url, is_read, created_at }) => (
            <li key={id} className={is_read ? undefined : css.unread}>
              <Icon name={KIND_ICONS[kind]} />
              <Link className="ell" to={url || memberPaths.messages()}>
                {is_read === 0 && <span className="said">未读 </span>}
                {title}
              </Link>
              <time dateTime={created_at}>{beijingShort(created_at)}</time>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
