import type { ToDoWire } from '#contract/home.ts'
import { Block } from '#ui/Block.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import css from './home.module.css'

const ICONS: Readonly<Record<ToDoWire['kind'], IconName>> = {
  review: 'shield',
  papers: 'alert',
  contract: 'edit',
  agreement: 'edit',
  credit: 'wallet',
  pay: 'wallet',
  receipt: 'file',
  receive: 'truck',
  wanted: 'search',
  invitation: 'store',
  after_sale: 'undo',
  coupons: 'gift',
}

/** What waits for the buyer; the most pressing first. */
export function ToDos({ todos }: { todos: readonly ToDoWire[] }) {
  return (
    <Block title="待办" head={todos.length > 0 && <span className="badge">{todos.length}</span>} className={css.fill}>
      {todos.length === 0 ? (
        <p className={css.nothing}>
          <Icon name="check" size={20} />
          没有需要处理的事
        </p>
      ) : (
        <ul className={css.todos}>
          {todos.map(({ kind, title, text, url, action, urgent }) => (
            <li key={`${kind}${title}`} className={urgent ? css.urgent : undefined}>
              <Icon name={ICONS[kind]} size={18} />
              <p>
                <b>
                  {urgent && <span className="said">紧急：</span>}
                  {title}
                </b>
                <small>{text}</small>
              </p>
              <ButtonLink size="sm" kind={urgent ? 'primary' : 'plain'} to={url} aria-label={`${action}：${title}`}>
                {action}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
