import { createContext, useContext } from 'react'
import type { StaffMeWire } from '#contract/console.ts'
import { allows } from '../rights.ts'
import type { Needs } from '../zone.ts'

const MeContext = createContext<StaffMeWire | null>(null)
export const MeProvider = MeContext.Provider

/** Who works here. */
export function useMe(): StaffMeWire {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in here')
  return me
}

/** Whether the person may do what needs these words: what he may not is absent, not grey. */
export function useMay(): (needs: Needs | undefined) => boolean {
  const { permissions } = useMe()
  return (needs) => allows(permissions, needs)
}
