const OPENS = '（(【['
const CLOSES = '）)】]'

/** The place of the first of these characters at or behind `from`; -1: none. */
function firstOf(text: string, characters: string, from: number): number {
  for (let at = from; at < text.length; at++) if (characters.includes(text.charAt(at))) return at
  return -1
}

/** 数量（盒） is 数量: what stands in brackets is set aside, up to the next bracket that closes. A bracket that nothing closes stays. */
export function withoutBrackets(text: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const open = firstOf(text, OPENS, from)
    const close = open < 0 ? -1 : firstOf(text, CLOSES, open + 1)
    if (close < 0) return kept + text.slice(from)
    kept += text.slice(from, open)
    from = close + 1
  }
}
