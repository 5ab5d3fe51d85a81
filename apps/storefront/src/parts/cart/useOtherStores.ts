import { useMemo } from 'react'
import type { UserBaseWire } from '#contract/user.ts'
import { useUser } from '../../api/queries.ts'

export type OtherStore = UserBaseWire['stores'][number]

/** The owner's stores but the one that is shopping now; empty for everybody with one store. */
export function useOtherStores(): readonly OtherStore[] {
  const stores = useUser()?.stores
  return useMemo(() => stores?.filter((store) => store.active === 0) ?? [], [stores])
}
