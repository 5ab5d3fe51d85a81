import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ApprovalKind } from '#contract/approvals.ts'
import type { OfferWire } from '#contract/offer-desk.ts'
import { approvals } from '../../api/approvals.ts'
import type { Outdated } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { useSecondPerson } from '../../parts/second-person.ts'
import type { Deed } from '../../parts/useDeed.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'

/** What any plan of the desk has, be it an offer or a price. */
export type PlanWire = Pick<
  OfferWire,
  | 'id'
  | 'name'
  | 'state'
  | 'kind_name'
  | 'version'
  | 'published'
  | 'changed'
  | 'url'
  | 'request'
  | 'updated_by'
  | 'updated_at'
  | 'withdrawn_reason'
>

export interface Keeping<Wire> {
  last: () => Wire | null
  version: () => number
  take: (saved: Wire) => void
}

/** What was saved last: the next deed goes on from there. */
export function useKeeping<Wire extends PlanWire>(plan: Wire | null, onSaved: (saved: Wire) => void): Keeping<Wire> {
  const kept = useRef(plan)
  return {
    last: () => kept.current,
    version: () => kept.current?.version ?? 0,
    take: (saved) => {
      kept.current = saved
      onSaved(saved)
    },
  }
}

type Done = Pick<Deed<never>, 'isBusy' | 'problem' | 'faults' | 'dismiss'>
type Doing<Input> = Done & { run: (input: Input) => Promise<boolean> }

interface Asked<Wire, Body> {
  plan: Wire | null
  keeping: Keeping<Wire>
  body: () => Body
  adding: Doing<{ body: Body }>
  saving: Doing<{ params: { id: number }; body: Body & { version: number } }>
  publishing: Doing<{ params: { id: number }; body: { version: number } }>
  ending: Doing<{ params: { id: number; command: 'withdraw' | 'stop' }; body: { version: number; reason: string } }>
  outdates: Outdated
  /** Below /console. */
  path: string
  approval: ApprovalKind
}

export interface PlanDeeds {
  isSaving: boolean
  isPublishing: boolean
  problem: string
  faults: readonly { field: string; message: string }[]
  save: () => void
  /** Saves what was typed, and hands it to the second person. */
  publish: () => void
  word: string
  takeBack: (request: number) => void
  endButtons: ReactNode
  dialog: ReactNode
}

/** What can be done with a plan: saved, handed in, taken back, ended. */
export function usePlan<Wire extends PlanWire, Body extends object>(asked: Asked<Wire, Body>): PlanDeeds {
  const { plan, keeping, body, adding, saving, publishing, ending, outdates, path, approval } = asked
  const may = useMay()
  const navigate = useNavigate()
  const takingBack = useDeed(approvals.decide, { done: '已撤回，可以修改', outdates: [approvals.list, ...outdates] })
  const reason = useReason(ending.problem)
  const word = useSecondPerson(approval)('发布') === '发布' ? '发布' : '送审'

  const keep = async (): Promise<boolean> => {
    const known = keeping.last()
    if (known === null) return adding.run({ body: body() })
    return saving.run({ params: { id: known.id }, body: { ...body(), version: keeping.version() } })
  }
  const show = (): void => {
    const known = keeping.last()
    if (plan === null && known !== null) void navigate(`/${path}/${known.id}`, { replace: true })
  }
  const save = async (): Promise<void> => {
    if (await keep()) show()
  }
  const publish = async (): Promise<void> => {
    publishing.dismiss()
    if (!(await keep())) return
    const known = keeping.last()
    if (known === null) return
    await publishing.run({ params: { id: known.id }, body: { version: keeping.version() } })
    show()
  }
  const end = (command: 'withdraw' | 'stop'): void => {
    if (plan === null) return
    const isRunning = plan.state === 'live' || plan.state === 'coming'
    reason.ask({
      title: `${command === 'stop' ? '叫停' : '撤下'}“${plan.name}”`,
      what: isRunning ? '随即停止：购物车里的商品按没有这个活动重新计价；已经下的订单不变。' : '草稿留着，不再列在待办里。',
      ok: command === 'stop' ? '叫停' : '撤下',
      danger: true,
      run: (text) => ending.run({ params: { id: plan.id, command }, body: { reason: text, version: keeping.version() } }),
    })
  }
  const isOver = plan === null || plan.state === 'ended' || plan.state === 'withdrawn'
  const button = (command: 'withdraw' | 'stop', text: string) => (
    <Button danger onClick={() => end(command)}>
      {text}
    </Button>
  )
  const first = [adding, saving, publishing].find((deed) => deed.problem !== '')
  return {
    isSaving: adding.isBusy || saving.isBusy,
    isPublishing: adding.isBusy || publishing.isBusy,
    problem: first?.problem ?? '',
    faults: first?.faults ?? [],
    save: () => void save(),
    publish: () => void publish(),
    word,
    takeBack: (request) => void takingBack.run({ params: { id: request, command: 'withdraw' }, body: {} }),
    endButtons: !isOver && (
      <>
        {may('offers.change') && plan?.request == null && button('withdraw', '撤下…')}
        {may('offers.approve') && plan?.published !== 0 && button('stop', '叫停…')}
      </>
    ),
    dialog: reason.dialog,
  }
}
