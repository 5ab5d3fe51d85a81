import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { DataOf } from '#contract/call.ts'
import type { TransferProofWire } from '#contract/documents.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { FileLinks } from '../../parts/FileLinks.tsx'
import { FileUpload, type UploadedFile } from '../../parts/FileUpload.tsx'
import type { PayInfo } from '../../parts/paying/pay-info.ts'
import css from './proof.module.css'

export type TransferInfo = DataOf<typeof import('#contract/documents.ts').transferInfo>

/** The transfer as it was handed in, or the form to hand it in. */
export function TransferProof({ info, transfer, today }: { info: PayInfo; transfer: TransferInfo; today: string }) {
  const { proof } = transfer
  const [again, setAgain] = useState(false)
  if (proof?.state === 'submitted' && !again) return <Waiting proof={proof} onAgain={() => setAgain(true)} />
  return (
    <>
      {proof?.state === 'rejected' && (
        <p className="note note-bad" role="status">
          <Icon name="warn" />
          上次提交的凭证被驳回：{proof.reason}。请核对后重新提交。
        </p>
      )}
      <ProofForm key={proof?.id ?? 0} info={info} transfer={transfer} today={today} onDone={() => setAgain(false)} />
    </>
  )
}

function Waiting({ proof, onAgain }: { proof: TransferProofWire; onAgain: () => void }) {
  return (
    <section className={css.waiting} aria-label="转账凭证">
      <h2>
        <Icon name="clock" />
        {proof.state_name}
      </h2>
      <p>财务核对到账后，订单自动转为已付款并开始备货，一般需要一个工作日。您可以离开本页，结果会以消息通知。</p>
      <Facts
        two
        className={css.facts}
        facts={[
          ['转账金额', moneyText(proof.amount)],
          ['转账日期', proof.paid_on],
          ['付款户名', proof.payer_name],
          ['付款账号', proof.payer_account],
          ['提交时间', beijingTime(proof.created_at)],
        ]}
      />
      <FileLinks files={proof.files} label="转账凭证" />
      <Button size="sm" onClick={onAgain}>
        填写有误，重新提交
      </Button>
    </section>
  )
}

const FIELDS = ['amount', 'paid_on', 'payer_name', 'payer_account', 'file_ids', 'remark']

function ProofForm({ info, transfer, today, onDone }: { info: PayInfo; transfer: TransferInfo; today: string; onDone: () => void }) {
  const client = useApi()
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const { problems, busy, submit } = useSubmit({ form, fields: FIELDS, otherwise: 'remark' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = event.currentTarget
    void submit(
      () => ({
        ...missing(fields, {
          amount: '请填写转账金额',
          paid_on: '请选择转账日期',
          payer_name: '请填写付款户名',
          payer_account: '请填写付款账号',
        }),
        ...(files.length === 0 && { file_ids: '请上传银行回单或转账截图' }),
      }),
      async () => {
        const text = (name: string) => textOf(fields, name).trim()
        const body = {
          amount: text('amount'),
          paid_on: text('paid_on'),
          payer_name: text('payer_name'),
          payer_account: text('payer_account'),
          remark: text('remark'),
          file_ids: files.map((file) => file.id),
        }
        const { message } = await client.ask(memberApi.transferSubmit, { params: { id: info.id }, body, handles: FORM_HANDLES })
        toast({ text: message || '转账凭证已提交', tone: 'success' })
        await revalidate()
        onDone()
      },
    )
  }
  return (
    <form ref={form} className={css.form} aria-label="提交转账凭证" noValidate onSubmit={send}>
      <h2>转账后提交凭证</h2>
      <Field label="转账金额（元）" name="amount" inputMode="decimal" maxLength={20} defaultValue={info.payable} error={problems.amount} />
      <Field label="转账日期" name="paid_on" type="date" max={today} defaultValue={today} error={problems.paid_on} />
      <Field
        label="付款户名"
        name="payer_name"
        maxLength={60}
        autoComplete="organization"
        defaultValue={transfer.proof?.payer_name ?? transfer.payer_name}
        error={problems.payer_name}
      />
      <Field
        label="付款账号"
        name="payer_account"
        inputMode="numeric"
        maxLength={40}
        autoComplete="off"
        hint="贵单位对公账户的账号"
        error={problems.payer_account}
      />
      <div className={css.full}>
        <FileUpload
          purpose="proof"
          label="银行回单或转账截图"
          name="file_ids"
          max={3}
          files={files}
          onChange={setFiles}
          onBusy={setUploading}
          error={problems.file_ids}
          required
        />
      </div>
      <Field label="备注（选填）" name="remark" maxLength={200} className={css.full} error={problems.remark} />
      <Button type="submit" kind="primary" size="lg" disabled={busy || uploading}>
        {busy ? '正在提交…' : uploading ? '正在上传…' : '提交转账凭证'}
      </Button>
    </form>
  )
}
