import { useId } from 'react'
import { Icon } from '#ui/Icon.tsx'
import css from './aftersales.module.css'
import type { Draft, Form } from './wish.ts'

interface ReasonProps {
  reasons: Form['reasons']
  chosen: Draft['reason']
  error: string | undefined
  onChoose: (reason: Form['reasons'][number]['code']) => void
}

/** Why; what is not open now says so under it. */
export function ReasonChoice({ reasons, chosen, error, onChoose }: ReasonProps) {
  const id = useId()
  return (
    <fieldset className={css.choices} aria-describedby={error ? id : undefined}>
      <legend className="said">售后原因</legend>
      {reasons.map((reason) => (
        <label key={reason.code} className={reason.why ? `${css.choice} ${css.shut}` : css.choice}>
          <span className="check">
            <input
              type="radio"
              name="reason"
              checked={reason.code === chosen}
              disabled={reason.why !== ''}
              onChange={() => onChoose(reason.code)}
            />
          </span>
          <span>
            <b>{reason.name}</b>
            {reason.why && <small>{reason.why}</small>}
          </span>
        </label>
      ))}
      {error && (
        <p id={id} className={css.error} role="alert">
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface KindProps {
  kinds: Form['reasons'][number]['kinds']
  chosen: Draft['kind']
  onChoose: (kind: Form['reasons'][number]['kinds'][number]['code']) => void
}

/** How: a single way is said, not asked. */
export function KindChoice({ kinds, chosen, onChoose }: KindProps) {
  const [only, ...others] = kinds
  if (only && others.length === 0) {
    return (
      <p className={css.only}>
        <b>{only.name}</b>：{only.note}
      </p>
    )
  }
  return (
    <fieldset className={`${css.choices} ${css.kinds}`}>
      <legend>处理方式</legend>
      {kinds.map((kind) => (
        <label key={kind.code} className={css.choice}>
          <span className="check">
            <input type="radio" name="kind" checked={kind.code === chosen} onChange={() => onChoose(kind.code)} />
          </span>
          <span>
            <b>{kind.name}</b>
            <small>{kind.note}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
