import type { KeyboardEvent } from 'react'

/** Where the arrow keys halt: quantities, goods to choose from, texts to mend. */
const STOPS = 'input[data-quantity]:not(:disabled), [data-stop]:not(:disabled)'

export const stopsIn = (place: ParentNode): HTMLElement[] => [...place.querySelectorAll<HTMLElement>(STOPS)]

export function focusStop(stop: HTMLElement | undefined): void {
  stop?.focus()
  stop?.scrollIntoView({ block: 'nearest' })
}

/** −1, 1: to the stop before or behind; null: the key is for somebody else. */
export function moveOf({
  key,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): -1 | 1 | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null
  if (key === 'ArrowDown') return 1
  return key === 'ArrowUp' ? -1 : null
}

/** Walks between the stops of a list; true: the key is done with. */
export function walk(event: KeyboardEvent<HTMLElement>, after?: () => void): boolean {
  const { target, currentTarget } = event
  if (!(target instanceof HTMLElement) || !target.matches(STOPS)) return false
  const isQuantity = target.matches('input[data-quantity]')
  const move = event.key === 'Enter' && isQuantity && !event.ctrlKey && !event.metaKey ? 1 : moveOf(event)
  if (move === null) return false
  const stops = stopsIn(currentTarget)
  const next = stops[stops.indexOf(target) + move]
  event.preventDefault()
  if (next) focusStop(next)
  else if (move === 1) after?.()
  return true
}
