import { addMonths, nearExpiryLimit, type TradeDate } from '#domain/dates.ts'
import type { SearchRequest } from '../search/public.ts'
import type { Dimension, FacetChoice } from './near-expiry-facets.ts'
import type { CategoryRow, NearBatch } from './store.ts'

const MONTHS = [1, 3, 6, 12] as const

/** What a batch is told apart by, whoever asks. */
interface Marks {
  category: readonly FacetChoice[]
  manufacturer: readonly FacetChoice[]
  form: readonly FacetChoice[]
  spec: readonly FacetChoice[]
  tags: readonly FacetChoice[]
  warehouse: readonly FacetChoice[]
}
const known = new WeakMap<NearBatch, Marks>()

/** Its categories and everything above them. */
function lineage(ids: readonly number[], categories: ReadonlyMap<number, CategoryRow>): FacetChoice[] {
  const found = new Map<number, FacetChoice>()
  for (const id of ids) {
    for (let at = categories.get(id); at && !found.has(at.id); at = at.parent_id === null ? undefined : categories.get(at.parent_id))
      found.set(at.id, { value: String(at.id), name: at.name })
  }
  return [...found.values()]
}

function marksOf(row: NearBatch, categories: ReadonlyMap<number, CategoryRow>): Marks {
  const before = known.get(row)
  if (before) return before
  const plain = (value: string) => [{ value, name: value }]
  const marks: Marks = {
    category: lineage(row.categories, categories),
    manufacturer: [{ value: String(row.manufacturer_id ?? ''), name: row.manufacturer ?? '' }],
    form: plain(row.form),
    spec: plain(row.spec),
    tags: row.tags.flatMap(plain),
    warehouse: [{ value: String(row.warehouse_id), name: row.warehouse }],
  }
  known.set(row, marks)
  return marks
}

/** The filters of the near-expiry zone; those that would tell dates only for those who see them. */
export function nearDimensions(
  request: SearchRequest,
  months: number | undefined,
  categories: ReadonlyMap<number, CategoryRow>,
  sees: boolean,
  today: TradeDate,
): Dimension<NearBatch>[] {
  const mark = (key: keyof Marks, name: string, chosen: readonly (string | number)[], hidden = false): Dimension<NearBatch> => ({
    key,
    name,
    multiple: true,
    chosen: chosen.map(String),
    valuesOf: (row) => marksOf(row, categories)[key],
    hidden,
  })
  const narrowed = request.keywords !== '' || request.categories.length > 0
  const marks = [
    mark('category', '分类', request.categories),
    mark('manufacturer', '生产厂家', request.manufacturers),
    mark('form', '剂型', request.forms),
    mark('spec', '规格', request.specs, !narrowed),
    mark('tags', '标签', request.tags),
    mark('warehouse', '仓库', request.warehouses),
  ]
  return sees ? [...marks, withinMonths(months, today), nearOrFar(request.expiry, today)] : marks
}

function withinMonths(chosen: number | undefined, today: TradeDate): Dimension<NearBatch> {
  // A number of months that nobody offers is a choice too.
  const limits = [...new Set([...MONTHS, ...(chosen === undefined ? [] : [chosen])])].sort((a, b) => a - b)
  const steps = limits.map((months) => ({
    lastDay: addMonths(today, months),
    choice: { value: String(months), name: `${months} 个月内到期` },
  }))
  // What expires within three months expires within six: a batch counts for each step that reaches its day.
  const reaching = steps.map((_, at) => steps.slice(at).map(({ choice }) => choice))
  return {
    key: 'months',
    name: '效期',
    multiple: false,
    chosen: chosen === undefined ? [] : [String(chosen)],
    valuesOf: (row) => reaching[steps.findIndex(({ lastDay }) => row.expiry_date <= lastDay)] ?? [],
  }
}

function nearOrFar(chosen: SearchRequest['expiry'], today: TradeDate): Dimension<NearBatch> {
  const limit = nearExpiryLimit(today)
  return {
    key: 'expiry',
    name: '',
    multiple: false,
    chosen: chosen === null ? [] : [chosen],
    valuesOf: (row) => [{ value: row.expiry_date <= limit ? 'near' : 'far', name: '' }],
    hidden: true,
  }
}
