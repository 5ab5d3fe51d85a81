import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { EphedrineOrderWire } from '#contract/documents.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, type Problems } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { FileUpload, type UploadedFile } from '../../parts/FileUpload.tsx'
import css from './receipts.module.css'

/** Hands in the stamped receipt of an order; what was handed in before is replaced. */
export function ReceiptDialog({ order, onClose }: { order: EphedrineOrderWire; onClose: () => void }) {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const send = async () => {
    const body = { file_ids: files.map((file) => file.id) }
    const { message } = await client.ask(memberApi.receiptSubmit, { params: { id: order.id }, body, handles: FORM_HANDLES })
    toast({ text: message || '回执已提交', tone: 'success' })
    void queries.invalidateQueries({ queryKey: ['user'] })
    await revalidate()
    onClose()
  }
  return (
    <FormDialog
      title={`上传回执 · 订单 ${order.no}`}
      wide
      fields={['file_ids']}
      otherwise="file_ids"
      check={(): Problems => (files.length === 0 ? { file_ids: '请先上传盖章的回执' } : {})}
      send={send}
      submit="提交审核"
      busyText="正在提交…"
      waiting={uploading && '正在上传…'}
      onClose={onClose}
    >
      {(problems) => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
