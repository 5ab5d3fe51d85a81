import { Button } from 'antd'
import { useState } from 'react'
import { urlOf } from '#api-client/request.ts'
import { ORDER_BULK_MAX } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { BulkBar, type Found } from '../../parts/BulkBar.tsx'
import { DownloadButton } from '../../parts/DownloadButton.tsx'
import { idsQuery, ORDERS_MANY } from './bulk-deeds.ts'
import { calls } from './calls.ts'
import { NotesDialog } from './NotesDialog.tsx'

interface Props {
  ids: readonly number[]
  found: Found
  onDone: () => void
}

const OUTDATED = [calls.list, calls.counts, calls.one, calls.held]

/** What may be done with the chosen orders of the list, and with all that it finds. */
export function OrdersBar({ ids, found, onDone }: Props) {
  const may = useMay()
  // The list goes on beneath: what was chosen when the dialog came up is what it is about.
  const [printed, setPrinted] = useState<readonly number[]>([])
  const isFew = ids.length <= ORDER_BULK_MAX
  return (
    <>
      {isFew && may('papers.view') && (
        <Button size="small" onClick={() => setPrinted(ids)}>
          打印随货同行单…
        </Button>
      )}
      <BulkBar choices={ORDERS_MANY} what="订单" ids={ids} found={found} outdates={OUTDATED} onDone={onDone} />
      {isFew && may('orders.prices') && (
        <DownloadButton url={urlOf('/api/staff/order/export', { query: idsQuery(ids) })}>导出所选</DownloadButton>
      )}
      {printed.length > 0 && <NotesDialog ids={printed} onClose={() => setPrinted([])} />}
    </>
  )
}
