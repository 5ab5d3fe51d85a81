import type { Connection } from '../src/platform/database.ts'
import { PASSED_PHARMACY } from './companies.ts'
import { findKnown, type Known } from './known-goods.ts'
import { FAVOURITES, FOOTPRINTS, OWN_PRICES } from './orders-text.ts'
import { share } from './prices.ts'
import { type CatalogueIds, idOf } from './write-catalogue.ts'
import type { CompanyIds } from './write-companies.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** What the passed pharmacy has agreed on, likes, and has looked at. */
export async function writeHabits(
  trx: Connection,
  goods: readonly Known[],
  ids: { catalogue: CatalogueIds; people: CompanyIds },
  now: Date,
): Promise<void> {
  const companyId = idOf(ids.people.companies, PASSED_PHARMACY)
  const find = (name: string, spec: string) => findKnown(goods, name, spec)
  const goodsId = (name: string, spec: string) => idOf(ids.catalogue.goods, find(name, spec).code)
  await trx
    .insertInto('goods_company_price')
    .values(
      OWN_PRICES.map(([name, spec, percent]) => ({
        company_id: companyId,
        goods_id: goodsId(name, spec),
        price: share(find(name, spec).goods.basePrice, percent),
      })),
    )
    .execute()
  await trx
    .insertInto('favorite')
    .values(
      FAVOURITES.map(([name, spec], at) => ({
        company_id: companyId,
        goods_id: goodsId(name, spec),
        created_at: new Date(now.getTime() - (at + 1) * DAY_MS),
      })),
    )
    .execute()
  await trx
    .insertInto('footprint')
    .values(
      FOOTPRINTS.map(([name, spec], at) => ({
        company_id: companyId,
        goods_id: goodsId(name, spec),
        visited_at: new Date(now.getTime() - (at + 1) * 7 * HOUR_MS),
        times: 1 + (at % 3),
      })),
    )
    .execute()
}
