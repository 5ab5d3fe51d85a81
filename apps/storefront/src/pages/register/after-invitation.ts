import type { UserBaseWire } from '#contract/user.ts'
import { reviewOf } from '#domain/review.ts'
import { memberPaths } from '../../member-paths.ts'
import { paths } from '../../paths.ts'

/** A company that is still to be reviewed goes on with its papers; one that has passed begins to buy. */
export function afterInvitation({ review_state }: Pick<UserBaseWire, 'review_state'>): string {
  const state = reviewOf(review_state)
  if (state === 'draft' || state === 'rejected') return memberPaths.registerPapers()
  return state === 'passed' ? paths.home() : memberPaths.registered()
}
