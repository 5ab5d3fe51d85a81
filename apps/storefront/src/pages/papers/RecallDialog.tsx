import { useApi } from '#api-client/context.tsx'
import type { OwnRecallWire } from '#contract/recalls.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, type Problems, textOf } from '#ui/form.ts'
import { memberApi } from '../../api/member-calls.ts'
import { countIn } from './words.ts'

interface Props {
  recall: OwnRecallWire
  onClose: () => void
  onDone: (message: string) => void
}

/** The receipt of a recall's notice, and what is still there. */
export function RecallDialog({ recall, onClose, onDone }: Props) {
  const client = useApi()
  const check = (form: HTMLFormElement): Problems => {
    const kept = countIn(textOf(form, 'kept'))
    return kept === null || kept > recall.may_keep ? { kept: `请填写 0 到 ${recall.may_keep} 的整数` } : {}
  }
  const send = async (form: HTMLFormElement): Promise<void> => {
    const body = { kept: countIn(textOf(form, 'kept')) ?? 0, note: textOf(form, 'note').trim() }
    await client.ask(memberApi.recallConfirm, { params: { id: recall.id }, body, handles: FORM_HANDLES })
    onDone(`已确认召回通知，尚存 ${body.kept} ${recall.unit}`)
  }
  return (
    <FormDialog
      title="确认召回通知"
      fields={['kept', 'note']}
      otherwise="kept"
      check={check}
      send={send}
      submit="提交回执"
      onClose={onClose}
    >
      {(problems) => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
