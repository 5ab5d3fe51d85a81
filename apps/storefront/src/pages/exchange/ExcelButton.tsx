import { useState } from 'react'
import { saveFile } from '#api-client/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'

/** The lines of the list as an Excel file, a row a batch, for the buyer's own system. */
export function ExcelButton({ url, disabled }: { url: string; disabled: boolean }) {
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const problem = await saveFile(url)
    setBusy(false)
    if (problem) toast({ text: problem, tone: 'error' })
  }
  return (
    <Button onClick={() => void save()} disabled={disabled || busy}>
      <Icon name="table" size={14} />
      {busy ? '正在导出…' : '导出明细'}
    </Button>
  )
}
