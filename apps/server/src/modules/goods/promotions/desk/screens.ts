import type { DataOf, QueryOf } from '#contract/call.ts'
import { OFFER_KINDS, OFFER_STATES, PAGE_SIZE } from '#contract/constants.ts'
import type { OfferWire, staffOfferResult, staffOffers } from '#contract/offer-desk.ts'
import { yuan } from '#domain/money.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { notFound } from '../../../../platform/errors.ts'
import { goodsGiven, type PlanTerms, termsWire } from './plan.ts'
import { companiesNamed, goodsNamed, namesOfScope, type PlanHead, planById, planPage, versionsOf } from './plan-views.ts'
import { type OfferSaid, saidOf, saidOfAll } from './plan-words.ts'
import { givenOf, resultOf } from './result-views.ts'

/** Plans as the console shows them. */

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0)

const headWire = (row: PlanHead, said: OfferSaid): DataOf<typeof staffOffers>['list'][number] => ({
  id: row.id,
  kind: row.kind,
  kind_name: OFFER_KINDS[row.kind],
  name: row.name,
  state: row.state,
  state_name: OFFER_STATES[row.state],
  waiting: flag(row.waiting),
  changed: flag(row.approved > 0 && row.version > row.approved),
  text: said.terms,
  goods: said.goods,
  buyers: said.buyers,
  starts_at: (row.startsAt ?? new Date(row.terms.starts_at)).toISOString(),
  ends_at: (row.endsAt ?? new Date(row.terms.ends_at)).toISOString(),
  updated_at: row.updatedAt.toISOString(),
  updated_by: row.updatedBy,
})

export async function offersPage(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffOffers>,
  now: Date,
): Promise<DataOf<typeof staffOffers>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', kind = null, state = null } = query
  const { rows, total } = await planPage(db, { keywords: keywords.trim(), kind, state }, { page, perPage }, now)
  const said = await saidOfAll(db, rows)
  const list = rows.flatMap((row, at) => {
    const words = said[at]
    return words === undefined ? [] : [headWire(row, words)]
  })
  return { list, total, page, per_page: perPage }
}

/** Its page in the shop, for as long as there is something to be had. */
const urlOf = ({ promotionId, state }: PlanHead): string =>
  promotionId !== null && (state === 'live' || state === 'coming') ? `/Hdzx/${promotionId}` : ''

/** What the ids of terms are called. */
export async function namesOfTerms(connection: Connection, terms: PlanTerms): Promise<OfferWire['names']> {
  const { scope, audience } = terms
  const goods = await goodsNamed(connection, [...new Set([...(scope.goods ?? []), ...(scope.except ?? []), ...goodsGiven(terms)])])
  const named = await namesOfScope(connection, { categories: scope.categories ?? [], manufacturers: scope.manufacturers ?? [] })
  const companies = await companiesNamed(connection, audience.companies ?? [])
  return { goods: goods.map(({ id, name, spec }) => ({ id, name: `${name} ${spec}`.trim() })), ...named, companies }
}

export const requestWire = (request: PlanHead['request'], viewer: number): OfferWire['request'] =>
  request && {
    id: request.id,
    asked_by: request.asked_by,
    asked_at: new Date(request.asked_at).toISOString(),
    mine: flag(request.asker === viewer),
  }

export async function offerOf(connection: Connection, id: number, viewer: number, now: Date): Promise<OfferWire> {
  const row = await planById(connection, id, now)
  if (row === null) throw notFound('活动')
  const versions = await versionsOf(connection, id)
  const said = await saidOfAll(
    connection,
    versions.map(({ name, terms }) => ({ kind: row.kind, name, terms })),
  )
  return {
    ...headWire(row, await saidOf(connection, row)),
    version: row.version,
    published: versions.length,
    terms: termsWire(row),
    names: await namesOfTerms(connection, row.terms),
    url: urlOf(row),
    request: requestWire(row.request, viewer),
    versions: versions.map(({ number, at, askedBy, approvedBy, startsAt, endsAt }, index) => ({
      number,
      at: at.toISOString(),
      asked_by: askedBy,
      approved_by: approvedBy,
      text: said[index]?.terms ?? '',
      goods: said[index]?.goods ?? '',
      buyers: said[index]?.buyers ?? '',
      starts_at: startsAt.toISOString(),
      ends_at: endsAt.toISOString(),
    })),
    withdrawn_reason: row.withdrawnReason,
  }
}

export async function resultWire({ db }: DatabaseHandle, id: number, now: Date): Promise<DataOf<typeof staffOfferResult>> {
  if ((await planById(db, id, now)) === null) throw notFound('活动')
  const [{ amount, reduction, ...figures }, given] = await Promise.all([resultOf(db, id), givenOf(db, id)])
  return {
    ...figures,
    amount: yuan(amount),
    reduction: yuan(reduction),
    gifts: given.map((row) => ({ ...row, quota: row.quota ?? 0 })),
  }
}
