import { expect, it } from 'vitest'
import type { DeliveryWire } from '#contract/receiving.ts'
import { isPrintable, printable } from './printable.ts'

type Paper = DeliveryWire['documents'][number]
const paper = (id: number, kind: Paper['kind'], url = '/file') => ({ id, kind, file_url: url }) as Paper
const rows = [
  { order_id: 1, documents: [paper(11, 'delivery_note'), paper(12, 'delivery_form'), paper(13, 'outbound')] },
  { order_id: 2, documents: [paper(21, 'delivery_note'), paper(22, 'cold_chain')] },
  { order_id: 3, documents: [paper(31, 'delivery_note', '')] },
]

it('没有勾选就合并本页的随货同行单和冷链交接单；勾选了只合并勾选的；还没做好的不算', () => {
  expect(printable(rows, new Set())).toEqual({ ids: [11, 21, 22], chosen: false })
  expect(printable(rows, new Set([2]))).toEqual({ ids: [21, 22], chosen: true })
  // Ticked on another page, or not made: as if nothing were ticked.
  expect(printable(rows, new Set([3, 99]))).toEqual({ ids: [11, 21, 22], chosen: false })
  expect(rows.map(isPrintable)).toEqual([true, true, false])
})
