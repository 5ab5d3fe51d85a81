import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { OfferWire } from '#contract/offer-desk.ts'
import { approvals } from '../../api/approvals.ts'
import { useMay } from '../../app/me.ts'
import { useSecondPerson } from '../../parts/second-person.ts'
import { type Deed, useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'
import { bodyOf, draftOf, type OfferDraft } from './offer-draft.ts'

type Save = typeof import('#contract/offer-desk.ts')['staffOfferSave']

interface Asked {
  offer: OfferWire | null
  draft: OfferDraft
  onSaved: (kept: OfferDraft) => void
}

export interface OfferDeeds {
  saving: Deed<Save>
  isPublishing: boolean
  problem: string
  faults: readonly { field: string; message: string }[]
  save: () => void
  /** Saves what was typed, and hands it to the second person. */
  publish: () => void
  word: string
  takeBack: (request: number) => void
  take: (offer: OfferWire) => void
  endButtons: ReactNode
  dialog: ReactNode
}

/** What can be done with an offer: saved, handed in, taken back, ended. */
export function useOffer({ offer, draft, onSaved }: Asked): OfferDeeds {
  const may = useMay()
  const navigate = useNavigate()
  const outdates = [calls.offers, calls.offer, calls.look]
  const kept = useRef(offer)
  const version = useRef(offer?.version ?? 0)
  const take = (saved: OfferWire): void => {
    kept.current = saved
    version.current = saved.version
    onSaved(draftOf(saved))
  }
  const adding = useDeed(calls.add, { done: '草稿已保存', outdates, onDone: take })
  const saving = useDeed(calls.save, { done: '草稿已保存', outdates, onDone: take })
  const publishing = useDeed(calls.publish, { done: '活动已发布，到时间即生效', outdates, onDone: take })
  const ending = useDeed(calls.end, { done: '已停止', outdates, onDone: take })
  const takingBack = useDeed(approvals.decide, { done: '已撤回，可以修改', outdates: [approvals.list, ...outdates] })
  const reason = useReason(ending.problem)
  const word = useSecondPerson('offer.publish')('发布') === '发布' ? '发布' : '送审'

  const keep = async (): Promise<boolean> => {
    const known = kept.current
    if (known === null) return adding.run({ body: bodyOf(draft) })
    return saving.run({ params: { id: known.id }, body: { ...bodyOf(draft), version: version.current } })
  }
  const show = (): void => {
    if (offer === null && kept.current !== null) void navigate(`/marketing/offers/${kept.current.id}`, { replace: true })
  }
  const save = async (): Promise<void> => {
    if (await keep()) show()
  }
  const publish = async (): Promise<void> => {
    publishing.dismiss()
    if (!(await keep()) || kept.current === null) return
    await publishing.run({ params: { id: kept.current.id }, body: { version: version.current } })
    show()
  }
  const end = (command: 'withdraw' | 'stop'): void => {
    if (offer === null) return
    const isRunning = offer.state === 'live' || offer.state === 'coming'
    reason.ask({
      title: `${command === 'stop' ? '叫停' : '撤下'}“${offer.name}”`,
      what: isRunning ? '随即停止：购物车里的商品按没有这个活动重新计价；已经下的订单不变。' : '草稿留着，不再列在待办里。',
      ok: command === 'stop' ? '叫停' : '撤下',
      danger: true,
      run: (text) => ending.run({ params: { id: offer.id, command }, body: { reason: text, version: version.current } }),
    })
  }
  const isOver = offer === null || offer.state === 'ended' || offer.state === 'withdrawn'
  const button = (command: 'withdraw' | 'stop', text: string) => (
    <Button danger onClick={() => end(command)}>
      {text}
    </Button>
  )
  const first = [adding, saving, publishing].find((deed) => deed.problem !== '')
  return {
    saving,
    isPublishing: adding.isBusy || publishing.isBusy,
    problem: first?.problem ?? '',
    faults: first?.faults ?? [],
    save: () => void save(),
    publish: () => void publish(),
    word,
    takeBack: (request) => void takingBack.run({ params: { id: request, command: 'withdraw' }, body: {} }),
    take,
    endButtons: !isOver && (
      <>
        {may('offers.change') && offer?.request == null && button('withdraw', '撤下…')}
        {may('offers.approve') && offer?.published !== 0 && button('stop', '叫停…')}
      </>
    ),
    dialog: reason.dialog,
  }
}
