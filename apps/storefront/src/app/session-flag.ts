/**
 * Two flags of the specification. localStorage 'login' says that somebody is signed in in this browser; logout clears it.
 * sessionStorage 'login' = 1 asks the next page to load itself anew, for what it holds belongs to another account.
 */
const FLAG = 'login'

export const markSignedIn = (companyId: number | null): void => window.localStorage.setItem(FLAG, String(companyId ?? 0))
export const clearSignedIn = (): void => window.localStorage.removeItem(FLAG)

export const flagReload = (): void => window.sessionStorage.setItem(FLAG, '1')

/** If the flag equals 1 it is cleared and the page reloads (specification section 2). */
export function reloadIfFlagged(
  store: Pick<Storage, 'getItem' | 'removeItem'> = window.sessionStorage,
  reload = () => window.location.reload(),
): boolean {
  if (store.getItem(FLAG) !== '1') return false
  store.removeItem(FLAG)
  reload()
  return true
}

/** Another tab signed in, out, or changed the store: this one must not go on as somebody else. */
export function watchOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== FLAG || event.oldValue === event.newValue) return
    flagReload()
    reloadIfFlagged()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
