import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ApprovalKind } from '#contract/approvals.ts'
import type { OfferWire } from '#contract/offer-desk.ts'
import { approvals } from '../../api/approvals.ts'
import type { Outdated } from '../../api/ask.ts'
import { useSecondPerson } from '../../parts/second-person.ts'
import { type Deed, useDeed } from '../../parts/useDeed.ts'

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
  end: (command: 'withdraw' | 'stop', reason: string) => Promise<boolean>
  endProblem: string
}

/** What can be done with a plan: saved, handed in, taken back, ended. */
export function usePlan<Wire extends PlanWire, Body extends object>(asked: Asked<Wire, Body>): PlanDeeds {
  const { plan, keeping, body, adding, saving, publishing, ending, outdates, path, approval } = asked
  const navigate = useNavigate()
  const takingBack = useDeed(approvals.decide, { done: '已撤回，可以修改', outdates: [approvals.list, ...outdates] })
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
    end: async (command, reason) => {
      const known = keeping.last()
      return known !== null && ending.run({ params: { id: known.id, command }, body: { reason, version: keeping.version() } })
    },
    endProblem: ending.problem,
  }
}
