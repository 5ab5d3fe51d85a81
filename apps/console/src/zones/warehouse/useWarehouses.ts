import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import type { Filter } from '../../parts/Filters.tsx'
import { calls } from './calls.ts'

/** The warehouses that are not shut, as choices. */
export function useWarehouses(): { value: number; label: string }[] {
  const may = useMay()
  const { data } = useAsk(calls.warehouses, {}, { enabled: may('stock.view') })
  return (data?.list ?? []).filter(({ is_active }) => is_active === 1).map(({ id, name }) => ({ value: id, label: name }))
}

/** Of a list: by warehouse, the shut ones too. */
export function useWarehouseFilter(): readonly Filter[] {
  const may = useMay()
  const { data } = useAsk(calls.warehouses, {}, { enabled: may('stock.view') })
  const choices = (data?.list ?? []).map(({ id, name }) => ({ value: String(id), text: name }))
  return choices.length > 1 ? [{ kind: 'choice', name: 'warehouse_id', text: '仓库', choices }] : []
}
