import { useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, useSubmit } from '#ui/form.ts'
import { memberApi } from '../../api/member-calls.ts'
import css from './stores.module.css'
import type { ActOnStores } from './useStoreActions.tsx'

/** Asks another store to join. Whether it is known here is nobody's business: the answer is the same. */
export function InviteForm({ why, act }: { why: string; act: ActOnStores }) {
  const client = useApi()
  const form = useRef<HTMLFormElement>(null)
  const [target, setTarget] = useState('')
  const [note, setNote] = useState('')
  const { problems, busy, submit } = useSubmit({ form, fields: ['target', 'note'], otherwise: 'target' })
  const send = async (): Promise<void> => {
    const body = { target: target.trim(), ...(note.trim() && { note: note.trim() }) }
    const { data, message } = await client.ask(memberApi.storeInvite, { body, handles: FORM_HANDLES })
    setTarget('')
    setNote('')
    act({ key: 'invited', data, message })
  }
  return (
    <Block title="邀请其他门店" head={<span className={css.d}>对方负责人同意后，您可以切换到该门店采购</span>}>
      {why ? (
        <p className="note">{why}</p>
      ) : (
        <form
          ref={form}
          className={css.invite}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit(() => (target.trim() === '' ? { target: '请填写对方负责人的手机号，或统一社会信用代码' } : {}), send)
          }}
        >
          <Field
            label="对方负责人手机号，或统一社会信用代码"
            name="target"
            value={target}
            maxLength={40}
            autoComplete="off"
            hint="邀请 7 天内有效"
            error={problems.target}
            onChange={(event) => setTarget(event.target.value)}
          />
          <Field
            label="留言（选填）"
            name="note"
            value={note}
            maxLength={100}
            autoComplete="off"
            error={problems.note}
            onChange={(event) => setNote(event.target.value)}
          />
          <Button kind="primary" type="submit" disabled={busy}>
            {busy ? '正在发送…' : '发送邀请'}
          </Button>
        </form>
      )}
    </Block>
  )
}
