import { createContext, useContext } from 'react'
import type { Zone } from '../zone.ts'

const ZonesContext = createContext<readonly Zone[]>([])
export const ZonesProvider = ZonesContext.Provider

/** All zones of the site, for those who lead from one to another. */
export const useZones = (): readonly Zone[] => useContext(ZonesContext)
