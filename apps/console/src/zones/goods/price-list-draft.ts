import type { PriceListState, PriceListWire } from '#contract/price-lists.ts'
import { beijingDate } from '#domain/dates.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export const LIST_TONES: Readonly<Record<PriceListState, Tone>> = {
  draft: 'closed',
  waiting: 'waiting',
  scheduled: 'moving',
  live: 'done',
  withdrawn: 'wrong',
  rolled_back: 'wrong',
}

export interface ListDraft {
  name: string
  starts_at: string
  reason: string
}

const DAY_MS = 86_400_000

/** Tomorrow at midnight, in Beijing: prices of a day begin with it. */
export const newListDraft = (now: Date): ListDraft => ({
  name: '',
  starts_at: new Date(`${beijingDate(new Date(now.getTime() + DAY_MS))}T00:00:00+08:00`).toISOString(),
  reason: '',
})

export const listDraftOf = ({ name, starts_at, reason }: PriceListWire): ListDraft => ({ name, starts_at, reason })
