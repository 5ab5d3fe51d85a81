import type { DatabaseHandle } from '../../../platform/database.ts'
import { type Catalogue, openCatalogue } from '../catalogue/public.ts'
import type { SearchIndex } from '../search/public.ts'
import { type ZoneSets, zoneSetsOf } from './zone-sets.ts'

/** What the services of this module work with; one a process. */
export interface Zones {
  database: DatabaseHandle
  catalogue: Catalogue
  sets: ZoneSets
}

export const openZones = (database: DatabaseHandle, search: SearchIndex): Zones => ({
  database,
  catalogue: openCatalogue(database, search),
  sets: zoneSetsOf(database),
})
