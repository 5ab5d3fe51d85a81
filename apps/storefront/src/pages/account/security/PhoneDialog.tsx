import { type FormEvent, useRef, useState } from 'react'
import { useApi } from '../../../api/context.tsx'
import { credentialApi } from '../../../api/credential-calls.ts'
import { useQueryClient } from '../../../api/useQuery.ts'
import { Button } from '../../../parts/Button.tsx'
import { CodeField } from '../../../parts/credentials/CodeField.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '../../../parts/credentials/form.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Field } from '../../../parts/Field.tsx'
import { toast } from '../../../parts/Toast.tsx'
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

function NewPhone({ onChanged }: { onChanged: () => void }) {
  const client = useApi()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit, complain } = useSubmit({ form, fields: ['phone', 'captcha', 'code'], otherwise: 'code' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    void submit(
      () => missing(currentTarget, { phone: '请输入新手机号', code: '请输入短信验证码' }),
      async () => {
        const { data, message } = await client.ask(credentialApi.userUpdateInfo, {
          body: { phone: textOf(currentTarget, 'phone'), code: textOf(currentTarget, 'code') },
          handles: FORM_HANDLES,
        })
        queries.setQueryData(['user'], data)
        toast({ text: message, tone: 'success' })
        onChanged()
      },
    )
  }
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
      <Field
        big
        autoFocus
        label="新手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        required
        hint="更换后用新手机号登录"
        error={problems.phone}
      />
      <CodeField to={{ purpose: 'phone', signedIn: true }} error={problems.code} onProblems={complain} />
      <div className={css.foot}>
        <Button kind="primary" size="lg" type="submit" disabled={busy}>
          {busy ? '正在保存…' : '更换手机号'}
        </Button>
      </div>
    </form>
  )
}
