import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './Field.module.css'
import { Icon } from './Icon.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  /** Said under the field and tied to it; the field is marked invalid. */
  error?: string | undefined
  hint?: string
  /** A control inside the field's right end. */
  end?: ReactNode
  big?: boolean
}

/** A labelled text field. */
export function Field({ label, error, hint, end, big = false, className, ...input }: Props) {
  const id = useId()
  const told = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className ? `${css.field} ${className}` : css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box}>
        <input
          {...input}
          id={id}
          className={['input', big && 'input-lg', error && 'input-bad', end && css.withEnd].filter(Boolean).join(' ')}
          aria-invalid={error ? true : undefined}
          aria-describedby={told || undefined}
        />
        {end && <span className={css.end}>{end}</span>}
      </div>
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
