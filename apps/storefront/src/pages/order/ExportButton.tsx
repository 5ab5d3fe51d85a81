import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { memberPaths } from '../../member-paths.ts'
import { useSaveFile } from '../../parts/useSaveFile.ts'
import { exportValues, type OrdersView } from './orders-query.ts'

/** The orders of the list as an Excel file, under the same filters. */
export function ExportButton({ view, disabled }: { view: OrdersView; disabled: boolean }) {
  const { busy, save } = useSaveFile()
  return (
    <Button onClick={() => save(memberPaths.orderExport(exportValues(view)))} disabled={disabled || busy}>
      <Icon name="table" />
      {busy ? '正在导出…' : '导出 Excel'}
    </Button>
  )
}
