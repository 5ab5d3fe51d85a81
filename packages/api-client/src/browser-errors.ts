/** A page that fails fails again and again; the first of them say what there is to say. */
let left = 5

/** Tells the shop of an error of this page, as it leaves or later; nobody waits for it. */
export function tellError(site: 'shop' | 'console', error: unknown): void {
  if (left-- <= 0) return
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) }
  const said = { site, page: location.pathname.slice(0, 200), message: message.slice(0, 300) || 'error', stack: stack.slice(0, 2000) }
  navigator.sendBeacon('/api/browser_error', new Blob([JSON.stringify(said)], { type: 'application/json' }))
}

export function watchErrors(site: 'shop' | 'console'): void {
  addEventListener('error', ({ error, message }) => tellError(site, error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => tellError(site, reason))
}
