import type { ComponentProps } from 'react'
import { Labelled, type LabelledProps } from './Labelled.tsx'

/** A labelled text of several lines. */
export function TextArea({
  label,
  error,
  hint,
  className,
  rows = 3,
  ...area
}: LabelledProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>) {
  return (
    <Labelled label={label} error={error} hint={hint} className={className}>
      {(ties) => <textarea {...area} {...ties} rows={rows} className={error ? 'input input-bad' : 'input'} />}
    </Labelled>
  )
}
