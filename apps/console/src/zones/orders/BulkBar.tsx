import { Button } from 'antd'
import { useState } from 'react'
import { urlOf } from '#api-client/request.ts'
import { ORDER_BULK_MAX } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { DownloadButton } from '../../parts/DownloadButton.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { BULK_DEEDS, type BulkDeed, idsQuery } from './bulk-deeds.ts'
import { NotesDialog } from './NotesDialog.tsx'

/** What may be done with the chosen orders of the list. */
export function BulkBar({ ids, onDone }: { ids: readonly number[]; onDone: () => void }) {
  const may = useMay()
  const [open, setOpen] = useState<BulkDeed | 'notes' | null>(null)
  // The list goes on beneath: what was chosen when the dialog came up is what it is about.
  const [chosen, setChosen] = useState<readonly number[]>([])
  if (ids.length > ORDER_BULK_MAX) return <span className="w">一次最多 {ORDER_BULK_MAX} 张，请少选几张</span>
  const show = (next: BulkDeed | 'notes'): void => {
    setChosen(ids)
    setOpen(next)
  }
  return (
    <>
      {may('papers.view') && (
        <Button size="small" onClick={() => show('notes')}>
          打印随货同行单…
        </Button>
      )}
      {BULK_DEEDS.filter(({ needs }) => may(needs)).map((one) => (
        <Button key={one.deed} size="small" danger={one.danger ?? false} onClick={() => show(one)}>
          {one.text}…
        </Button>
      ))}
      {may('orders.prices') && <DownloadButton url={urlOf('/api/staff/order/export', { query: idsQuery(ids) })}>导出所选</DownloadButton>}
      {open === 'notes' && <NotesDialog ids={chosen} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'notes' && (
        <BulkDialog
          deed={open}
          ids={chosen}
          onClose={(done) => {
            setOpen(null)
            if (done) onDone()
          }}
        />
      )}
    </>
  )
}
