import { useId, useRef } from 'react'
import { useApi } from '../../api/context.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { Button } from '../../parts/Button.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '../../parts/credentials/form.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Field } from '../../parts/Field.tsx'
import css from './aftersales.module.css'

const FIELDS = ['carrier', 'waybill'] as const
const CARRIERS = ['顺丰速运', '京东物流', '中通快递', '圆通速递', '韵达快递', '德邦物流', 'EMS', '随配送车带回']

interface Props {
  row: { id: number; no: string }
  onClose: () => void
  onSent: (message: string) => void
}

/** Who brings the goods back, and under which number. */
export function SendDialog({ row, onClose, onSent }: Props) {
  const client = useApi()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const { problems, busy, submit } = useSubmit({ form, fields: FIELDS, otherwise: 'waybill' })
  const send = async (): Promise<void> => {
    if (form.current === null) return
    const body = { carrier: textOf(form.current, 'carrier').trim(), waybill: textOf(form.current, 'waybill').trim() }
    const { message } = await client.ask(memberApi.afterSaleSend, { params: { id: row.id }, body, handles: FORM_HANDLES })
    onSent(message)
  }
  return (
    <Dialog
      title="填写寄回运单"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" type="submit" form={`${id}-form`} disabled={busy}>
            提交运单
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={`${id}-form`}
        className={css.send}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const { currentTarget } = event
          void submit(() => missing(currentTarget, { carrier: '请选择或填写承运商', waybill: '请填写运单号' }), send)
        }}
      >
        <p className="muted">请把申请单号 {row.no} 写在包裹内，验收更快。</p>
        <Field label="承运商" name="carrier" list={`${id}-carriers`} maxLength={30} autoComplete="off" error={problems.carrier} />
        <datalist id={`${id}-carriers`}>
          {CARRIERS.map((carrier) => (
            <option key={carrier} value={carrier} />
          ))}
        </datalist>
        <Field
          label="运单号"
          name="waybill"
          maxLength={40}
          autoComplete="off"
          hint="随配送车带回时，填写交接单号"
          error={problems.waybill}
        />
      </form>
    </Dialog>
  )
}
