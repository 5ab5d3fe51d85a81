import { useState } from 'react'
import { saveFile } from '#api-client/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberPaths } from '../../member-paths.ts'
import { exportValues, type OrdersView } from './orders-query.ts'

/** The orders of the list as an Excel file, under the same filters. */
export function ExportButton({ view, disabled }: { view: OrdersView; disabled: boolean }) {
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const problem = await saveFile(memberPaths.orderExport(exportValues(view)))
    setBusy(false)
    if (problem) toast({ text: problem, tone: 'error' })
  }
  return (
    <Button onClick={() => void save()} disabled={disabled || busy}>
      <Icon name="table" />
      {busy ? '正在导出…' : '导出 Excel'}
    </Button>
  )
}
