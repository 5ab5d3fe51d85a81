import { NAV_MAX } from '#contract/constants.ts'
import type { AdvertWire, GlobalLinksWire, HeaderWire, LinkGroupWire, MenuEntryWire } from '#contract/content.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { ContentCache } from './cache.ts'
import { siteSettings } from './settings.ts'
import {
  type AdvertRow,
  type CategoryRow,
  hasGoodsOnShelf,
  type LinkRow,
  readAdverts,
  readBrands,
  readCategories,
  readHotWords,
  readLinks,
} from './views.ts'

export interface Content {
  database: DatabaseHandle
  cache: ContentCache
}

/** Children under their parents; an entry whose parent is missing is left out. */
function byParent<Row extends { id: number; parent_id: number | null }>(rows: readonly Row[]): (parent: number | null) => Row[] {
  const groups = Map.groupBy(rows, (row) => row.parent_id)
  return (parent) => groups.get(parent) ?? []
}

function linkOf(row: LinkRow) {
  return { id: row.id, name: row.name, url: row.url, image: row.image, is_open: row.is_open ? 1 : 0, badge: row.badge }
}

function linkGroups(rows: readonly LinkRow[]): LinkGroupWire[] {
  const children = byParent(rows)
  return children(null).map((row) => ({ ...linkOf(row), children: children(row.id).map(linkOf) }))
}

function menu(rows: readonly CategoryRow[], tree: string): MenuEntryWire[] {
  const children = byParent(rows.filter((row) => row.tree === tree))
  const leaf = ({ id, name, logo, logo1 }: CategoryRow) => ({ id, name, logo, logo1 })
  return children(null).map((entry) => ({
    ...leaf(entry),
    hint: entry.hint,
    children: children(entry.id).map((branch) => ({ ...leaf(branch), children: children(branch.id).map(leaf) })),
  }))
}

export async function headerData({ database, cache }: Content, now: Date): Promise<HeaderWire> {
  const kept = await cache.get('header', now, async () => {
    const [words, links, categories, brand] = await Promise.all([
      readHotWords(database, now),
      readLinks(database, 'nav'),
      readCategories(database),
      readBrands(database),
    ])
    return {
      rnss: words.map(({ name, url }) => ({ name, url, image: '' })),
      nav: linkGroups(links).slice(0, NAV_MAX),
      category: menu(categories, 'drug'),
      category_yx: menu(categories, 'selected'),
      category_zy: menu(categories, 'herb'),
      category_qx: menu(categories, 'device'),
      brand,
    }
  })
  return { ...kept, timestamp: now.getTime() }
}

export function footerData({ database, cache }: Content, now: Date): Promise<GlobalLinksWire> {
  return cache.get('links', now, async () => {
    const [help, partners, settings, sells] = await Promise.all([
      readLinks(database, 'help'),
      readLinks(database, 'partner'),
      siteSettings(database),
      hasGoodsOnShelf(database),
    ])
    return {
      list: linkGroups(help),
      licences: (settings.licences ?? []).map(({ name, value, file }) => ({ name, value, url: file ? `/img/licence/${file}` : '' })),
      partners: partners.map(({ name, url }) => ({ name, url })),
      promises: settings.promises ?? [],
      notice: settings.footer_notice ?? '',
      company: settings.company_name ?? '',
      hot_line: settings.hot_line ?? '',
      hours: settings.service_hours ?? [],
      qq1: settings.qq1 ?? '',
      qq2: settings.qq2 ?? '',
      preparing: sells && settings.company_name ? 0 : 1,
      wechat: settings.wechat_service?.name ?? '',
    }
  })
}

/** What the code of the WeChat service account opens; null: there is none. */
export function wechatUrl({ database, cache }: Content, now: Date): Promise<string | null> {
  return cache.get('wechat', now, async () => (await siteSettings(database)).wechat_service?.url ?? null)
}

/** What runs in a slot now, in the operator's order. */
export async function adverts({ database, cache }: Content, slot: string, now: Date): Promise<AdvertWire[]> {
  const rows = await cache.get(`adverts:${slot}`, now, () => readAdverts(database, slot, now))
  const runs = (row: AdvertRow) => row.starts_at <= now && now < row.ends_at
  return rows.filter(runs).map(({ id, title, subtitle, image, url, style }) => ({ id, title, subtitle, image, url, style }))
}
