import type { SealInfoWire } from '#contract/seals.ts'
import css from './seals.module.css'

interface Props {
  people: SealInfoWire['people']
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
  error?: string | undefined
}

/** Who of the company may use a seal. */
export function People({ people, chosen, onChange, error }: Props) {
  return (
    <fieldset className={css.people}>
      <legend>可用印人员</legend>
      {people.map(({ account_id: id, name }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            name="user_ids"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          {name || `账号 ${id}`}
        </label>
      ))}
      <p className={css.problem} role="alert">
        {error ?? (chosen.length === 0 ? '至少选一人' : '')}
      </p>
    </fieldset>
  )
}
