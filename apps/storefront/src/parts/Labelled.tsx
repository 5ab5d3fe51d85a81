import { type ReactNode, useId } from 'react'
import css from './Field.module.css'
import { Icon } from './Icon.tsx'

export interface LabelledProps {
  label: string
  /** Said under the control and tied to it; the control is marked invalid. */
  error?: string | undefined
  hint?: string | undefined
  className?: string | undefined
}

/** What ties a control to its label, hint and error. */
export interface Ties {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, hint and error around a control that is not a plain text field (that is Field). */
export function Labelled({ label, error, hint, className, children }: LabelledProps & { children: (ties: Ties) => ReactNode }) {
  const id = useId()
  const told = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className ? `${css.field} ${className}` : css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': told || undefined })}
      {hint && !error && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={css.error} aria-live="polite">
        {error && (
          <>
            <Icon name="alert" size={14} />
            {error}
          </>
        )}
      </p>
    </div>
  )
}
