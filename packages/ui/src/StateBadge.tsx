export type StateTone = 'ok' | 'wait' | 'moving' | 'bad' | 'closed'

/** A dot and a word: green done or valid, amber waits for somebody, blue moving, red late or refused, grey closed. */
export function StateBadge({ tone, children }: { tone: StateTone; children: string }) {
  return <span className={`state state-${tone}`}>{children}</span>
}
