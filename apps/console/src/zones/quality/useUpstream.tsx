import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { SupplierWire } from '#contract/upstream.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'

/** What a supplier and a new goods have alike. */
export type UpstreamCourse = Pick<
  SupplierWire,
  'state' | 'state_name' | 'until' | 'days_left' | 'papers' | 'lacking' | 'is_open' | 'approvals' | 'document'
>

interface Next {
  text: string
  tone?: 'warning' | 'error' | 'info' | 'success'
  action?: ReactNode
}

interface Asked {
  /** 首营企业, 首营品种. */
  what: string
  name: string
  course: UpstreamCourse
  /** The application by purchasing. */
  apply: (words: string) => Promise<boolean>
  applyProblem: string
}

const OUTDATES = [calls.suppliers, calls.supplier, calls.firstGoods, calls.firstGoodsInfo]

/** The three deeds of a first trade: whose turn it is, with what buttons and keys. */
export function useUpstream({ what, name, course, apply, applyProblem }: Asked): { next: Next | undefined; dialog: ReactNode } {
  const may = useMay()
  const check = useDeed(calls.upstreamCheck, { outdates: OUTDATES, done: ({ state_name }) => `${what}：${state_name}` })
  const decide = useDeed(calls.upstreamDecide, { outdates: OUTDATES, done: ({ state_name }) => `${what}：${state_name}` })
  const reason = useReason(applyProblem || check.problem || decide.problem)
  const open = course.approvals.find(({ state }) => state === 'applied' || state === 'checked')
  const isOver = course.state !== 'passed' || (course.days_left ?? 0) <= 60
  const canApply = may('suppliers.change') && open === undefined && course.lacking.length === 0
  const canCheck = may('first_trade.check') && open?.state === 'applied' && open.mine.applied === 0
  const canDecide = may('first_trade.approve') && open?.state === 'checked' && open.mine.applied === 0 && open.mine.checked === 0
  const isRenewal = course.until !== null
  const askApply = (): void =>
    reason.ask({
      title: isRenewal ? `${what}续审申请` : `${what}申请`,
      what: `${name}：先由质量部门审核，再由质量负责人审批。审批期间资料不能改。`,
      ok: '提出申请',
      usual: isRenewal ? ['资料已换新，申请续审'] : ['客户需要，补充品种', '新供货渠道，价格较优', '原供货单位停供'],
      run: apply,
    })
  const askCheck = (decision: 'pass' | 'reject') => (): void =>
    reason.ask({
      title: decision === 'pass' ? '质量部门审核' : '退回申请',
      what: decision === 'pass' ? `${name}：资料都已逐项核对；第二步由质量负责人审批。` : `${name}：退回采购部门，补正资料后可以再申请。`,
      ok: decision === 'pass' ? '审核通过，送审批' : '退回',
      danger: decision === 'reject',
      usual: decision === 'pass' ? ['资料齐全有效，同意'] : ['资料不清晰，请重新提供', '资料与申请不符'],
      run: (opinion) => check.run({ params: { id: open?.id ?? 0 }, body: { decision, opinion } }),
    })
  const askApprove = (): void =>
    reason.ask({
      title: `批准${what}`,
      what: `${name}：批准后可以收货，有效期到最早到期的资料那天；随即生成盖章的审批表。`,
      ok: '批准',
      bare: true,
      run: () => decide.run({ params: { id: open?.id ?? 0 }, body: { decision: 'pass' } }),
    })
  const askRefuse = (): void =>
    reason.ask({
      title: `不批准${what}`,
      what: `${name}：退回采购部门，理由写进审批表。`,
      ok: '不批准',
      danger: true,
      run: (text) => decide.run({ params: { id: open?.id ?? 0 }, body: { decision: 'reject', reason: text } }),
    })
  useKeys([
    { key: 'A', what: isRenewal ? '提出续审申请' : '提出首营申请', run: askApply, when: canApply },
    { key: 'A', what: '质量部门审核', run: askCheck('pass'), when: canCheck },
    { key: 'R', what: '退回申请', run: askCheck('reject'), when: canCheck },
    { key: 'A', what: `批准${what}`, run: askApprove, when: canDecide },
    { key: 'R', what: `不批准${what}`, run: askRefuse, when: canDecide },
  ])
  const two = (no: () => void, noText: string, yes: () => void, yesText: string) => (
    <span className="row">
      <Button size="small" danger onClick={no}>
        {noText}… <Kbd of="R" />
      </Button>
      <Button size="small" type="primary" onClick={yes}>
        {yesText}… <Kbd of="A" />
      </Button>
    </span>
  )
  const applyButton = canApply && (
    <Button size="small" type={isOver ? 'primary' : 'default'} onClick={askApply}>
      {isRenewal ? '申请续审' : '提出申请'}… <Kbd of="A" />
    </Button>
  )
  return { next: nextOf(), dialog: reason.dialog }

  function nextOf(): Next | undefined {
    if (open !== undefined) {
      const mine = open.mine.applied === 1 || open.mine.checked === 1
      const text = `${open.renewal === 1 ? '续审' : ''}${open.state_name}${mine ? '：您已做过一步，须由另一人办理' : ''}`
      if (canCheck) return { text, action: two(askCheck('reject'), '退回', askCheck('pass'), '审核') }
      if (canDecide) return { text, action: two(askRefuse, '不批准', askApprove, '批准') }
      return { text, tone: 'info' }
    }
    const lacks = course.lacking.length > 0 ? `。${course.lacking.join('；')}` : ''
    if (course.state !== 'passed') return { text: `${course.state_name}${lacks}`, ...(applyButton && { action: applyButton }) }
    if (!isOver) return undefined
    return {
      text: `首营 ${course.until} 到期，还有 ${course.days_left} 天：换新资料后申请续审${lacks}`,
      ...(applyButton && { action: applyButton }),
    }
  }
}
