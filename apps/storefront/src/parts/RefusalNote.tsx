import { Link } from 'react-router'
import type { RefusalWire } from '#contract/shapes.ts'
import { Icon } from '#ui/Icon.tsx'
import { useIsOpen } from '../app/site.tsx'
import css from './RefusalNote.module.css'

/** Why goods cannot be bought: each reason in a sentence with a lock, and the way on where its page is open. */
export function RefusalNote({ reasons }: { reasons: readonly RefusalWire[] }) {
  const isOpen = useIsOpen()
  return (
    <ul className={css.reasons}>
      {reasons.map(({ code, message, action }) => (
        <li key={code}>
          <Icon name="lock" size={14} />
          <span>{message}</span>
          {action && isOpen(action.url) && <Link to={action.url}>{action.text}</Link>}
        </li>
      ))}
    </ul>
  )
}
