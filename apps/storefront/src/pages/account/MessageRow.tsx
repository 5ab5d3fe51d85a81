import { Link } from 'react-router'
import type { MessageWire } from '#contract/messages.ts'
import { Icon } from '#ui/Icon.tsx'
import { beijingTime } from '#ui/times.ts'
import css from './messages.module.css'
import { KIND_ICONS } from './messages-view.ts'

interface Props {
  message: MessageWire
  chosen: boolean
  onChoose: (on: boolean) => void
  onRead: () => void
  onOpen: () => void
  onRemove: () => void
}

/** One message. Opening it where it leads is reading it. */
export function MessageRow({ message, chosen, onChoose, onRead, onOpen, onRemove }: Props) {
  const { kind, title, text, url, created_at, is_read } = message
  const unread = is_read === 0
  const words = (
    <>
      {unread && <span className="said">未读 </span>}
      {title}
    </>
  )
  return (
    <li className={unread ? `${css.row} ${css.unread}` : css.row}>
      <input
        type="checkbox"
        className="check"
        aria-label={`选择 ${title}`}
        checked={chosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <i className={css[kind]}>
        <Icon name={KIND_ICONS[kind]} size={18} />
      </i>
      <div className={css.words}>
        <h2>
          {url ? (
            <Link to={url} onClick={onOpen}>
              {words}
            </Link>
          ) : (
            words
          )}
        </h2>
        {text && <p>{text}</p>}
        <time dateTime={created_at}>{beijingTime(created_at)}</time>
      </div>
      <div className={css.acts}>
        {unread && (
          <button type="button" className="iconbtn" aria-label={`把 ${title} 标为已读`} title="标为已读" onClick={onRead}>
            <Icon name="check" />
          </button>
        )}
        <button type="button" className="iconbtn" aria-label={`删除 ${title}`} title="删除" onClick={onRemove}>
          <Icon name="trash" />
        </button>
      </div>
    </li>
  )
}
