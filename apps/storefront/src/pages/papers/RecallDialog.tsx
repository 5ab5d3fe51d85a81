import { useId, useRef } from 'react'
import type { OwnRecallWire } from '#contract/recalls.ts'
import { useApi } from '../../api/context.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { Button } from '../../parts/Button.tsx'
import { FORM_HANDLES, textOf, useSubmit } from '../../parts/credentials/form.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { Field } from '../../parts/Field.tsx'
import css from './recalls.module.css'
import { countIn } from './words.ts'

interface Props {
  recall: OwnRecallWire
  onClose: () => void
  onDone: (message: string) => void
}

/** The receipt of a recall's notice, and what is still there. */
export function RecallDialog({ recall, onClose, onDone }: Props) {
  const client = useApi()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const { problems, busy, submit } = useSubmit({ form, fields: ['kept', 'note'], otherwise: 'kept' })
  const send = async (): Promise<void> => {
    if (form.current === null) return
    const body = { kept: countIn(textOf(form.current, 'kept')) ?? 0, note: textOf(form.current, 'note').trim() }
    await client.ask(memberApi.recallConfirm, { params: { id: recall.id }, body, handles: FORM_HANDLES })
    onDone(`已确认召回通知，尚存 ${body.kept} ${recall.unit}`)
  }
  return (
    <Dialog
      title="确认召回通知"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" type="submit" form={`${id}-form`} disabled={busy}>
            提交回执
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
          const kept = countIn(textOf(event.currentTarget, 'kept'))
          const wrong = kept === null || kept > recall.may_keep
          void submit((): Record<string, string> => (wrong ? { kept: `请填写 0 到 ${recall.may_keep} 的整数` } : {}), send)
        }}
      >
        <p>
          {recall.name}，批号 {recall.batch_no}。贵单位购进 {recall.sold} {recall.unit}，其中 {recall.outside} {recall.unit}{' '}
          尚未退回我公司。
        </p>
        <Field
          label={`尚存数量（${recall.unit}）`}
          name="kept"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={recall.kept ?? ''}
          hint="已停止销售、封存待退的数量；全部用完填 0"
          error={problems.kept}
        />
        <Field
          label="说明（选填）"
          name="note"
          maxLength={200}
          defaultValue={recall.note}
          hint="如已售出、已使用的数量和去向"
          error={problems.note}
        />
      </form>
    </Dialog>
  )
}
