import type { WantedStateWire } from '#contract/selfservice.ts'
import type { StateTone } from '#ui/StateBadge.tsx'

/** Amber waits for the shop, green has an answer, blue is here, grey is over. */
export const TONES: Readonly<Record<WantedStateWire, StateTone>> = { open: 'wait', answered: 'ok', arrived: 'moving', closed: 'closed' }

/** What is asked for, in one line: 规格 · 厂家 */
export const wantedDetail = ({ spec, manufacturer }: { spec: string; manufacturer: string }): string =>
  [spec, manufacturer].filter(Boolean).join(' · ')
