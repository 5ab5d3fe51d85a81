/** Where to after login: a path of this site, never another site's address or the login page itself. */
export function wayBack(wanted: string | null): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\s\\]/.test(wanted)) return '/'
  return /^\/login(?:[/?#]|$)/.test(wanted) ? '/' : wanted
}
