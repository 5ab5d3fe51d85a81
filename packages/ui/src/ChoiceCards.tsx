import type { ReactNode } from 'react'
import css from './ChoiceCards.module.css'

interface ChoiceProps {
  /** Of the radio group. */
  name: string
  chosen: boolean
  /** It cannot be chosen; what it says should tell why. */
  shut?: boolean
  onChoose: () => void
  children: ReactNode
}

/** Put around ChoiceCard: a fieldset, or a div with role radiogroup. */
export const CHOICE_CARDS = css.cards

/** One of several ways, as a card that is clicked as a whole. */
export function ChoiceCard({ name, chosen, shut = false, onChoose, children }: ChoiceProps) {
  return (
    <label className={shut ? `${css.card} ${css.shut}` : css.card}>
      <span className="check">
        <input type="radio" name={name} checked={chosen} disabled={shut} onChange={onChoose} />
      </span>
      <span>{children}</span>
    </label>
  )
}
