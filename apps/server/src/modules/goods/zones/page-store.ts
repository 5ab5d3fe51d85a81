import type { ZonePageHeadWire } from '#contract/zones.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'

export type PageKind = ZonePageHeadWire['kind']

export interface PageHeadRow {
  id: number
  code: string
  kind: PageKind
  name: string
  intro: string
  image: string
  accent: string
  /** Null: since ever, without end. */
  starts_at: Date | null
  ends_at: Date | null
}
export interface PageRow extends PageHeadRow {
  blocks: unknown
}

const HEAD = `id, code, kind, name, intro, image, accent, nullif(starts_at, '-infinity') as starts_at, nullif(ends_at, 'infinity') as ends_at`
const PAGES_MAX = 100

export async function readPage({ pool }: DatabaseHandle, by: { id: number } | { code: string }, now: Date): Promise<PageRow | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['code', by.code]
  const { rows } = await pool.query<PageRow>(`select ${HEAD}, blocks from zone_pages_at($2) where ${column} = $1`, [value, now])
  return rows[0] ?? null
}

/** A saved state of a page, whether it is shown or not. */
export async function readPageVersion({ pool }: DatabaseHandle, id: number, version: number): Promise<PageRow | null> {
  const { rows } = await pool.query<PageRow>(
    `select p.id, p.code, p.kind, v.name, v.intro, v.image, v.accent, nullif(v.starts_at, '-infinity') as starts_at,
            nullif(v.ends_at, 'infinity') as ends_at, v.blocks
       from zone_page p join zone_page_version v on v.page_id = p.id where p.id = $1 and v.version = $2`,
    [id, version],
  )
  return rows[0] ?? null
}

/** Pages of a kind that are not over, in the operator's order. */
export async function readPages({ pool }: DatabaseHandle, kind: PageKind | null, now: Date): Promise<PageHeadRow[]> {
  const { rows } = await pool.query<PageHeadRow>(
    `select ${HEAD} from zone_pages_at($2) where ($1::text is null or kind = $1) and ends_at > $2 order by kind, sort, id limit ${PAGES_MAX}`,
    [kind, now],
  )
  return rows
}

/** Named pages, also those that are over. */
export async function readPagesById({ pool }: DatabaseHandle, ids: readonly number[], now: Date): Promise<PageHeadRow[]> {
  const { rows } = await pool.query<PageHeadRow>(`select ${HEAD} from zone_pages_at($2) where id = any($1::bigint[])`, [ids, now])
  return rows
}

/** Pages by several codes, the first that there is. */
export async function readFirstPage({ pool }: DatabaseHandle, codes: readonly string[], now: Date): Promise<PageHeadRow | null> {
  const { rows } = await pool.query<PageHeadRow>(
    `select ${HEAD} from zone_pages_at($2) where code = any($1::text[]) order by array_position($1::text[], code) limit 1`,
    [codes, now],
  )
  return rows[0] ?? null
}

export async function readGoodsIds({ pool }: DatabaseHandle, codes: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: number; code: string }>('select id, code from goods where code = any($1::text[])', [codes])
  return new Map(rows.map((row) => [row.code, row.id]))
}

export async function readCategoryIds({ pool }: DatabaseHandle, codes: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: number; code: string }>('select id, code from category where code = any($1::text[])', [codes])
  return new Map(rows.map((row) => [row.code, row.id]))
}
