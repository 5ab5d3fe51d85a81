import type { AfterSaleStatusWire } from '#contract/aftersales.ts'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'

const TONES: Record<AfterSaleStatusWire, StateTone> = {
  reviewing: 'wait',
  sending: 'wait',
  inspecting: 'moving',
  refunding: 'moving',
  refunded: 'ok',
  rejected: 'bad',
  cancelled: 'closed',
}

/** Nothing will be refunded. */
export const isClosed = (status: AfterSaleStatusWire): boolean => status === 'rejected' || status === 'cancelled'

/** What the amount of an application is. */
export function amountName({ status, is_final: final }: { status: AfterSaleStatusWire; is_final: boolean }): string {
  if (isClosed(status)) return '申请金额'
  return final ? '退款金额' : '预计退款'
}

/** How an application stands, in the server's word. */
export function AfterSaleState({ status, name }: { status: AfterSaleStatusWire; name: string }) {
  return <StateBadge tone={TONES[status]}>{name}</StateBadge>
}
