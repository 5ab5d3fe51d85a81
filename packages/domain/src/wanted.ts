/** A buyer asks for goods that the shop lacks: 待回复 → 已回复 → 已到货, and 已关闭 by the buyer. */
export type WantedState = 'open' | 'answered' | 'arrived' | 'closed'

export const WANTED_NAMES: Readonly<Record<WantedState, string>> = {
  open: '待回复',
  answered: '已回复',
  arrived: '已到货',
  closed: '已关闭',
}

export type WantedEvent = 'answer' | 'arrive' | 'reply' | 'close'

const NEXT: Readonly<Record<WantedEvent, WantedState>> = { answer: 'answered', arrive: 'arrived', reply: 'open', close: 'closed' }

/** Where an event leads; null: a closed request stays closed. */
export function afterWanted(state: WantedState, event: WantedEvent): WantedState | null {
  if (state === 'closed') return event === 'close' ? 'closed' : null
  // Goods that are here stay here, whatever else is said.
  if (state === 'arrived' && (event === 'answer' || event === 'reply')) return 'arrived'
  return NEXT[event]
}
