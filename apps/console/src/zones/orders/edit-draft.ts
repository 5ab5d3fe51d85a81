import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type { staffOrderEdit, staffOrderEditForm, staffOrderEditPreview } from '#contract/order-edit.ts'

/** What a clerk has typed of a change; it outlives a form that is read anew. */
export interface Draft {
  /** By item: what stays. */
  left: Readonly<Record<number, number>>
  /** By piece: the other batch. */
  swaps: Readonly<Record<number, { batch_id: number; number: number }>>
  cause: 'buyer' | 'shop'
  reason: string
  /** 0: as it is. */
  addressId: number
  /** undefined: as it is. */
  remark: string | undefined
}
type Form = Pick<DataOf<typeof staffOrderEditForm>, 'version' | 'items' | 'remark'>

export const EMPTY_DRAFT: Draft = { left: {}, swaps: {}, cause: 'buyer', reason: '', addressId: 0, remark: undefined }

export function setLeft(draft: Draft, id: number, value: number | null, number: number): Draft {
  const { [id]: _former, ...others } = draft.left
  const left = value === null || value === number ? others : { ...others, [id]: value }
  return { ...draft, left }
}

export function setSwap(draft: Draft, pieceId: number, batchId: number, number: number): Draft {
  const { [pieceId]: _former, ...others } = draft.swaps
  return { ...draft, swaps: batchId === 0 ? others : { ...others, [pieceId]: { batch_id: batchId, number } } }
}

/** Lines that are fewer than what is there now; somebody else may have made them fewer still. */
const linesOf = (draft: Draft, form: Form) =>
  form.items.flatMap(({ id, number }) => {
    const stays = draft.left[id]
    return stays === undefined || stays >= number ? [] : [{ id, number: stays }]
  })
const swapsOf = (draft: Draft, form: Form) => {
  const there = new Map(form.items.flatMap((item) => item.batches.map((piece) => [piece.piece_id, piece.number] as const)))
  return Object.entries(draft.swaps).flatMap(([piece, { batch_id }]) => {
    const number = there.get(Number(piece))
    return number === undefined ? [] : [{ piece_id: Number(piece), batch_id, number }]
  })
}
const remarkOf = (draft: Draft, form: Form) =>
  draft.remark === undefined || draft.remark.trim() === form.remark ? {} : { remark: draft.remark.trim() }

export const isChanged = (draft: Draft, form: Form): boolean =>
  linesOf(draft, form).length > 0 || swapsOf(draft, form).length > 0 || draft.addressId > 0 || 'remark' in remarkOf(draft, form)

export const changeOf = (draft: Draft, form: Form): Omit<BodyOf<typeof staffOrderEdit>, 'stamp' | 'reason'> => ({
  version: form.version,
  cause: draft.cause,
  lines: linesOf(draft, form),
  batches: swapsOf(draft, form),
  ...(draft.addressId > 0 && { address_id: draft.addressId }),
  ...remarkOf(draft, form),
})

/** The same as an address has it. */
export function previewQuery(draft: Draft, form: Form): NonNullable<QueryOf<typeof staffOrderEditPreview>> {
  const { lines = [], batches = [], ...rest } = changeOf(draft, form)
  return {
    ...rest,
    ...(lines.length > 0 && { lines: lines.map((line) => `${line.id}:${line.number}`).join(',') }),
    ...(batches.length > 0 && { batches: batches.map((one) => `${one.piece_id}:${one.batch_id}:${one.number}`).join(',') }),
  }
}
