import { sql } from 'kysely'
import { addDays, beijingDate } from '#domain/dates.ts'
import type { Connection, DatabaseHandle } from '../src/platform/database.ts'
import { codeOf } from './categories.ts'
import type { Known } from './known-goods.ts'
import { idOf } from './write-catalogue.ts'
import { type DemoBlock, PAGES, ZONE_ADVERTS } from './zones-text.ts'

/** Pages with an end live at least so long at every start of the demo. */
const RENEW_BELOW_DAYS = 3
const RENEW_DAYS = 30

const imageUrl = (image: string) => `/img/banner/${image}.svg`

/** Beijing midnight that begins a day so many days from now. */
const dayStart = (now: Date, days: number) => new Date(`${addDays(beijingDate(now), days)}T00:00:00+08:00`)

interface Names {
  codes: ReadonlyMap<string, string>
  categories: ReadonlyMap<string, number>
  makers: ReadonlyMap<string, number>
  promotions: ReadonlyMap<string, number>
  coupons: ReadonlyMap<string, number>
}

async function namesOf(trx: Connection, known: readonly Known[]): Promise<Names> {
  const [categories, makers, promotions, coupons] = [
    await trx.selectFrom('category').select(['id', 'code']).execute(),
    await trx.selectFrom('manufacturer').select(['id', 'short_name']).where('short_name', '<>', '').execute(),
    await trx.selectFrom('promotion').select(['id', 'name']).execute(),
    await trx.selectFrom('coupon_template').select(['id', 'name']).execute(),
  ]
  return {
    codes: new Map(known.map(({ code, goods }) => [`${goods.name} ${goods.spec}`, code])),
    categories: new Map(categories.map((row) => [row.code, row.id])),
    makers: new Map(makers.map((row) => [row.short_name, row.id])),
    promotions: new Map(promotions.map((row) => [row.name, row.id])),
    coupons: new Map(coupons.map((row) => [row.name, row.id])),
  }
}

function codeOfGoods(names: Names, title: string): string {
  const code = names.codes.get(title)
  if (code === undefined) throw new Error(`no demo goods ${title}`)
  return code
}

/** As zone_page.blocks holds it (modules/goods/zones/blocks.ts). */
function blockJson(names: Names, block: DemoBlock): object {
  switch (block.type) {
    case 'text':
    case 'countdown':
      return block
    case 'banner':
      return { ...block, image: imageUrl(block.image) }
    case 'coupons': {
      const { names: list, ...rest } = block
      return { ...rest, ids: list.map((name) => idOf(names.coupons, name)) }
    }
    case 'promotion': {
      const { names: list, ...rest } = block
      return { ...rest, ids: list.map((name) => idOf(names.promotions, name)) }
    }
    case 'goods':
      return goodsJson(names, block)
  }
}

function goodsJson(names: Names, block: Extract<DemoBlock, { type: 'goods' }>): object {
  if ('goods' in block) {
    const { goods, ...rest } = block
    return { ...rest, codes: goods.map((title) => codeOfGoods(names, title)) }
  }
  if ('category' in block) {
    const category = codeOf('drug', block.category.split('/'))
    return { url: `/list/other/${idOf(names.categories, category)}`, ...block, category }
  }
  if ('maker' in block) {
    const { maker, ...rest } = block
    return { ...rest, manufacturer: idOf(names.makers, maker) }
  }
  if ('activity' in block) {
    const { activity, ...rest } = block
    return { ...rest, promotion: idOf(names.promotions, activity) }
  }
  return block
}

/** Fair, activity, zone and controlled pages, and the adverts of the zones. Promotions and coupons must be there. */
export async function writeZones(trx: Connection, known: readonly Known[], now: Date): Promise<void> {
  const names = await namesOf(trx, known)
  await trx
    .insertInto('zone_page')
    .values(
      PAGES.map(({ code, kind, name, intro, image, accent, days, blocks }, sort) => ({
        code,
        kind,
        name,
        intro,
        image: imageUrl(image),
        accent,
        starts_at: days ? dayStart(now, days[0]) : '-infinity',
        ends_at: days ? dayStart(now, days[1]) : 'infinity',
        blocks: JSON.stringify(blocks.map((block) => blockJson(names, block))),
        sort,
      })),
    )
    .execute()
  for (const parent of new Set(PAGES.flatMap((page) => page.parent ?? []))) {
    const codes = PAGES.filter((page) => page.parent === parent).map((page) => page.code)
    await sql`
      update zone_page set parent_id = (select id from zone_page where code = ${parent}) where code = any(${codes}::text[])`.execute(trx)
  }
  const brandOf = (text: string, path: (id: number) => string) =>
    text.startsWith('brand:') ? path(idOf(names.makers, text.slice('brand:'.length))) : text
  await trx
    .insertInto('advert')
    .values(
      ZONE_ADVERTS.map(({ slot, title, subtitle, url, image }, sort) => ({
        slot: brandOf(slot, (id) => `brand:${id}`),
        title,
        subtitle,
        url: brandOf(url, (id) => `/ppzq/info/${id}`),
        image: imageUrl(image),
        sort,
      })),
    )
    .execute()
}

/** Keeps the demo's pages open; call at every start in demo mode. */
export async function renewDemoZones({ db }: DatabaseHandle, now: Date): Promise<void> {
  await sql`
    update zone_page set ends_at = ${dayStart(now, RENEW_DAYS)}
     where code = any(${PAGES.map((page) => page.code)}::text[]) and ends_at < ${dayStart(now, RENEW_BELOW_DAYS)}`.execute(db)
}
