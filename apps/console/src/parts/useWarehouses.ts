import { useAsk } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import { useMay } from '../app/me.ts'
import type { Filter } from './Filters.tsx'

/** The warehouses that are not shut, as choices. */
export function useWarehouses(): { value: number; label: string }[] {
  const may = useMay()
  const { data } = useAsk(shared.warehouses, {}, { enabled: may('stock.view') })
  return (data?.list ?? []).filter(({ is_active }) => is_active === 1).map(({ id, name }) => ({ value: id, label: name }))
}

/** Of a list: by warehouse, the shut ones too. */
export function useWarehouseFilter(): readonly Filter[] {
  const may = useMay()
  const { data } = useAsk(shared.warehouses, {}, { enabled: may('stock.view') })
  const choices = (data?.list ?? []).map(({ id, name }) => ({ value: String(id), text: name }))
  return choices.length > 1 ? [{ kind: 'choice', name: 'warehouse_id', text: '仓库', choices }] : []
}
