import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { reportApi } from '../../api/report-calls.ts'

interface Props {
  goodsId: number
  batchNo: string
  asked: boolean
  canAsk: boolean
}

/** Not here yet: asked for with one click, and told by message when it comes. */
export function AskReport({ goodsId, batchNo, asked, canAsk }: Props) {
  const api = useApi()
  const [sent, setSent] = useState(false)
  const { busy, run } = useBusy()
  if (asked || sent)
    return (
      <span className="chip chip-warn" role="status">
        已索取，到了通知您
      </span>
    )
  if (!canAsk) return null
  const send = () =>
    run(async () => {
      const { message } = await api.ask(reportApi.reportAsk, { body: { goods_id: goodsId, batch_no: batchNo } })
      setSent(true)
      toast({ text: message, tone: 'success' })
    })
  return (
    <Button size="sm" disabled={busy} onClick={() => void send()} aria-label={`索取报告：批号 ${batchNo}`}>
      索取报告
    </Button>
  )
}
