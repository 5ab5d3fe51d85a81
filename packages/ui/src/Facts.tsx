import type { ReactNode } from 'react'
import css from './Facts.module.css'

export type Fact = readonly [name: string, value: ReactNode]

interface Props {
  /** Those without a value are left out. */
  facts: readonly Fact[]
  /** Two beside each other where there is room. */
  two?: boolean
  /** Names of those that take a whole row of two. */
  whole?: readonly string[]
  /** Values stand at the right end: numbers under numbers. */
  ends?: boolean
  /** Changes are read out. */
  live?: boolean
  /** Its place on the page. */
  className?: string | undefined
}

/** What is known of a thing, each with its name: a paper, a certificate, a receipt. */
export function Facts({ facts, two = false, whole = [], ends = false, live = false, className }: Props) {
  return (
    <dl
      className={[css.facts, two && css.two, ends && css.ends, className].filter(Boolean).join(' ')}
      aria-live={live ? 'polite' : undefined}
    >
      {facts
        .filter(([, value]) => value !== '' && value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name} className={whole.includes(name) ? css.whole : undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
