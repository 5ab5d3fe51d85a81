import type { Connection } from '../../../../platform/database.ts'
import { scopeOf } from '../scope.ts'
import { scopeText } from '../scope-text.ts'
import { readScopeNames } from '../scope-views.ts'
import { audienceText, goodsGiven, type OfferedGoods, type Plan, periodText, promotionOf, tierTexts } from './plan.ts'
import { type GoodsRow, goodsNamed } from './plan-views.ts'

/** A plan in words: for the list, the record of who did what, and whoever approves it. */
export type OfferSaid = Record<'name' | 'intro' | 'terms' | 'goods' | 'buyers' | 'period', string>

export const offeredOf = (rows: readonly GoodsRow[]): ReadonlyMap<number, OfferedGoods> =>
  new Map(rows.map(({ id, name, spec, unit, stock }) => [id, { id, name: `${name} ${spec}`.trim(), unit, stock }]))

/** As many as are asked for, with two small reads. */
export async function saidOfAll(connection: Connection, plans: readonly Plan[]): Promise<OfferSaid[]> {
  const scopes = plans.map(({ terms }) => scopeOf(terms.scope))
  const names = await readScopeNames(connection, scopes)
  const single = scopes.flatMap(({ goodsIds }) => (goodsIds.length === 1 ? goodsIds : []))
  const goods = offeredOf(await goodsNamed(connection, [...new Set([...single, ...plans.flatMap(({ terms }) => goodsGiven(terms))])]))
  return plans.map((plan, at) => {
    const scope = scopes[at] ?? scopeOf({})
    const [only] = scope.goodsIds
    const isOne =
      scope.goodsIds.length === 1 && scope.categoryIds.length + scope.manufacturerIds.length + scope.zones.length === 0 && !scope.all
    return {
      name: plan.name,
      intro: plan.terms.intro,
      terms: tierTexts(promotionOf(plan, goods)).join('；'),
      goods: (isOne && only !== undefined && goods.get(only)?.name) || scopeText(scope, names),
      buyers: audienceText(plan.terms.audience),
      period: periodText(plan.terms),
    }
  })
}

export async function saidOf(connection: Connection, plan: Plan): Promise<OfferSaid> {
  const [said] = await saidOfAll(connection, [plan])
  if (said === undefined) throw new Error('one plan is said once')
  return said
}
