import type { ApprovalKind } from '#contract/approvals.ts'
import type { BodyOf, Call, DataOf, ParamsOf } from '#contract/call.ts'
import type { Permission } from '#contract/calls.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'

// Types alone: the frame hands Approvals to every module (context.ts).

/** Who does it: whoever asked for it, also where another person's approval sets it going. */
export interface Doer extends StaffActor {
  /** 0: the deed is done later, in another person's call. */
  sessionId: number
  roles: readonly string[]
}

export interface DeedAsk<C> {
  /** Its db is the transaction that everything is done in. */
  database: DatabaseHandle
  doer: Doer
  params: ParamsOf<C>
  body: BodyOf<C>
  now: Date
  /** Where it is weighed again to be approved: what counted together on the day it was asked for has not come apart by waiting. */
  askedAt?: Date
}

export interface Change {
  name: string
  before: string
  after: string
  /** Only for whoever decides: whoever asks may not see costs, and would find one by asking again and again. */
  ofCost?: true
}

/** What a second person is asked about. */
export interface Weighed {
  /** As in the audit log: company:12. */
  subject: string
  companyId?: number
  /** What will be done, in one line. */
  title: string
  changes: readonly Change[]
  /** What it was decided upon: where this is something else by then, the request is refused. */
  stands: string
  reason: string
}

/** A call that is done at once or, where weigh says so, after another person has approved it. */
export interface Deed<C extends Call> {
  call: C
  kind: ApprovalKind
  /** What whoever asks must be allowed beside the call's own word. */
  also?: Permission
  /** Null: needs nobody else. Locks what it looks at. */
  weigh: (ask: DeedAsk<C>) => Promise<Weighed | null>
  /** Everything it does, it does through its database: it is tried when it is asked for, and undone. */
  run: (ask: DeedAsk<C>) => Promise<DataOf<C>>
  /** The sentence of the answer where it was done at once. */
  said?: (data: DataOf<C>) => string
}

export interface Approvals {
  /** Registers the call, and how it is done when it was approved. */
  serve: <C extends Call & { approval: ApprovalKind }>(deed: Deed<C>) => void
  /** The same request from another call of the doer's, in its transaction; answers the sentence that says so. */
  ask: <C extends Call>(call: C, ask: DeedAsk<C>, alone: boolean) => Promise<string>
}
