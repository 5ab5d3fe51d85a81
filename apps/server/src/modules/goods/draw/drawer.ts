import { soundsLikeMedicine } from '#domain/daily-things.ts'
import { beijingDate } from '#domain/dates.ts'
import type { Drawer } from '#domain/draw.ts'
import { companyRefusals } from '#domain/eligibility.ts'
import type { Connection } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { barredGoods, namingGoods } from '../catalogue/public.ts'
import { isOnStopList } from '../law/public.ts'
import { audienceOf, buyerOf, isFor } from '../promotions/public.ts'
import type { DrawRow, PrizeRow } from './store.ts'

export const isInvited = (company: ViewerCompany, draw: DrawRow): boolean => isFor(audienceOf(draw.audience), buyerOf(company))

/** What the rules of a draw ask of a company. */
export const drawerOf = (company: ViewerCompany, draw: DrawRow, now: Date): Drawer => ({
  refusal: companyRefusals(company, beijingDate(now))[0]?.message ?? '',
  isInvited: isInvited(company, draw),
})

/** Those that this company can win: not a drug or a device that it may not have, nor one whose goods nobody has named. */
export async function winnable(
  connection: Connection,
  prizes: readonly PrizeRow[],
  company: ViewerCompany,
  now: Date,
): Promise<PrizeRow[]> {
  const goodsIds = prizes.flatMap((prize) => prize.goodsId ?? [])
  const barred = goodsIds.length === 0 ? new Map() : await barredGoods(connection, goodsIds, company, null, now)
  const unnamed = prizes.flatMap(({ kind, goodsId, name }) =>
    kind === 'goods' && goodsId === null && !(soundsLikeMedicine(name) || isOnStopList(name, now)) ? [name] : [],
  )
  const naming = await namingGoods(connection, unnamed)
  return prizes.filter(({ kind, goodsId, name }) =>
    goodsId === null ? kind !== 'goods' || (unnamed.includes(name) && !naming.has(name)) : !barred.has(goodsId),
  )
}
