import { useQueryClient } from '#api-client/useQuery.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { useLive } from '../api/live.ts'

/** Keeps the figures of the frame true while the page stands: unread messages, answers of the service, who is signed in. */
export default function LiveFigures() {
  const queries = useQueryClient()
  const ask = () => {
    if (queries.getQueryData<UserBaseWire | null>(['user'])) void queries.invalidateQueries({ queryKey: ['user'] })
  }
  useLive('messages', ask)
  useLive('chat', ask)
  useLive('account', ask)
  return null
}
