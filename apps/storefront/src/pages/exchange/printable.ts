import type { DeliveryWire } from '#contract/receiving.ts'

/** What a buyer lays beside the goods; the house's own outbound note and the form for needle printers are printed by themselves. */
const PRINTED: ReadonlySet<DeliveryWire['documents'][number]['kind']> = new Set(['delivery_note', 'cold_chain'])

const papersOf = ({ documents }: Pick<DeliveryWire, 'documents'>): number[] =>
  documents.filter(({ kind, file_url: url }) => PRINTED.has(kind) && url !== '').map(({ id }) => id)

export const isPrintable = (row: Pick<DeliveryWire, 'documents'>): boolean => papersOf(row).length > 0

/** Of the ticked deliveries, or of the whole page where none is ticked: the papers, order by order. */
export function printable(
  list: readonly Pick<DeliveryWire, 'order_id' | 'documents'>[],
  ticked: ReadonlySet<number>,
): { ids: number[]; chosen: boolean } {
  const chosen = list.some((row) => ticked.has(row.order_id) && isPrintable(row))
  const rows = chosen ? list.filter((row) => ticked.has(row.order_id)) : list
  return { ids: rows.flatMap(papersOf), chosen }
}
