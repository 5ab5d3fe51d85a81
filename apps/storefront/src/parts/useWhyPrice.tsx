import { useId, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import css from './WhyPrice.module.css'

interface Props {
  /** Whose price it is, for those who do not see the row. */
  name: string
  /** The server's sentences, a yuan each. */
  sentences: readonly string[]
}

/** 为什么是这个价, for each line on demand: the button, and the list that it opens. */
export function useWhyPrice({ name, sentences }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  if (sentences.length === 0) return { button: null, list: null }
  return {
    button: (
      <button
        type="button"
        className={css.button}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        为什么是这个价
        <span className="said">：{name}</span>
        <Icon name={open ? 'up' : 'down'} size={14} />
      </button>
    ),
    list: open && (
      <ol id={id} className={css.list}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
    ),
  }
}
