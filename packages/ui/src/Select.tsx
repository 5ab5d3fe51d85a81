import type { ComponentProps } from 'react'
import { Labelled, type LabelledProps } from './Labelled.tsx'

interface Props extends LabelledProps, Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> {
  options: readonly (string | { value: string; text: string })[]
  /** Shown while nothing is chosen. */
  empty?: string
  big?: boolean
}

/** A labelled choice of one among several, on the browser's own control. */
export function Select({ label, error, hint, className, options, empty, big = false, ...select }: Props) {
  return (
    <Labelled label={label} error={error} hint={hint} className={className}>
      {(ties) => (
        <select {...select} {...ties} className={['input', big && 'input-lg', error && 'input-bad'].filter(Boolean).join(' ')}>
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => {
            const { value, text } = typeof option === 'string' ? { value: option, text: option } : option
            return (
              <option key={value} value={value}>
                {text}
              </option>
            )
          })}
        </select>
      )}
    </Labelled>
  )
}
