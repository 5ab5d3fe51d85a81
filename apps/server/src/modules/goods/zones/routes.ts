import * as contract from '#contract/zones.ts'
import type { ModuleContext } from '../../../context.ts'
import { advertsOf } from '../content/public.ts'
import { brandPage, brandZone, openBrands } from './brands.ts'
import { openZones } from './deps.ts'
import { pageDeskRoutes } from './page-desk-routes.ts'
import { zonePageFor, zonePagesFor } from './pages.ts'
import { openPromotionSide } from './promotion-side.ts'
import { resolveActivity } from './resolve.ts'
import { zoneGoods } from './zone-goods.ts'

export function zoneRoutes(context: ModuleContext): void {
  const { serve, deps } = context
  pageDeskRoutes(context)
  const zones = openZones(deps.database, deps.search)
  const brands = openBrands(zones)
  const promotions = openPromotionSide(zones)
  const adverts = advertsOf(deps.database)

  serve(contract.zoneGoods, ({ params, query, viewer, now }) => zoneGoods(zones, params.zone, query, viewer, now))
  serve(contract.brandList, ({ query, viewer, now }) => brandZone(zones, brands, query, viewer, now))
  serve(contract.brandInfo, ({ params, query, viewer, now }) => brandPage(zones, brands, promotions, params.id, query, viewer, now))
  serve(contract.zonePage, ({ query, viewer, now, request }) =>
    zonePageFor(zones, promotions, query, viewer, now, (faults) => request.log.error(faults, 'blocks left out of a composed page')),
  )
  serve(contract.zonePages, ({ query, now }) => zonePagesFor(zones, adverts, query, now))
  serve(contract.activityResolve, ({ query, viewer, now }) => resolveActivity(zones, promotions, query.path, viewer, now))
}
