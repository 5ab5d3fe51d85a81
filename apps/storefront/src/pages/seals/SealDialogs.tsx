import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { SealInfoWire, SealWire } from '#contract/seals.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, textOf } from '#ui/form.ts'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/Toast.tsx'
import { sealApi } from '../../api/seal-calls.ts'
import { People } from './People.tsx'
import css from './seals.module.css'

interface Props {
  seal: SealWire
  onClose: () => void
}

/** Says what was done and shows the page with it. */
function useDone(onClose: () => void) {
  const { revalidate } = useRevalidator()
  return (message: string): Promise<void> => {
    toast({ text: message, tone: 'success' })
    onClose()
    return revalidate()
  }
}

export function UsersDialog({ seal, people, onClose }: Props & { people: SealInfoWire['people'] }) {
  const api = useApi()
  const done = useDone(onClose)
  const [chosen, setChosen] = useState<readonly number[]>(seal.users.map((one) => one.account_id))
  const send = async () => {
    const { message } = await api.ask(sealApi.users, { params: { id: seal.id }, body: { user_ids: [...chosen] }, handles: FORM_HANDLES })
    await done(message)
  }
  return (
    <FormDialog
      title={`${seal.purpose_name}：谁可以用印`}
      fields={['user_ids']}
      otherwise="user_ids"
      check={() => (chosen.length === 0 ? { user_ids: '请至少选择一位用印人员' } : {})}
      send={send}
      submit="保存"
      onClose={onClose}
    >
      {(problems) => <People people={people} chosen={chosen} error={problems.user_ids} onChange={setChosen} />}
    </FormDialog>
  )
}

export function StopDialog({ seal, onClose }: Props) {
  const api = useApi()
  const done = useDone(onClose)
  const send = async (form: HTMLFormElement) => {
    const reason = textOf(form, 'reason').trim()
    const { message } = await api.ask(sealApi.stop, { params: { id: seal.id }, body: { reason }, handles: FORM_HANDLES })
    await done(message)
  }
  return (
    <FormDialog
      title={`停用${seal.purpose_name}`}
      fields={['reason']}
      otherwise="reason"
      check={(form) => (textOf(form, 'reason').trim().length < 2 ? { reason: '请填写停用原因' } : {})}
      send={send}
      submit="确认停用"
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className={css.hint}>停用后立刻不能再用印，也不能恢复，要用须重新申请；已经用印的协议仍然有效。</p>
          <TextArea label="停用原因" name="reason" maxLength={200} rows={3} error={problems.reason} />
        </>
      )}
    </FormDialog>
  )
}
