import { useId } from 'react'
import { useApi } from '#api-client/context.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, missing, textOf } from '#ui/form.ts'
import { memberApi } from '../../api/member-calls.ts'

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
  const id = useId()
  const send = async (form: HTMLFormElement): Promise<void> => {
    const body = { carrier: textOf(form, 'carrier').trim(), waybill: textOf(form, 'waybill').trim() }
    const { message } = await client.ask(memberApi.afterSaleSend, { params: { id: row.id }, body, handles: FORM_HANDLES })
    onSent(message)
  }
  return (
    <FormDialog
      title="填写寄回运单"
      fields={FIELDS}
      otherwise="waybill"
      check={(form) => missing(form, { carrier: '请选择或填写承运商', waybill: '请填写运单号' })}
      send={send}
      submit="提交运单"
      onClose={onClose}
    >
      {(problems) => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
