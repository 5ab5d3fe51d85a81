import type { DataOf } from '#contract/call.ts'
import type { Tone } from '../../parts/StateTag.tsx'

export type Paper = DataOf<typeof import('#contract/firsttrade.ts')['staffPaperList']>['list'][number]

interface Standing {
  paper_state: string
  state: string
  days_left: number | null
}

/** Ended by a newer one or by hand first; what is in force by its days. */
export function standingOf({ paper_state, state, days_left }: Standing): { tone: Tone; text: string } {
  if (paper_state === 'withdrawn') return { tone: 'closed', text: '已撤下' }
  if (paper_state === 'replaced') return { tone: 'closed', text: '已换新' }
  if (state === 'expired') return { tone: 'wrong', text: `过期 ${-(days_left ?? 0)} 天` }
  if (state === 'soon') return { tone: 'waiting', text: days_left === 0 ? '今天到期' : `还有 ${days_left} 天` }
  return { tone: 'done', text: '有效' }
}
