import { type KeyboardEvent, useId, useState } from 'react'
import { fenFromYuan, yuan } from '#domain/money.ts'
import { moneyText } from '#ui/yuan.ts'
import css from './checkout.module.css'

interface Props {
  /** 余额, 现金券 */
  name: string
  /** 元 that it holds. */
  available: string
  /** 元 that the sheet deducts now; empty: none. */
  used: string
  disabled: boolean
  onUse: (yuan: string) => void
}

/** How much of a purse pays; the server computes the sheet anew for every amount. */
export function Purse({ name, available, used, disabled, onUse }: Props) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState('')
  const use = (text: string): void => {
    const amount = text.trim() === '' ? 0 : fenFromYuan(text)
    const most = fenFromYuan(available) ?? 0
    const wrong = amount === null || amount < 0 ? '请填写金额，如 500.00' : amount > most ? `${name}只有 ${moneyText(available)}` : ''
    setError(wrong)
    if (wrong || amount === null) return
    setDraft(null)
    const next = amount === 0 ? '' : yuan(amount)
    if (next !== used) onUse(next)
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') use(event.currentTarget.value)
  }
  return (
    <div className={css.deduct}>
      <label htmlFor={id}>使用{name}</label>
      <span className={css.available}>可用 {moneyText(available)}</span>
      <input
        id={id}
        type="text"
        className="input"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={draft ?? used}
        disabled={disabled}
        aria-invalid={error !== ''}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={(event) => draft !== null && use(event.target.value)}
        onKeyDown={keys}
      />
      <button type="button" className="link" disabled={disabled} onClick={() => use(available)}>
        尽量用{name}
      </button>
      {used !== '' && (
        <button type="button" className="link" disabled={disabled} onClick={() => use('')}>
          不用{name}
        </button>
      )}
      {error && (
        <span id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
