/** A clerk's own sentences, kept in his browser. */
const KEPT = 'console-quick-replies'
export const REPLIES_MAX = 9
const FIRST = ['您好，正在为您查询，请稍候', '已为您登记，有结果马上回复您', '请问还有什么可以帮您']

export function readReplies(storage: Pick<Storage, 'getItem'>): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEPT) ?? 'null')
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string').slice(0, REPLIES_MAX) : FIRST
  } catch {
    // A browser that keeps nothing, or what somebody else wrote there.
    return FIRST
  }
}

export function keepReplies(storage: Pick<Storage, 'setItem'>, replies: readonly string[]): void {
  try {
    storage.setItem(KEPT, JSON.stringify(replies))
  } catch {
    // They hold until the page is left.
  }
}

/** The new one first; the same sentence once; as many as there are digits. */
export const withReply = (replies: readonly string[], text: string): string[] =>
  text.trim() === '' ? [...replies] : [text.trim(), ...replies.filter((one) => one !== text.trim())].slice(0, REPLIES_MAX)
