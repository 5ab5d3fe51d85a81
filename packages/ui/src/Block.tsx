import { type ReactNode, useId } from 'react'
import css from './Block.module.css'

interface Props {
  title: string
  /** Beside the title: a badge, a few words, a link at the right end. */
  head?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A panel with a title: one matter of a page. */
export function Block({ title, head, className, children }: Props) {
  const id = useId()
  return (
    <section className={className ? `panel ${css.block} ${className}` : `panel ${css.block}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {head}
      </header>
      {children}
    </section>
  )
}
