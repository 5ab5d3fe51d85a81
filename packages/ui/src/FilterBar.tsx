import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from './Button.tsx'
import type { DateRange } from './date-range.ts'
import css from './FilterBar.module.css'

interface Props {
  label: string
  /** The address of what was asked, field by field. */
  to: (asked: (field: string) => string) => string
  /** The address without any of it, where something was asked. */
  clear?: string | false
  /** At the right: what was found, in sum, and as a file. */
  end?: ReactNode
  children: ReactNode
}

/**
 * Above a list: which of it is wanted. The address bar holds what was asked, so that back and a bookmark find it again; give
 * the bar that address as its key, and its fields follow.
 */
export function FilterBar({ label, to, clear, end, children }: Props) {
  const navigate = useNavigate()
  return (
    <form
      className={css.bar}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        const fields = new FormData(event.currentTarget)
        const asked = (field: string): string => {
          const value = fields.get(field)
          return typeof value === 'string' ? value.trim() : ''
        }
        void navigate(to(asked), { preventScrollReset: true })
      }}
    >
      {children}
      <span className={css.ways}>
        <Button type="submit">查找</Button>
        {clear && (
          <ButtonLink kind="ghost" to={clear} preventScrollReset>
            清除条件
          </ButtonLink>
        )}
      </span>
      {end && <p className={css.end}>{end}</p>}
    </form>
  )
}

/** A field named keywords. */
export function WordsFilter({ label, words, digits = false }: { label: string; words: string; digits?: boolean }) {
  return (
    <label className={css.words}>
      {label}
      <input
        className="input"
        type="search"
        name="keywords"
        maxLength={60}
        defaultValue={words}
        inputMode={digits ? 'numeric' : undefined}
      />
    </label>
  )
}

interface ChoiceProps {
  label: string
  name: string
  chosen: string
  options: readonly (readonly [value: string, text: string])[]
}

export function ChoiceFilter({ label, name, chosen, options }: ChoiceProps) {
  return (
    <label className={css.choice}>
      {label}
      <select className="input" name={name} defaultValue={chosen}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Fields named from and to. */
export function DateFilter({ label, range }: { label: string; range: DateRange }) {
  return (
    <>
      <label>
        {label}，从
        <input className="input" type="date" name="from" defaultValue={range.from} />
      </label>
      <label>
        到
        <input className="input" type="date" name="to" defaultValue={range.to} />
      </label>
    </>
  )
}
