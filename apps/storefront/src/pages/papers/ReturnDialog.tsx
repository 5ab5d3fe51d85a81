import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { newKey } from '#api-client/new-key.ts'
import type { OwnRecallWire } from '#contract/recalls.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, type Problems, textOf } from '#ui/form.ts'
import { memberApi } from '../../api/member-calls.ts'
import { countIn } from './words.ts'

interface Props {
  recall: OwnRecallWire
  order: OwnRecallWire['orders'][number]
  onClose: () => void
  onDone: (message: string) => void
}

/** How much of an order's recalled batch goes back: an after-sale without term or picture. */
export function ReturnDialog({ recall, order, onClose, onDone }: Props) {
  const client = useApi()
  // One application, however often it is sent.
  const [key] = useState(newKey)
  const check = (form: HTMLFormElement): Problems => {
    const number = countIn(textOf(form, 'number'))
    return number === null || number < 1 || number > order.left ? { number: `请填写 1 到 ${order.left} 的整数` } : {}
  }
  const send = async (form: HTMLFormElement): Promise<void> => {
    const body = { order_id: order.order_id, number: countIn(textOf(form, 'number')) ?? 0, key }
    const { data } = await client.ask(memberApi.recallReturn, { params: { id: recall.id }, body, handles: FORM_HANDLES })
    onDone(`已申请退回，售后单号 ${data.no}`)
  }
  return (
    <FormDialog
      title="退回被召回的药品"
      fields={['number']}
      otherwise="number"
      check={check}
      send={send}
      submit="申请退回"
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p>
            订单 {order.order_no}，{recall.name} 批号 {recall.batch_no}。召回退货不受售后期限限制，无需照片；审核后请按退货地址寄回。
          </p>
          <Field
            label={`退回数量（${recall.unit}）`}
            name="number"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={order.left}
            hint={`最多 ${order.left} ${recall.unit}`}
            error={problems.number}
          />
        </>
      )}
    </FormDialog>
  )
}
