import { useId, useRef } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { StatementWire } from '#contract/statements.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, textOf, useSubmit } from '#ui/form.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import css from './statements.module.css'

interface Props {
  statement: StatementWire
  onClose: () => void
  onDone: (message: string) => void
}

/** Agrees to a statement, or says what is wrong with it. */
export function StatementDialog({ statement, onClose, onDone }: Props) {
  const client = useApi()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const { problems, busy, submit } = useSubmit({ form, fields: ['note'], otherwise: 'note' })
  const answer = (agree: 0 | 1) => {
    const note = form.current ? textOf(form.current, 'note').trim() : ''
    const check = (): Record<string, string> => (agree === 0 && note.length < 2 ? { note: '请写明不符之处' } : {})
    void submit(check, async () => {
      const body = { agree, note, made_at: statement.made_at }
      await client.ask(memberApi.statementAnswer, { params: { id: statement.id }, body, handles: FORM_HANDLES })
      onDone(agree === 1 ? `已确认 ${statement.month} 对账单` : '异议已提交，财务核对后会重新出具')
    })
  }
  return (
    <Dialog
      title={`核对 ${statement.month} 对账单`}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={() => answer(0)}>
            有异议
          </Button>
          <Button kind="primary" disabled={busy} onClick={() => answer(1)}>
            核对无误，确认
          </Button>
        </>
      }
    >
      <form ref={form} id={`${id}-form`} className={css.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <p>
          期末 <b>{moneyText(statement.closing)}</b>。确认前请打开 PDF 逐笔核对；确认后以此为准。
        </p>
        <Field label="不符之处（有异议时填写）" name="note" maxLength={300} autoComplete="off" error={problems.note} />
      </form>
    </Dialog>
  )
}
