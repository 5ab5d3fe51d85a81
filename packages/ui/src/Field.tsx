import type { ComponentProps, ReactNode } from 'react'
import css from './Field.module.css'
import { Labelled, type LabelledProps } from './Labelled.tsx'

interface Props extends LabelledProps, Omit<ComponentProps<'input'>, 'id' | 'className'> {
  /** A control inside the field's right end. */
  end?: ReactNode
  big?: boolean
}

/** A labelled text field. */
export function Field({ label, error, hint, className, end, big = false, ...input }: Props) {
  return (
    <Labelled label={label} error={error} hint={hint} className={className}>
      {(ties) => (
        <div className={css.box}>
          <input
            {...input}
            {...ties}
            className={['input', big && 'input-lg', error && 'input-bad', end && css.withEnd].filter(Boolean).join(' ')}
          />
          {end && <span className={css.end}>{end}</span>}
        </div>
      )}
    </Labelled>
  )
}
