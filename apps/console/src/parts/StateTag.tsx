/** done: finished · waiting: for somebody · moving: on its way · wrong: wrong or late · closed: over, or not begun */
export type Tone = 'done' | 'waiting' | 'moving' | 'wrong' | 'closed'

/** Dot and word: never colour alone. */
export function StateTag({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`st st-${tone}`}>{children}</span>
}
