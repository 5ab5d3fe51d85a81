import { beijingDate } from '#domain/dates.ts'
import type { Refusal } from '#domain/eligibility.ts'
import { type DeliveryPlace, givenRefusal } from '#domain/standing.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { judgeStanding } from './card.ts'
import { goodsFacts } from './read-facts.ts'
import type { Source } from './views.ts'

/** What stands first against each of these goods being given to a company, trade aside; what it may have is left out. */
export async function barredGoods(
  source: Source,
  goodsIds: readonly number[],
  company: ViewerCompany,
  place: DeliveryPlace | null,
  now: Date,
): Promise<Map<number, Refusal>> {
  const ids = [...new Set(goodsIds)]
  const facts = await goodsFacts(
    source,
    ids.map((goodsId) => ({ goodsId })),
    company,
    now,
  )
  const today = beijingDate(now)
  return new Map(
    facts.flatMap((one) => {
      if (one === null) return []
      const refusal = judgeStanding(one, company, place, today)[0] ?? givenRefusal(one)
      return refusal ? [[one.goodsId, refusal] as const] : []
    }),
  )
}
