import type { DataOf } from '#contract/call.ts'
import type { EntryCandidateWire, staffEntryGoods } from '#contract/order-entry.ts'
import { beijingDate } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import { minimumOf, stepOf } from '#domain/quantity.ts'
import { readQuickText } from '#domain/quick-list.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { type GoodsFacts, judge, priceOf, quantityRule, rememberedFacts } from '../../goods/catalogue/public.ts'
import type { SearchIndex } from '../../goods/search/public.ts'

/** What somebody on the phone says, as goods that this company may buy. */

const LINES_MAX = 60
const CANDIDATES_MAX = 6

export interface EntryDeps {
  database: DatabaseHandle
  search: SearchIndex
}

/** A clerk asks for the company: what it may see and at which price is the company's, not the clerk's. */
export const inPlaceOf = (viewer: Viewer, company: ViewerCompany): Viewer & { company: ViewerCompany } => ({
  ...viewer,
  staff: null,
  company,
})

export async function goodsMeant(
  { database, search }: EntryDeps,
  viewer: Viewer & { company: ViewerCompany },
  text: string,
  now: Date,
): Promise<DataOf<typeof staffEntryGoods>> {
  const asked = readQuickText(text, LINES_MAX).lines.map((line) => {
    const { fit, ids } = search.identify({ text: line.text, usual: new Set(), limit: CANDIDATES_MAX }, viewer)
    if (fit === 'one' || fit === 'likely' || fit === 'several') return { line, ids, isSure: fit === 'one' || ids.length === 1 }
    // Letters of a name: amxl.
    const begun = search.suggest(line.text, 0, viewer, CANDIDATES_MAX).map(({ id }) => id)
    return { line, ids: [...new Set([...begun, ...ids])].slice(0, CANDIDATES_MAX), isSure: begun.length === 1 }
  })
  const ids = [...new Set(asked.flatMap((one) => one.ids))]
  const facts = await rememberedFacts(
    database,
    ids.map((goodsId) => ({ goodsId })),
    viewer.company,
    now,
  )
  const known = new Map(facts.flatMap((one) => (one ? [[one.goodsId, candidateOf(one, viewer.company, now)] as const] : [])))
  return {
    lines: asked.map(({ line, ids: own, isSure }) => {
      const candidates = own.flatMap((id) => known.get(id) ?? [])
      return { text: line.text, number: line.number ?? 0, is_sure: isSure && candidates.length > 0 ? 1 : 0, candidates }
    }),
  }
}

function candidateOf(facts: GoodsFacts, company: ViewerCompany, now: Date): EntryCandidateWire {
  const rule = quantityRule(facts, now)
  const minimum = minimumOf(rule)
  const [against] = judge(facts, company, beijingDate(now))
  const price = priceOf(facts, minimum, now)
  return {
    goods_id: facts.goodsId,
    code: facts.code,
    name: facts.name,
    maker: facts.manufacturer,
    spec: facts.spec,
    unit: facts.unit,
    step: stepOf(rule),
    minimum,
    price: price === null ? '' : yuan(price.price),
    available: facts.available,
    why: against?.message ?? '',
  }
}
