import { type FormEvent, useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { PhoneCodeForm } from '../credentials/PhoneCodeForm.tsx'
import { useWays } from '../credentials/ways.ts'
import { ProveFirst } from './ProveFirst.tsx'
import css from './security.module.css'

/** 更换手机号: who it is first, then a code to the new phone. */
export function PhoneDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const [proven, setProven] = useState(false)
  return (
    <Dialog title="更换登录手机号" onClose={onClose}>
      {proven ? (
        <NewPhone
          onChanged={() => {
            onClose()
            onChanged()
          }}
        />
      ) : (
        <ProveFirst purpose="phone" action="下一步" onProven={() => setProven(true)}>
          <p className="muted">先验证是您本人。原手机号已停用时，请用登录密码验证。</p>
        </ProveFirst>
      )}
    </Dialog>
  )
}

interface Change {
  onChanged: () => void
}
type Body = { phone: string; code?: string }

/** Sends the change; what is refused is said at the fields. */
function useChange({ onChanged }: Change) {
  const client = useApi()
  const queries = useQueryClient()
  return async (body: Body) => {
    const { data, message } = await client.ask(credentialApi.userUpdateInfo, { body, handles: FORM_HANDLES })
    queries.setQueryData(['user'], data)
    toast({ text: message, tone: 'success' })
    onChanged()
  }
}

function Foot({ busy }: { busy: boolean }) {
  return (
    <div className={css.foot}>
      <Button kind="primary" size="lg" type="submit" disabled={busy}>
        {busy ? '正在保存…' : '更换手机号'}
      </Button>
    </div>
  )
}

/** Where no code can be sent, the phone is the name one signs in with: typed twice, for nothing else would show a slip. */
function PlainPhone({ onChanged }: Change) {
  const change = useChange({ onChanged })
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit } = useSubmit({ form, fields: ['phone', 'again'], otherwise: 'phone' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    const phone = textOf(currentTarget, 'phone')
    void submit(
      () => {
        const empty = missing(currentTarget, { phone: '请输入新手机号', again: '请再次输入新手机号' })
        if (Object.keys(empty).length > 0 || phone.trim() === textOf(currentTarget, 'again').trim()) return empty
        return { again: '两次输入的手机号不一致' }
      },
      () => change({ phone }),
    )
  }
  const asked = { big: true, type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 20, required: true } as const
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
      <Field {...asked} autoFocus label="新手机号" name="phone" hint="更换后用新手机号登录" error={problems.phone} />
      <Field {...asked} label="再次输入新手机号" name="again" error={problems.again} />
      <Foot busy={busy} />
    </form>
  )
}

function NewPhone({ onChanged }: Change) {
  const change = useChange({ onChanged })
  if (useWays()?.sms === 0) return <PlainPhone onChanged={onChanged} />
  return (
    <PhoneCodeForm
      autoFocus
      to={{ purpose: 'phone', signedIn: true }}
      label="新手机号"
      hint="更换后用新手机号登录"
      autoComplete="tel"
      className={css.form}
      send={change}
    >
      {(busy) => <Foot busy={busy} />}
    </PhoneCodeForm>
  )
}
