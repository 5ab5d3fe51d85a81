import { useId } from 'react'
import { FieldError } from '#ui/Labelled.tsx'
import css from './company.module.css'

interface Props {
  options: readonly { code: string; name: string }[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

/** 经营类别: the classes of medicines that the licence of a retail pharmacy states. */
export function ClassChoice({ options, chosen, error, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className={css.scopes} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>证照上的经营类别</legend>
      <div className={css.ticks}>
        {options.map(({ code, name }) => (
          <label key={code} className={`check ${css.tick}`}>
            <input
              type="checkbox"
              name="drug_classes"
              checked={chosen.includes(code)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) =>
                onChange(options.flatMap((one) => ((one.code === code ? target.checked : chosen.includes(one.code)) ? one.code : [])))
              }
            />
            {name}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
