import { ApiError } from '#api-client/client.ts'
import { api } from '../../api/calls.ts'
import type { PageArgs } from '../../app/page.ts'

const COUPONS_SHOWN = 4

/** A block that cannot be had is left out: the rest of the page is worth showing. The server has logged why. */
async function orNothing<Data>(answer: Promise<{ data: Data }>): Promise<Data | null> {
  try {
    return (await answer).data
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

export async function readHome({ api: client, signal, user }: PageArgs) {
  const [focus, right, spike, coupons, daily, floors, recommended, news] = await Promise.all([
    orNothing(client.ask(api.focusHome, { signal })),
    orNothing(client.ask(api.focusSlot, { params: { slot: 'right' }, signal })),
    orNothing(client.ask(api.spike, { signal })),
    orNothing(client.ask(api.couponCentre, { query: { limit: COUPONS_SHOWN }, signal })),
    orNothing(client.ask(api.everydayPrice, { signal })),
    orNothing(client.ask(api.goodsFloors, { signal })),
    orNothing(client.ask(api.recommended, { signal })),
    orNothing(client.ask(api.articleCategory, { signal })),
  ])
  return {
    focus: focus?.list ?? [],
    right: right?.list ?? [],
    spike,
    coupons: coupons?.list ?? [],
    daily,
    floors: floors?.floors ?? [],
    recommended,
    news: (news?.list ?? []).filter(({ articles }) => articles.length > 0),
    signedIn: user !== null,
  }
}
