/** What was closed stays closed for this visit: until the window is closed. */
const KEYS = { draw: 'draw_closed', float: 'float_closed' } as const
type What = keyof typeof KEYS

export const wasClosed = (what: What): boolean => window.sessionStorage.getItem(KEYS[what]) !== null
export const rememberClosed = (what: What): void => window.sessionStorage.setItem(KEYS[what], '1')
