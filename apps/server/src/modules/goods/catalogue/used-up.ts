import { beijingDate } from '#domain/dates.ts'
import { monthStart } from '#domain/ephedrine.ts'
import { SPECIAL_SUBSTANCES } from '#domain/law/judgement.ts'
import { minimumOf } from '#domain/quantity.ts'
import { SPECIAL_RULES } from '#domain/special.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { UsedUp } from '../search/public.ts'
import { startOfDay } from './read-facts.ts'
import { boughtOfLimited, boughtOfSpecial } from './used-up-store.ts'

/** What a company has used up of its limits, for lists that show only what it can buy. */
export async function usedUpBy(database: DatabaseHandle, companyId: number, wholeCase: boolean, now: Date): Promise<UsedUp> {
  const today = beijingDate(now)
  const [limited, special] = await Promise.all([
    boughtOfLimited(database, companyId, startOfDay(today)),
    boughtOfSpecial(database, companyId, SPECIAL_SUBSTANCES, startOfDay(monthStart(today))),
  ])
  const goods = new Set<number>()
  for (const { goods_id, mid_pack, case_pack, splittable, min_number, purchase_limit, bought } of limited) {
    const lot = minimumOf({ midPack: mid_pack, casePack: case_pack, splittable, minNumber: min_number, wholeCase })
    if (Number(bought) + lot > purchase_limit) goods.add(goods_id)
  }
  return {
    goods,
    special: special.map(({ substance, limits, bought }) => ({
      substance,
      ...(limits ?? SPECIAL_RULES[substance].limits),
      boughtThisMonth: Number(bought),
    })),
  }
}
