import { useId, useRef, useState } from 'react'
import type { OwnRecallWire } from '#contract/recalls.ts'
import { useApi } from '../../api/context.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { Button } from '../../parts/Button.tsx'
import { FORM_HANDLES, textOf, useSubmit } from '../../parts/credentials/form.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Field } from '../../parts/Field.tsx'
import { newKey } from '../quick/new-key.ts'
import css from './recalls.module.css'
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
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  // One application, however often it is sent.
  const [key] = useState(newKey)
  const { problems, busy, submit } = useSubmit({ form, fields: ['number'], otherwise: 'number' })
  const send = async (): Promise<void> => {
    if (form.current === null) return
    const number = countIn(textOf(form.current, 'number')) ?? 0
    const body = { order_id: order.order_id, number, key }
    const { data } = await client.ask(memberApi.recallReturn, { params: { id: recall.id }, body, handles: FORM_HANDLES })
    onDone(`已申请退回，售后单号 ${data.no}`)
  }
  return (
    <Dialog
      title="退回被召回的药品"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" type="submit" form={`${id}-form`} disabled={busy}>
            申请退回
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={`${id}-form`}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const number = countIn(textOf(event.currentTarget, 'number'))
          const wrong = number === null || number < 1 || number > order.left
          void submit((): Record<string, string> => (wrong ? { number: `请填写 1 到 ${order.left} 的整数` } : {}), send)
        }}
      >
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
      </form>
    </Dialog>
  )
}
