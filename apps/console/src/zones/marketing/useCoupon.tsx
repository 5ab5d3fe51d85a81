import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { CouponDeskWire } from '#contract/coupon-desk.ts'
import { approvals } from '../../api/approvals.ts'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'
import { type CouponDraft, couponBody } from './coupon-draft.ts'
import { draftOf } from './offer-draft.ts'

interface Asked {
  coupon: CouponDeskWire | null
  draft: CouponDraft
  onSaved: (kept: CouponDraft) => void
}

/** What can be done with a coupon: saved, handed in, taken back, ended. */
export function useCoupon({ coupon, draft, onSaved }: Asked) {
  const navigate = useNavigate()
  const outdates = [calls.coupons, calls.coupon]
  const kept = useRef(coupon)
  const take = (saved: CouponDeskWire): void => {
    kept.current = saved
    onSaved(draftOf(saved))
  }
  const adding = useDeed(calls.couponAdd, { done: '草稿已保存', outdates, onDone: take })
  const saving = useDeed(calls.couponSave, { done: '草稿已保存', outdates, onDone: take })
  const publishing = useDeed(calls.couponPublish, { done: '优惠券已发布', outdates, onDone: take })
  const ending = useDeed(calls.couponEnd, { done: '已停止发放', outdates, onDone: take })
  const takingBack = useDeed(approvals.decide, { done: '已撤回，可以修改', outdates: [approvals.list, ...outdates] })
  const reason = useReason(ending.problem)
  const word = useSecondPerson('coupon.publish')('发布') === '发布' ? '发布' : '送审'

  const keep = async (): Promise<boolean> => {
    const { current } = kept
    if (current === null) return adding.run({ body: couponBody(draft) })
    return saving.run({ params: { id: current.id }, body: { ...couponBody(draft), version: current.version } })
  }
  const show = (): void => {
    if (coupon === null && kept.current !== null) void navigate(`/marketing/coupons/${kept.current.id}`, { replace: true })
  }
  const save = async (): Promise<void> => {
    if (await keep()) show()
  }
  const publish = async (isDirty: boolean): Promise<void> => {
    publishing.dismiss()
    if ((isDirty && !(await keep())) || kept.current === null) return
    await publishing.run({ params: { id: kept.current.id }, body: { version: kept.current.version } })
    show()
  }
  const end = (command: 'withdraw' | 'stop'): void => {
    if (coupon === null) return
    reason.ask({
      title: `${command === 'stop' ? '叫停' : '撤下'}“${coupon.name}”`,
      what:
        coupon.published === 1 ? '随即不再发放、不能再领；客户手里的券照样能用，要收回请另用“收回未用的”。' : '草稿留着，改过可再送审。',
      ok: command === 'stop' ? '叫停' : '撤下',
      danger: true,
      run: (text) => ending.run({ params: { id: coupon.id, command }, body: { reason: text, version: coupon.version } }),
    })
  }
  const first = [adding, saving, publishing].find((deed) => deed.problem !== '')
  return {
    saving,
    isPublishing: adding.isBusy || publishing.isBusy,
    problem: first?.problem ?? '',
    faults: first?.faults ?? [],
    save: () => void save(),
    publish: (isDirty: boolean) => void publish(isDirty),
    word,
    takeBack: (request: number) => void takingBack.run({ params: { id: request, command: 'withdraw' }, body: {} }),
    take,
    end,
    dialog: reason.dialog,
  }
}
