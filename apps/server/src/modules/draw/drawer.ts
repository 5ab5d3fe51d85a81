import { beijingDate } from '#domain/dates.ts'
import type { Drawer } from '#domain/draw.ts'
import { companyRefusals } from '#domain/eligibility.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import { audienceOf, buyerOf, isFor } from '../promotions/public.ts'
import type { DrawRow } from './store.ts'

export const isInvited = (company: ViewerCompany, draw: DrawRow): boolean => isFor(audienceOf(draw.audience), buyerOf(company))

/** What the rules of a draw ask of a company. */
export const drawerOf = (company: ViewerCompany, draw: DrawRow, now: Date): Drawer => ({
  refusal: companyRefusals(company, beijingDate(now))[0]?.message ?? '',
  isInvited: isInvited(company, draw),
})
