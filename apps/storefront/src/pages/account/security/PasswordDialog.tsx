import { type FormEvent, useRef, useState } from 'react'
import { PASSWORD_RULE } from '#domain/passwords.ts'
import { useApi } from '../../../api/context.tsx'
import { credentialApi } from '../../../api/credential-calls.ts'
import { Button } from '../../../parts/Button.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '../../../parts/credentials/form.ts'
import { PasswordField } from '../../../parts/credentials/PasswordField.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { toast } from '../../../parts/Toast.tsx'
import { ProveFirst } from './ProveFirst.tsx'
import css from './security.module.css'

/** 修改密码: who it is first, then the new password; other devices are signed out. */
export function PasswordDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const [proven, setProven] = useState(false)
  return (
    <Dialog title="修改登录密码" onClose={onClose}>
      {proven ? (
        <NewPassword
          onChanged={() => {
            onClose()
            onChanged()
          }}
        />
      ) : (
        <ProveFirst purpose="reset" action="下一步" onProven={() => setProven(true)}>
          <p className="muted">先验证是您本人，再设置新密码。</p>
        </ProveFirst>
      )}
    </Dialog>
  )
}

function NewPassword({ onChanged }: { onChanged: () => void }) {
  const client = useApi()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit } = useSubmit({ form, fields: ['password', 'again'], otherwise: 'password' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    const password = textOf(currentTarget, 'password')
    void submit(
      () => {
        const empty = missing(currentTarget, { password: '请输入新密码', again: '请再次输入新密码' })
        if (Object.keys(empty).length > 0 || password === textOf(currentTarget, 'again')) return empty
        return { again: '两次输入的密码不一致' }
      },
      async () => {
        const { message } = await client.ask(credentialApi.userResetPassword, { body: { password }, handles: FORM_HANDLES })
        toast({ text: message, tone: 'success' })
        onChanged()
      },
    )
  }
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
      <PasswordField
        big
        autoFocus
        label="新密码"
        name="password"
        autoComplete="new-password"
        hint={PASSWORD_RULE}
        error={problems.password}
      />
      <PasswordField big label="再次输入新密码" name="again" autoComplete="new-password" error={problems.again} />
      <div className={css.foot}>
        <Button kind="primary" size="lg" type="submit" disabled={busy}>
          {busy ? '正在保存…' : '保存新密码'}
        </Button>
      </div>
    </form>
  )
}
