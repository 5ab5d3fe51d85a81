import type { UserBaseWire } from '#contract/user.ts'
import type { StateTone } from '#ui/StateBadge.tsx'

type Standing = Pick<UserBaseWire, 'is_passed' | 'review_name' | 'papers_state'>

/** The state of a buyer's review and licences in one word. */
export function papersTone({ is_passed, review_name, papers_state }: Standing): { tone: StateTone; text: string } {
  if (is_passed === 0) return { tone: 'wait', text: review_name }
  if (papers_state === 'bad') return { tone: 'bad', text: '资质过期' }
  if (papers_state === 'soon') return { tone: 'wait', text: '资质将到期' }
  return { tone: 'ok', text: '资质有效' }
}
