import type { OfferWire } from '#contract/offer-desk.ts'
import { type Deed, useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { bodyOf, draftOf, type OfferDraft } from './offer-draft.ts'
import { type PlanDeeds, useKeeping, usePlan } from './usePlan.ts'

type Save = typeof import('#contract/offer-desk.ts')['staffOfferSave']

interface Asked {
  offer: OfferWire | null
  draft: OfferDraft
  onSaved: (kept: OfferDraft) => void
}

export function useOffer({ offer, draft, onSaved }: Asked): PlanDeeds & { saving: Deed<Save>; take: (offer: OfferWire) => void } {
  const keeping = useKeeping(offer, (saved) => onSaved(draftOf(saved)))
  const outdates = [calls.offers, calls.offer, calls.look]
  const onDone = keeping.take
  const adding = useDeed(calls.add, { done: '草稿已保存', outdates, onDone })
  const saving = useDeed(calls.save, { done: '草稿已保存', outdates, onDone })
  const publishing = useDeed(calls.publish, { done: '活动已发布，到时间即生效', outdates, onDone })
  const ending = useDeed(calls.end, { done: '已停止', outdates, onDone })
  const deeds = usePlan({
    plan: offer,
    keeping,
    body: () => bodyOf(draft),
    ...{ adding, saving, publishing, ending, outdates },
    path: 'marketing/offers',
    approval: 'offer.publish',
  })
  return { ...deeds, saving, take: keeping.take }
}
