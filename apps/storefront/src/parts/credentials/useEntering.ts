import { useNavigate } from 'react-router'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { forgetBuyer } from '../../api/queries.ts'
import { markSignedIn } from '../../app/session-flag.ts'

/** After an answer that signed somebody in: nothing read as somebody else stays, and on to the next page. */
export function useEntering(): (user: UserBaseWire, to: string) => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (user, to) => {
    markSignedIn(user.company_id)
    forgetBuyer(queries, user)
    await navigate(to, { replace: true })
  }
}
