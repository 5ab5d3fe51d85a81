import type { ZoneCode, ZoneGoodsWire } from '#contract/zones.ts'
import { beijingDate } from '#domain/dates.ts'
import { companyRefusals, seesPrices } from '#domain/eligibility.ts'
import type { ReadyJson } from '../../../platform/http.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { listGoods } from '../catalogue/public.ts'
import { EVERYTHING } from '../search/public.ts'
import type { Zones } from './deps.ts'
import { type NearQuery, nearExpiryPage } from './near-expiry.ts'
import { ZONE_WORDS } from './zones.ts'

type ZoneHead = ZoneGoodsWire['zone']
const NOTHING: ReadonlySet<number> = new Set()

/** The goods list within one zone. */
export async function zoneGoods(
  zones: Zones,
  code: ZoneCode,
  query: NearQuery,
  viewer: Viewer | null,
  now: Date,
): Promise<ZoneGoodsWire | ReadyJson> {
  if (code === 'near_expiry') {
    const [zone, page] = await Promise.all([headOf(zones, code, viewer, now), nearExpiryPage(zones, query, viewer, now)])
    return { ...page, zone }
  }
  const zone = await headOf(zones, code, viewer, now)
  const { sort, ...rest } = query
  const asked = { ...rest, ...(sort !== undefined && sort !== 'discount' && { sort }) }
  const among = await goodsOfZone(zones, code, viewer, now)
  return listGoods(zones.catalogue, asked, viewer, now, { among, wholeCase: code === 'whole_case' }, { zone })
}

/** Controlled goods are for companies that passed the review; nobody else is told even their names. */
const isClosed = (code: ZoneCode, viewer: Viewer | null) => code === 'controlled' && !seesPrices(viewer?.company ?? null)

/** The goods of a zone that this viewer may be told of at all; the search index then shows him those that admit him. */
export async function goodsOfZone(zones: Zones, code: ZoneCode, viewer: Viewer | null, now: Date): Promise<ReadonlySet<number>> {
  return isClosed(code, viewer) ? NOTHING : zones.sets.goodsOf(code, now)
}

/** What the zone says of itself, and where it holds nothing for this viewer, why and what to do. */
async function headOf(zones: Zones, code: ZoneCode, viewer: Viewer | null, now: Date): Promise<ZoneHead> {
  const { name, intro, none } = ZONE_WORDS[code]
  const head = { code, name, intro, note: '', action: null }
  if (isClosed(code, viewer)) {
    const [refusal] = companyRefusals(viewer?.company ?? null, beijingDate(now))
    const note = viewer === null ? '控销商品仅对获得授权的企业开放，请登录后查看' : '控销商品仅对通过审核并获得授权的企业开放'
    return { ...head, note, action: refusal?.action ?? null }
  }
  const among = await zones.sets.goodsOf(code, now)
  const { total } = zones.catalogue.search.search({ ...EVERYTHING, among, limit: 1 }, viewer, now)
  if (total > 0) return head
  const elsewhere = { text: '查看全部商品', url: '/list' }
  return { ...head, note: none, action: elsewhere }
}
