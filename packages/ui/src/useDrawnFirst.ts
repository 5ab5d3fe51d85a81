import { useSyncExternalStore } from 'react'

/** More than a screen shows. */
const FIRST = 40
const nothingChanges = () => () => undefined

/**
 * What of a long list is drawn: on the server its beginning, for whatever it draws keeps everybody waiting who asks there; in the browser all
 * of it, as soon as the page lives.
 */
export function useDrawnFirst<Row>(rows: readonly Row[]): readonly Row[] {
  const isAll = useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  )
  return isAll || rows.length <= FIRST ? rows : rows.slice(0, FIRST)
}
