import type { DataOf } from '#contract/call.ts'
import type { activityResolve } from '#contract/zones.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import type { Zones } from './deps.ts'
import { readFirstPage } from './page-store.ts'
import { pageHead } from './pages.ts'
import type { PromotionSide } from './promotion-side.ts'

const NOWHERE = { url: '', name: '', is_open: 0 }
const PARTS_MAX = 5

const promotionId = (part: string): number | null => (/^[1-9]\d{0,14}$/.test(part) ? Number(part) : null)

/**
 * Where an old or printed link leads: /activity/2026/double11 is the composed page 2026-double11, else the page double11;
 * /activity/12 is the promotion 12. What has not begun or is over leads nowhere, but is called by its name.
 */
export async function resolveActivity(
  zones: Zones,
  side: PromotionSide,
  path: string,
  viewer: Viewer | null,
  now: Date,
): Promise<DataOf<typeof activityResolve>> {
  const parts = path
    .replace(/^\/?activity(?=\/|$)/, '')
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean)
  const last = parts.at(-1)
  if (last === undefined || parts.length > PARTS_MAX || path.includes('\0')) return NOWHERE
  const row = await readFirstPage(zones.database, [parts.join('-'), last], now)
  if (row !== null) {
    const page = pageHead(row, now)
    return page.state === 'open' ? { url: page.url, name: page.name, is_open: 1 } : { ...NOWHERE, name: page.name }
  }
  const id = promotionId(last)
  const [promotion] = id === null ? [] : await side.promotions([id], viewer, now)
  if (promotion === undefined) return NOWHERE
  return promotion.state === 'open'
    ? { url: `/Hdzx/${promotion.id}`, name: promotion.name, is_open: 1 }
    : { ...NOWHERE, name: promotion.name }
}
