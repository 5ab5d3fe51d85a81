import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'
import { useKeys } from './keys.tsx'

interface View {
  key: string
  text: string
  /** Beside it, smaller: how many it holds. */
  note?: ReactNode
}

interface Props {
  /** What is chosen: '订单状态'. */
  label: string
  views: readonly View[]
  open: string
  onOpen: (key: string) => void
  /** The digits choose, and stand on the views. */
  keys?: boolean
  /** Behind the views. */
  children?: ReactNode
}

const MOST_KEYS = 9

/** Parts of a list to choose from, one of them open. */
export function Views({ label, views, open, onOpen, keys = false, children }: Props) {
  useKeys(
    keys
      ? views.slice(0, MOST_KEYS).map(({ key, text }, at) => ({ key: String(at + 1), what: `只看${text}`, run: () => onOpen(key) }))
      : [],
  )
  return (
    <nav className="bar" aria-label={label}>
      <div className="views">
        {views.map(({ key, text, note }, at) => (
          <button key={key} type="button" className={key === open ? 'is-on' : ''} aria-pressed={key === open} onClick={() => onOpen(key)}>
            {text} {note !== undefined && <small>{note}</small>} {keys && at < MOST_KEYS && <Kbd of={String(at + 1)} />}
          </button>
        ))}
      </div>
      {children}
    </nav>
  )
}
