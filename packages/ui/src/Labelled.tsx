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

/** Label, hint and error around a control. */
export function Labelled({ label, error, hint, className, children }: LabelledProps & { children: (ties: Ties) => ReactNode }) {
  const id = useId()
  const told = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={className ? `${css.field} ${className}` : css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': told })}
      {!error && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

export function FieldHint({ id, children }: { id: string; children: string | undefined }) {
  return children ? (
    <p id={id} className={css.hint}>
      {children}
    </p>
  ) : null
}

/** What is wrong with a field, under it. Its line is always there, so that nothing moves and readers hear what comes. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return (
    <p id={id} className={css.error} aria-live="polite">
      {children && (
        <>
          <Icon name="alert" size={14} />
          {children}
        </>
      )}
    </p>
  )
}
