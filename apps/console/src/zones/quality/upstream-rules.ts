import type { UpstreamState } from '#contract/upstream.ts'
import type { Tone } from '../../parts/StateTag.tsx'

/** First trade upstream: suppliers, and goods that are new to the house. */

export const UPSTREAM_TONES: Readonly<Record<UpstreamState, Tone>> = {
  none: 'closed',
  applied: 'waiting',
  checked: 'waiting',
  passed: 'done',
  refused: 'wrong',
  ended: 'wrong',
  changed: 'wrong',
}

/** How near an end is: nothing to say while it is far. */
export function endWords(daysLeft: number | null): { tone: '' | 'w' | 'bad'; text: string } {
  if (daysLeft === null || daysLeft > 60) return { tone: '', text: '' }
  if (daysLeft < 0) return { tone: 'bad', text: `过期 ${-daysLeft} 天` }
  return { tone: daysLeft <= 30 ? 'bad' : 'w', text: daysLeft === 0 ? '今天到期' : `还有 ${daysLeft} 天` }
}

/** The words over both lists. */
export const UPSTREAM_VIEWS = [
  { key: '', text: '全部', query: {} },
  { key: 'applied', text: '待质量审核', query: { state: 'applied' } },
  { key: 'checked', text: '待负责人审批', query: { state: 'checked' } },
  { key: 'soon', text: '60 天内到期', query: { soon: 1 } },
  { key: 'ended', text: '已过期', query: { state: 'ended' } },
] as const
