import type { DealWire } from '#contract/deal-desk.ts'
import { type Deed, useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { type DealDraft, dealDraftOf } from './deal-draft.ts'
import { type PlanDeeds, useKeeping, usePlan } from './usePlan.ts'

type Save = typeof import('#contract/deal-desk.ts')['staffDealSave']

interface Asked {
  deal: DealWire | null
  draft: DealDraft
  onSaved: (kept: DealDraft) => void
}

export function useDeal({ deal, draft, onSaved }: Asked): PlanDeeds & { saving: Deed<Save>; take: (deal: DealWire) => void } {
  const keeping = useKeeping(deal, (saved) => onSaved(dealDraftOf(saved)))
  const outdates = [calls.deals, calls.deal, calls.dealDay, calls.dealLook]
  const onDone = keeping.take
  const adding = useDeed(calls.dealAdd, { done: '草稿已保存', outdates, onDone })
  const saving = useDeed(calls.dealSave, { done: '草稿已保存', outdates, onDone })
  const publishing = useDeed(calls.dealPublish, { done: '已发布，到时间即生效', outdates, onDone })
  const ending = useDeed(calls.dealEnd, { done: '已停止', outdates, onDone })
  const deeds = usePlan({
    plan: deal,
    keeping,
    body: () => draft.terms,
    ...{ adding, saving, publishing, ending, outdates },
    path: 'marketing/deals',
    approval: 'deal.publish',
  })
  return { ...deeds, saving, take: keeping.take }
}
