import type { AfterSaleStatusWire } from '#contract/aftersales.ts'
import { StateBadge, type StateTone } from '../../parts/StateBadge.tsx'

const TONES: Record<AfterSaleStatusWire, StateTone> = {
  reviewing: 'wait',
  sending: 'wait',
  inspecting: 'moving',
  refunding: 'moving',
  refunded: 'ok',
  rejected: 'bad',
  cancelled: 'closed',
}

/** How an application stands, in the server's word. */
export function AfterSaleState({ status, name }: { status: AfterSaleStatusWire; name: string }) {
  return <StateBadge tone={TONES[status]}>{name}</StateBadge>
}
