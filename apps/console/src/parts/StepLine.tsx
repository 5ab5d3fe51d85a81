import { CheckOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'

interface Step {
  name: string
  /** When it was done, who did it. */
  note?: ReactNode
}

/** How far something is, on one line: what is done, where it stands, what comes. */
export function StepLine({ steps, at, isWrong = false }: { steps: readonly Step[]; at: number; isWrong?: boolean }) {
  return (
    <ol className="steps">
      {steps.map(({ name, note }, index) => (
        <li
          key={name}
          className={index < at ? 'is-done' : index > at ? '' : isWrong ? 'is-now is-wrong' : 'is-now'}
          {...(index === at && { 'aria-current': 'step' as const })}
        >
          <i>{index < at ? <CheckOutlined aria-label="已完成" /> : index + 1}</i>
          <span>{name}</span>
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  )
}
