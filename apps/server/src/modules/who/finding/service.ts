import type { Permission } from '#contract/calls.ts'
import { FOUND_KINDS, type FoundGroupWire, type FoundKind } from '#contract/finding.ts'
import { readLabel } from '#domain/labels.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { findKinds } from './views.ts'

/** Any one of the words is enough. */
const KINDS: Readonly<Record<FoundKind, { name: string; words: readonly Permission[] }>> = {
  order: { name: '订单', words: ['orders.view'] },
  company: { name: '企业', words: ['companies.view'] },
  goods: { name: '商品', words: ['goods.view'] },
  batch: { name: '批号', words: ['batches.view'] },
  place: { name: '货位', words: ['stock.view'] },
  payment: { name: '付款', words: ['transfers.view', 'orders.prices'] },
  refund: { name: '退款', words: ['refunds.view'] },
  after_sale: { name: '售后', words: ['aftersales.view'] },
  invoice: { name: '发票', words: ['invoices.view', 'orders.prices'] },
  staff: { name: '员工', words: ['staff.view'] },
}

const SHORTEST = 2
const PLAIN = /^[\w-]+$/

export async function findRecords({ db }: DatabaseHandle, { staff }: Viewer, typed: string): Promise<FoundGroupWire[]> {
  const text = typed.trim()
  if (text.length < SHORTEST || staff === null) return []
  const kinds = FOUND_KINDS.filter((kind) => KINDS[kind].words.some((word) => staff.permissions.has(word)))
  const rows = await findKinds(db, kinds, { text, isPlain: PLAIN.test(text), label: readLabel(text) })
  return kinds.flatMap((kind) => {
    const list = rows.filter((row) => row.kind === kind).map(({ id, text: name, note, key }) => ({ id, text: name, note, key }))
    return list.length > 0 ? [{ kind, name: KINDS[kind].name, list }] : []
  })
}
