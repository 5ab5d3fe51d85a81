import type { ReactNode } from 'react'
import css from './PageHead.module.css'

/** The name of a page, and what stands at its right: the steps, for one. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      {children}
    </header>
  )
}
