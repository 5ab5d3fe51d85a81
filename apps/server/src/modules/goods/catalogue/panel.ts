import type { DataOf } from '#contract/call.ts'
import type { FacetWire, goodsPanel } from '#contract/goods.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { toCards } from './card.ts'
import { type Catalogue, factsFor } from './catalogue.ts'
import { narrowed, requestOf } from './list.ts'

const GOODS = 4
const NAMED = 4
/** Beyond so many goods a word is hardly typed to its end, and counting them by maker would keep the next letter waiting. */
const COUNTED_MAX = 20_000

const valuesOf = (facets: readonly FacetWire[], key: string): FacetWire['values'] => facets.find((one) => one.key === key)?.values ?? []

const named = (values: FacetWire['values']) => values.slice(0, NAMED).map(({ value, name, count }) => ({ id: Number(value), name, count }))

/** Beside the suggestions: the first goods as they would stand on the page, and in which categories and by which makers there are some. */
export async function searchPanel(
  catalogue: Catalogue,
  keywords: string,
  viewer: Viewer | null,
  now: Date,
): Promise<DataOf<typeof goodsPanel>> {
  const company = viewer?.company ?? null
  const query = { keywords, per_page: GOODS }
  const request = { ...(await narrowed(catalogue, requestOf(query, viewer), query, company, now)), withFacets: false }
  const { ids, total, found } = catalogue.search.search(request, viewer, now)
  // What was corrected is not yet what somebody meant who goes on typing.
  const sure = found?.as === 'corrected' ? [] : ids
  const facets =
    sure.length > 0 && total <= COUNTED_MAX ? catalogue.search.search({ ...request, withFacets: true }, viewer, now).facets : []
  const facts = await factsFor(
    catalogue,
    sure.map((goodsId) => ({ goodsId })),
    company,
    now,
  )
  const makers = valuesOf(facets, 'manufacturer')
  return {
    goods: toCards(facts, company, now),
    total: sure.length === 0 ? 0 : total,
    makers: makers.length,
    categories: named(valuesOf(facets, 'category')),
    manufacturers: named(makers),
  }
}
