import { type ReactNode, useId } from 'react'
import css from './HomePage.module.css'

interface Props {
  title: string
  about?: ReactNode
  end?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A block of the home page with its head. */
export function Section({ title, about, end, className, children }: Props) {
  const id = useId()
  return (
    <section className={className ? `${css.section} ${className}` : css.section} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{title}</h2>
        {about && <p className={css.about}>{about}</p>}
        <span className={css.gap} />
        {end}
      </header>
      {children}
    </section>
  )
}
