import {
  staffOffer,
  staffOfferAdd,
  staffOfferChoices,
  staffOfferEnd,
  staffOfferFind,
  staffOfferLook,
  staffOfferResult,
  staffOfferSave,
  staffOffers,
} from '#contract/offer-desk.ts'
import { ZONES } from '#domain/pricing/terms.ts'
import type { ModuleContext } from '../../../../context.ts'
import { findCompanies } from '../../prices/public.ts'
import { ZONE_NAMES } from '../scope-text.ts'
import { draftIn } from './draft.ts'
import { findCategories, findGoodsFor, findMakers } from './find-views.ts'
import { lookAt } from './look.ts'
import { knownRanks } from './look-views.ts'
import { addOffer, endOffer, publishDeed, saveOffer } from './plans.ts'
import { offerOf, offersPage, resultWire } from './screens.ts'

const FOUND = 20

const END_SAID = { withdraw: '活动已撤下，随即停止', stop: '活动已叫停，随即停止' } as const

export function offerDeskRoutes({ serve, approvals, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffOffers, ({ query, now }) => offersPage(database, query, now))
  serve(staffOfferLook, ({ viewer, query, now }) =>
    lookAt(database, draftIn(query.terms), {
      selfId: query.id ?? null,
      seesCost: viewer.staff?.permissions.has('prices.cost') ?? false,
      now,
    }),
  )
  serve(staffOfferFind, async ({ query }) => {
    const words = query.keywords.trim()
    if (words === '') return { list: [] }
    if (query.what === 'goods') return { list: await findGoodsFor(db, words, FOUND) }
    if (query.what === 'category') return { list: await findCategories(db, words, FOUND) }
    if (query.what === 'manufacturer') return { list: await findMakers(db, words, FOUND) }
    const found = await findCompanies(db, words, FOUND)
    return { list: found.map(({ id, name, code, rank }) => ({ id, name, note: [code, rank && `${rank} 级`].filter(Boolean).join('　') })) }
  })
  serve(staffOfferChoices, async () => ({
    ranks: await knownRanks(db),
    zones: ZONES.map((code) => ({ code, name: ZONE_NAMES[code] })),
  }))
  serve(staffOffer, ({ viewer, params, now }) => offerOf(db, params.id, viewer.accountId, now))
  serve(staffOfferResult, ({ params, now }) => resultWire(database, params.id, now))
  serve(staffOfferAdd, async ({ viewer, body, now, say }) => {
    const id = await addOffer(database, viewer, body, now)
    say('草稿已保存')
    return offerOf(db, id, viewer.accountId, now)
  })
  serve(staffOfferSave, async ({ viewer, params, body, now, say }) => {
    await saveOffer(database, viewer, params.id, body, now)
    say('草稿已保存')
    return offerOf(db, params.id, viewer.accountId, now)
  })
  approvals.serve(publishDeed)
  serve(staffOfferEnd, async ({ viewer, params, body, now, say }) => {
    await endOffer(database, viewer, params, body, now)
    say(END_SAID[params.command])
    return offerOf(db, params.id, viewer.accountId, now)
  })
}
