import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './Tabs.module.css'

export interface TabEntry {
  text: string
  to: string
  current: boolean
  /** Shown beside the words unless 0. */
  count?: number
}

/** Ways between parts of one page, each with an address of its own. end: what stands at the right end. */
export function Tabs({ label, entries, end }: { label: string; entries: readonly TabEntry[]; end?: ReactNode }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {entries.map(({ text, to, current, count = 0 }) => (
        <Link key={to} to={to} preventScrollReset aria-current={current ? 'page' : undefined}>
          {text}
          {count > 0 && <small>{count}</small>}
        </Link>
      ))}
      {end && <span className={css.end}>{end}</span>}
    </nav>
  )
}
