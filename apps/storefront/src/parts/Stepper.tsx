import { type KeyboardEvent, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import css from './Stepper.module.css'

interface Props {
  /** What is counted: 阿莫西林胶囊 数量 */
  label: string
  value: number
  /** What − and + move by. */
  step: number
  min: number
  /** 0: none can be had; − still works, for a line may hold more than there is. */
  max: number
  disabled?: boolean
  /** A number that was typed comes as it was typed: the server corrects it and says so. */
  onChange: (number: number) => void
}

const DIGITS_MAX = 7

/** A quantity. A typed number counts when the field is left or Enter is pressed; Escape takes it back. */
export function Stepper({ label, value, step, min, max, disabled = false, onChange }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const settle = (text: string): void => {
    setDraft(null)
    const number = Number(text)
    if (number >= 1 && number !== value) onChange(number)
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') setDraft(null)
    if (event.key !== 'Enter') return
    // Enter takes the number; it does not send the form around it.
    event.preventDefault()
    if (draft !== null) settle(draft)
  }
  const less = Math.max(min, (Math.ceil(value / step) - 1) * step)
  const more = (Math.floor(value / step) + 1) * step
  return (
    <span className={disabled ? `${css.stepper} ${css.off}` : css.stepper}>
      <button type="button" tabIndex={-1} aria-label={`减少 ${label}`} disabled={disabled || value <= min} onClick={() => onChange(less)}>
        <Icon name="minus" size={14} />
      </button>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        data-quantity
        aria-label={label}
        maxLength={DIGITS_MAX}
        disabled={disabled}
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, ''))}
        onFocus={(event) => event.target.select()}
        onBlur={(event) => draft !== null && settle(event.target.value)}
        onKeyDown={keys}
      />
      <button type="button" tabIndex={-1} aria-label={`增加 ${label}`} disabled={disabled || more > max} onClick={() => onChange(more)}>
        <Icon name="plus" size={14} />
      </button>
    </span>
  )
}
