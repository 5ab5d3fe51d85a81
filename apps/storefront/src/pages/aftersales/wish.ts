import type { AfterSaleKindWire, AfterSaleReasonWire } from '#contract/aftersales.ts'
import type { DataOf } from '#contract/call.ts'

export type Form = DataOf<typeof import('#contract/aftersales.ts').afterSaleForm>
export type FormLine = Form['lines'][number]

export interface Draft {
  reason: AfterSaleReasonWire | null
  kind: AfterSaleKindWire | null
  /** Units by the id of the batch; what is not ticked is absent. */
  numbers: Readonly<Record<number, number>>
}

export const EMPTY_DRAFT: Draft = { reason: null, kind: null, numbers: {} }

export const kindsOf = (form: Form, reason: AfterSaleReasonWire | null): Form['reasons'][number]['kinds'] =>
  form.reasons.find((one) => one.code === reason)?.kinds ?? []

/** Why a batch cannot be chosen under this reason and kind; empty: it can. */
export const whyShut = (line: FormLine, { reason, kind }: Draft): string =>
  line.refused.find((one) => one.reason === reason && one.kind === kind)?.why ?? (line.left === 0 ? '已全部申请售后' : '')

/** Another reason may shut what was chosen: that is taken out. */
function fitting(form: Form, draft: Draft): Draft {
  const open = form.lines.filter((line) => draft.numbers[line.id] !== undefined && whyShut(line, draft) === '')
  return { ...draft, numbers: Object.fromEntries(open.map((line) => [line.id, draft.numbers[line.id] ?? 1])) }
}

/** With the first kind that this reason has, unless the chosen one is among them. */
export function withReason(form: Form, draft: Draft, reason: AfterSaleReasonWire): Draft {
  const kinds = kindsOf(form, reason)
  const kind = kinds.find((one) => one.code === draft.kind)?.code ?? kinds[0]?.code ?? null
  return fitting(form, { ...draft, reason, kind })
}

export const withKind = (form: Form, draft: Draft, kind: AfterSaleKindWire): Draft => fitting(form, { ...draft, kind })

/** A number of 0 takes the batch out; more than is left is all that is left. */
export function withNumber(draft: Draft, line: FormLine, number: number): Draft {
  const { [line.id]: _old, ...others } = draft.numbers
  return { ...draft, numbers: number < 1 ? others : { ...others, [line.id]: Math.min(number, line.left) } }
}

/** What is asked of the server, or null while something is missing. */
export function wishOf(form: Form, { reason, kind, numbers }: Draft) {
  const lines = Object.entries(numbers).map(([id, number]) => ({ id: Number(id), number }))
  return reason === null || kind === null || lines.length === 0 ? null : { order_id: form.order_id, reason, kind, lines }
}
