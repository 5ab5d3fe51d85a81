import { useId } from 'react'
import { FieldError } from '#ui/Labelled.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import css from './company.module.css'
import { scopesIn } from './paper-draft.ts'

interface Props {
  options: readonly { code: string; name: string }[]
  chosen: readonly string[]
  text: string
  /** Of a retail pharmacy: a scope that is narrowed to a class is one. */
  isClassed: boolean
  error: string | undefined
  onChange: (chosen: readonly string[], text: string) => void
}

/** The scopes of a licence: ticked, or found in its own words. */
export function ScopeChoice({ options, chosen, text, isClassed, error, onChange }: Props) {
  const id = useId()
  const { unknown } = scopesIn(text, options, isClassed)
  const toggle = (code: string, on: boolean) =>
    onChange(
      options.flatMap((one) => (one.code === code ? (on ? code : []) : chosen.includes(one.code) ? one.code : [])),
      text,
    )
  return (
    <fieldset className={css.scopes} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>证照上的经营范围</legend>
      {options.length > 1 && (
        <TextArea
          label="粘贴证照原文，自动勾选"
          name="scope_text"
          rows={2}
          maxLength={1000}
          placeholder="如：中成药、化学药制剂、抗生素制剂、生化药品"
          value={text}
          hint={unknown.length > 0 ? `未能识别：${unknown.slice(0, 6).join('、')}，请核对后手动勾选` : undefined}
          onChange={({ target }) => {
            const found = scopesIn(target.value, options, isClassed).codes
            onChange(found.length > 0 ? found : chosen, target.value)
          }}
        />
      )}
      <div className={css.ticks}>
        {options.map(({ code, name }) => (
          <label key={code} className={`check ${css.tick}`}>
            <input
              type="checkbox"
              name="scope_codes"
              checked={chosen.includes(code)}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => toggle(code, target.checked)}
            />
            {name}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
