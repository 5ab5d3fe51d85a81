import type { ReactNode } from 'react'
import css from './ActionBar.module.css'

interface Props {
  label: string
  all: { label: string; on: boolean; none?: boolean; toggle: () => void }
  children: ReactNode
}

/** What was ticked in a list and what may be done with it, always in sight; on a phone above the bottom bar. */
export function ActionBar({ label, all, children }: Props) {
  return (
    <section className={css.bar} aria-label={label}>
      <label className="check">
        <input type="checkbox" checked={all.on} disabled={all.none} onChange={all.toggle} aria-label={all.label} />
        全选
      </label>
      {children}
    </section>
  )
}
