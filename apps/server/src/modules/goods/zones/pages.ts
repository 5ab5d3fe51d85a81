import type { DataOf } from '#contract/call.ts'
import type { ZonePageHeadWire, ZonePageWire, zonePages } from '#contract/zones.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type advertsOf, previewedPage } from '../content/public.ts'
import { type Block, readBlocks } from './blocks.ts'
import type { Zones } from './deps.ts'
import { fillBlocks } from './fill-blocks.ts'
import { type PageHeadRow, type PageKind, readPage, readPages, readPagesById, readPageVersion } from './page-store.ts'
import type { PromotionSide } from './promotion-side.ts'

const URLS: Readonly<Record<PageKind, (page: { id: number; code: string }) => string>> = {
  zone: ({ code }) => `/zqmb?id=${encodeURIComponent(code)}`,
  activity: ({ code }) => `/hdmb?id=${encodeURIComponent(code)}`,
  fair: ({ id }) => `/yjh/${id}`,
  controlled: ({ code }) => `/kxzq/goods/${encodeURIComponent(code)}`,
}

/** Its page in the shop. */
export const pageUrl = (page: { kind: PageKind; id: number; code: string }): string => URLS[page.kind](page)

export function stateOf({ starts_at, ends_at }: Pick<PageHeadRow, 'starts_at' | 'ends_at'>, now: Date): ZonePageHeadWire['state'] {
  if (ends_at !== null && ends_at <= now) return 'ended'
  return starts_at !== null && now < starts_at ? 'coming' : 'open'
}

export function pageHead(row: PageHeadRow, now: Date): ZonePageHeadWire {
  const { id, code, kind, name, intro, image, accent, starts_at, ends_at } = row
  return {
    id,
    code,
    kind,
    name,
    intro,
    image,
    accent,
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    state: stateOf(row, now),
    url: pageUrl(row),
  }
}

/** Before a page begins it announces itself; when it is over it says so. What can be bought or taken is there in between. */
function blocksFor(state: ZonePageHeadWire['state'], blocks: readonly Block[]): Block[] {
  if (state === 'open') return [...blocks]
  return blocks.filter(({ type }) => type === 'banner' || type === 'text')
}

/** A page filled in for this viewer. Blocks that cannot be understood are reported and left out. */
export async function zonePageFor(
  zones: Zones,
  side: PromotionSide,
  { preview, ...by }: { id?: number | undefined; code?: string | undefined; preview?: string | undefined },
  viewer: Viewer | null,
  today: Date,
  report: (faults: object) => void,
): Promise<ZonePageWire> {
  const wanted = by.id !== undefined ? { id: by.id } : by.code !== undefined ? { code: by.code } : null
  if (wanted === null) throw fieldErrors([{ field: 'id', message: '请指明页面' }])
  // What staff look at before it is shown, as it will be at their moment; of another page it says nothing.
  const previewed = await previewedPage(zones.database, preview, today)
  const seen = previewed && (await readPageVersion(zones.database, previewed.page, previewed.version))
  const isSeen = seen !== null && ('id' in wanted ? seen.id === wanted.id : seen.code === wanted.code)
  const now = isSeen && previewed ? previewed.at : today
  const row = isSeen ? seen : await readPage(zones.database, wanted, now)
  if (row === null) throw notFound('页面')
  const page = pageHead(row, now)
  const { blocks, faults } = readBlocks(row.blocks)
  if (faults.length > 0) report({ page: row.code, faults })
  const [filled, others] = await Promise.all([
    fillBlocks(zones, side, blocksFor(page.state, blocks), page.ends_at, viewer, now),
    readPages(zones.database, row.kind, now),
  ])
  const siblings = others.filter((other) => other.id !== row.id).map((other) => pageHead(other, now))
  return { now: now.toISOString(), page, blocks: filled, siblings }
}

/** Adverts beside a list of pages. */
const SLOTS: Readonly<Record<PageKind, string>> = { controlled: 'kxzq', fair: 'common', activity: 'common', zone: 'common' }

function idsOf(text: string): number[] {
  const ids = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(Number)
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) throw fieldErrors([{ field: 'ids', message: '不是可选的值' }])
  return ids
}

/** Pages of a kind that are not over; with ids those pages in that order, whatever their state. */
export async function zonePagesFor(
  zones: Zones,
  adverts: ReturnType<typeof advertsOf>,
  query: { kind?: PageKind; ids?: string },
  now: Date,
): Promise<DataOf<typeof zonePages>> {
  const kind = query.kind ?? null
  const ids = idsOf(query.ids ?? '')
  const [rows, shown] = await Promise.all([
    ids.length === 0 ? readPages(zones.database, kind, now) : readPagesById(zones.database, ids, now),
    adverts(kind === null ? 'common' : SLOTS[kind], now),
  ])
  const places = new Map(ids.map((id, at) => [id, at]))
  const chosen = rows.filter((row) => kind === null || row.kind === kind)
  const ordered = ids.length === 0 ? chosen : chosen.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
  return { now: now.toISOString(), list: ordered.map((row) => pageHead(row, now)), adverts: shown }
}
