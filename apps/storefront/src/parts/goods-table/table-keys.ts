/** What a key means while a quantity has the focus. */
export type TableCommand = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last' | 'add' | 'revert' | 'favourite' | 'search'

interface Key {
  key: string
  code: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

const COMMANDS: Readonly<Record<string, TableCommand>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
  Enter: 'add',
  Escape: 'revert',
  f: 'favourite',
  F: 'favourite',
  '/': 'search',
  '、': 'search',
}
/** A Chinese input method answers 'Process' for letters; the key itself still says which one it was. */
const CODES: Readonly<Record<string, TableCommand>> = { KeyF: 'favourite', Slash: 'search' }

export function commandOf({ key, code, altKey, ctrlKey, metaKey }: Key): TableCommand | null {
  if (altKey || ctrlKey || metaKey) return null
  return COMMANDS[key] ?? (key === 'Process' ? (CODES[code] ?? null) : null)
}

/** Digits of what was typed, full-width ones too. */
export const digitsOf = (text: string): string =>
  text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)).replace(/\D/g, '')

/** Rows that PageUp and PageDown leap over: a screen of them. */
const LEAP = 25

export type Goal = number | 'page-before' | 'page-after' | null

/**
 * The row that a move leads to. buyable has an entry a row; rows that cannot be bought are passed over. Beyond the first
 * or last row lies the neighbouring page; null = there is no row to be bought at all.
 */
export function goalOf(buyable: readonly boolean[], from: number, move: TableCommand): Goal {
  const open = buyable.flatMap((yes, index) => (yes ? [index] : []))
  const first = open[0]
  const last = open.at(-1)
  if (first === undefined || last === undefined) return null
  switch (move) {
    case 'up':
      return open.findLast((index) => index < from) ?? 'page-before'
    case 'down':
    case 'add':
      return open.find((index) => index > from) ?? 'page-after'
    case 'page-up':
      return from === first ? 'page-before' : (open.findLast((index) => index <= from - LEAP) ?? first)
    case 'page-down':
      return from === last ? 'page-after' : (open.find((index) => index >= from + LEAP) ?? last)
    case 'first':
      return first
    case 'last':
      return last
    default:
      return null
  }
}
