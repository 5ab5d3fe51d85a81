export interface KeyDeed {
  key: string
  /** What it does, as the list of keys says it. */
  what: string
  run: () => void
  /** false: it neither acts nor is listed now. */
  when?: boolean
}

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** 'J', 'Enter', 'Ctrl+S', 'Shift+Enter', '?'. The command key of a Mac counts as Ctrl. */
export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  const isLetter = key.length === 1
  const name = key === ' ' ? 'Space' : key === 'Escape' ? 'Esc' : isLetter ? key.toUpperCase() : key
  return [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey && !isLetter ? 'Shift' : '', name].filter(Boolean).join('+')
}

/** The deed of a key: the first that is open now. */
export const pick = (deeds: readonly KeyDeed[], name: string): KeyDeed | undefined =>
  deeds.find(({ key, when = true }) => when && key === name)

/** With Ctrl or Alt, and the function keys: also while something is typed. */
export const actsAnywhere = (name: string): boolean => /^(Ctrl|Alt)\+/.test(name) || /^F\d+$/.test(name)

/** A tick takes no letters: whoever has just set one goes on with the keys of the page. */
const FIELDS =
  'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="dialog"]'
/** What Enter and Space mean themselves. */
const PRESSED = '[type="checkbox"], [type="radio"], button, a, [role="button"], [role="tab"], [role="menuitem"], summary'

const within = (target: unknown, selector: string): boolean =>
  typeof target === 'object' && target !== null && 'closest' in target && typeof target.closest === 'function'
    ? target.closest(selector) !== null
    : false

/** Whether a key may act although something has the focus. */
export function mayAct(target: unknown, name: string): boolean {
  if (actsAnywhere(name)) return !within(target, '[role="dialog"]')
  if (within(target, FIELDS)) return false
  return !((name === 'Enter' || name === 'Space') && within(target, PRESSED))
}

/** An open list takes every Enter for its own. Where it only suggests (Suggest.tsx), the one with Ctrl is meant for the page. */
export const isPast = (target: unknown, name: string): boolean => name === 'Ctrl+Enter' && within(target, '.suggest')
