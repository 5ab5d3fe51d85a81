import { SEARCH_HISTORY_MAX } from '#contract/constants.ts'

const KEY = 'search_history'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Searches of this browser, newest first: a comma-separated list (specification sections 3 and 5). */
export function readHistory(store: Store): string[] {
  return [
    ...new Set(
      (store.getItem(KEY) ?? '')
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  ].slice(0, SEARCH_HISTORY_MAX)
}

/** Puts a keyword first, once, trimmed. An empty keyword stores nothing and clears the list. */
export function remember(store: Store, keyword: string): string[] {
  const word = keyword.replaceAll(',', ' ').trim()
  if (word === '') {
    store.removeItem(KEY)
    return []
  }
  const history = [word, ...readHistory(store).filter((one) => one !== word)].slice(0, SEARCH_HISTORY_MAX)
  store.setItem(KEY, history.join(','))
  return history
}
