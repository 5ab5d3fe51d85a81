import { Compile } from 'typebox/compile'
import { OfferTerms } from '#contract/offer-desk.ts'
import type { Promotion } from '#domain/pricing/terms.ts'
import type { Connection } from '../../../../platform/database.ts'
import { fieldErrors } from '../../../../platform/errors.ts'
import { goodsGiven, type Plan, promotionOf } from './plan.ts'
import { readTerms } from './plan-read.ts'
import { goodsNamed, versionsOf } from './plan-views.ts'
import { offeredOf } from './plan-words.ts'

/** A draft within a question that writes nothing. */

const terms = Compile(OfferTerms)
const incomplete = () => fieldErrors([{ field: 'terms', message: '草稿不完整' }])

export function draftIn(text: string): Plan {
  let typed: unknown
  try {
    typed = JSON.parse(text)
  } catch {
    throw incomplete()
  }
  if (!terms.Check(typed)) throw incomplete()
  const { plan, errors } = readTerms(typed)
  if (errors.length > 0) throw fieldErrors(errors)
  return plan
}

/** As the engine would have it, with what there is now of its gifts: those that nobody may give away are not offered. */
export async function preparedDraft(connection: Connection, plan: Plan, warehouseIds: readonly number[]): Promise<Promotion> {
  const goods = await goodsNamed(connection, goodsGiven(plan.terms), warehouseIds)
  return promotionOf(plan, offeredOf(goods.filter((one) => (plan.kind === 'gift' ? one.notGiven : one.notExchanged) === '')))
}

/** What a draft would take the place of. */
export const ownPromotions = async (connection: Connection, planId: number): Promise<ReadonlySet<number>> =>
  new Set((await versionsOf(connection, planId)).map(({ promotionId }) => promotionId))
