import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { EphedrineOrderWire } from '#contract/documents.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { FORM_HANDLES, useSubmit } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { FileUpload, type UploadedFile } from '../../parts/FileUpload.tsx'
import css from './receipts.module.css'

/** Hands in the stamped receipt of an order; what was handed in before is replaced. */
export function ReceiptDialog({ order, onClose }: { order: EphedrineOrderWire; onClose: () => void }) {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const { problems, busy, submit } = useSubmit({ form, fields: ['file_ids'], otherwise: 'file_ids' })
  const send = () =>
    submit(
      () => (files.length === 0 ? { file_ids: '请先上传盖章的回执' } : {}),
      async () => {
        const body = { file_ids: files.map((file) => file.id) }
        const { message } = await client.ask(memberApi.receiptSubmit, { params: { id: order.id }, body, handles: FORM_HANDLES })
        toast({ text: message || '回执已提交', tone: 'success' })
        void queries.invalidateQueries({ queryKey: ['user'] })
        await revalidate()
        onClose()
      },
    )
  return (
    <Dialog
      title={`上传回执 · 订单 ${order.no}`}
      onClose={onClose}
      wide
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" disabled={busy || uploading} onClick={() => void send()}>
            {busy ? '正在提交…' : uploading ? '正在上传…' : '提交审核'}
          </Button>
        </>
      }
    >
      <form ref={form} className={css.dialogForm} onSubmit={(event) => event.preventDefault()}>
        <ol className={css.how}>
          <li>下载回执单并打印</li>
          <li>填写实收数量，收货人与质量负责人签字</li>
          <li>加盖贵单位公章，拍照或扫描上传</li>
        </ol>
        <FileUpload
          purpose="receipt"
          label="盖章的回执"
          name="file_ids"
          hint="字迹与公章须清晰可辨；多页可上传多张"
          max={3}
          files={files}
          onChange={setFiles}
          onBusy={setUploading}
          error={problems.file_ids}
          required
        />
      </form>
    </Dialog>
  )
}
