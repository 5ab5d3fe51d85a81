import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import css from './toolbar.module.css'

interface Choice {
  value: string
  name: string
  count?: number
}

interface Props {
  name: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}

/** A filter that folds into a button. Arrow keys walk the choices, Space chooses, Escape closes. */
export function FilterMenu({ name, choices, chosen, onToggle }: Props) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLFieldSetElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      setOpen(false)
      button.current?.focus()
      return
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !open) return
    event.preventDefault()
    const boxes = [...(place.current?.querySelectorAll('input') ?? [])]
    const here = boxes.findIndex((box) => box.matches(':focus'))
    boxes[Math.min(boxes.length - 1, Math.max(0, here + step))]?.focus()
  }
  return (
    <fieldset ref={place} className={css.menu} onBlur={onBlur} onKeyDown={onKey}>
      <legend className="said">{name}</legend>
      <button
        ref={button}
        type="button"
        className={chosen.length > 0 ? `${css.menuButton} ${css.on}` : css.menuButton}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {name}
        <Icon name="down" size={12} />
      </button>
      {open && (
        // Pressing the mouse beside a choice must not close the menu.
        <div className={css.choices} onPointerDown={(event) => event.target === event.currentTarget && event.preventDefault()}>
          {choices.map((choice) => (
            <label key={choice.value} className="check">
              <input type="checkbox" checked={chosen.includes(choice.value)} onChange={() => onToggle(choice.value)} />
              <span className="ell">{choice.name}</span>
              {choice.count !== undefined && <small>{choice.count}</small>}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
