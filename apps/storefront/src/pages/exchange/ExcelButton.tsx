import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useSaveFile } from '../../parts/useSaveFile.ts'

/** The lines of the list as an Excel file, a row a batch, for the buyer's own system. */
export function ExcelButton({ url, disabled }: { url: string; disabled: boolean }) {
  const { busy, save } = useSaveFile()
  return (
    <Button onClick={() => save(url)} disabled={disabled || busy}>
      <Icon name="table" size={14} />
      {busy ? '正在导出…' : '导出明细'}
    </Button>
  )
}
