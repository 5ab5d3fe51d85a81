import type { KeyboardEvent } from 'react'

const QUANTITIES = 'input[data-quantity]:not(:disabled)'

/**
 * Arrow up, arrow down and Enter walk from quantity to quantity, as in a worksheet. Listens on the list (in the capture
 * phase, before a stepper takes the arrows for itself); leaving a quantity sends what was typed in it.
 */
export function walkQuantities(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
  const { target } = event
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
  if (!(target instanceof HTMLInputElement) || !target.matches(QUANTITIES)) return
  event.preventDefault()
  event.stopPropagation()
  const all = [...event.currentTarget.querySelectorAll<HTMLInputElement>(QUANTITIES)]
  const next = all[all.indexOf(target) + step]
  // Leaving a field sends what was typed in it; at either end one comes back to the same field.
  target.blur()
  const goal = next ?? target
  goal.focus()
  goal.select()
}
