export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 64

/** What every page says of it beside the field. */
export const PASSWORD_RULE = `${PASSWORD_MIN}–${PASSWORD_MAX} 位，至少含字母、数字、符号中的两种`

const KINDS: readonly RegExp[] = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]

/** Digits and letters of a row or of the alphabet, forwards and backwards. */
const RUNS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap((run) => [
  run,
  [...run].reverse().join(''),
])

/** Only runs of keys or one sign again and again: long, and still the first thing that is tried. */
function isWorn(password: string, common: ReadonlySet<string>): boolean {
  const text = password.toLowerCase()
  if (common.has(text) || common.has(text.replace(/[^a-z0-9]/g, ''))) return true
  if (new Set(text).size <= 2) return true
  // What is left when runs of four and more are taken out.
  let rest = text
  for (const run of RUNS) {
    for (let length = run.length; length >= 4; length--)
      for (let at = 0; at + length <= run.length; at++) rest = rest.replaceAll(run.slice(at, at + length), '')
  }
  return rest.length <= 2
}

export interface Guessable {
  /** Everything that others know of the account: phone, username. */
  known: readonly string[]
  /** What is tried first on any account; lower case. */
  common: ReadonlySet<string>
}

/** What is wrong with a new password, as a sentence; null when it may be used. */
export function passwordProblem(password: string, { known, common }: Guessable): string | null {
  const length = [...password].length
  if (length < PASSWORD_MIN) return `密码至少 ${PASSWORD_MIN} 位`
  if (length > PASSWORD_MAX) return `密码最多 ${PASSWORD_MAX} 位`
  if (KINDS.filter((kind) => kind.test(password)).length < 2) return '密码至少含字母、数字、符号中的两种'
  if (known.some((text) => text.length >= 4 && password.toLowerCase().includes(text.toLowerCase()))) return '密码中不要包含手机号或用户名'
  if (isWorn(password, common)) return '这个密码太常见，请换一个'
  return null
}
