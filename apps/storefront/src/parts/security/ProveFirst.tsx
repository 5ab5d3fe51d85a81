import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { Button } from '#ui/Button.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { credentialApi } from '../../api/credential-calls.ts'
import { useUser } from '../../api/queries.ts'
import { CodeField } from '../credentials/CodeField.tsx'
import { PasswordField } from '../credentials/PasswordField.tsx'
import { useWays } from '../credentials/ways.ts'
import css from './security.module.css'

interface Props {
  /** What the code of an SMS is for. */
  purpose: 'phone' | 'reset' | 'wechat'
  /** On the button: 下一步, 确认解绑 */
  action: string
  onProven: () => Promise<void> | void
  children?: ReactNode
}

const shortPhone = (phone: string) => phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')

/** Before credentials change, the holder of the session shows once more who it is: by password, or by a code to its phone. */
export function ProveFirst({ purpose, action, onProven, children }: Props) {
  const client = useApi()
  const user = useUser()
  const ways = useWays()
  const form = useRef<HTMLFormElement>(null)
  const [way, setWay] = useState<'password' | 'code'>('password')
  const { problems, busy, submit, complain } = useSubmit({ form, fields: ['password', 'captcha', 'code'], otherwise: way })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const { currentTarget } = event
    void submit(
      () => missing(currentTarget, way === 'password' ? { password: '请输入登录密码' } : { code: '请输入短信验证码' }),
      async () => {
        const body = way === 'password' ? { password: textOf(currentTarget, 'password') } : { code: textOf(currentTarget, 'code'), purpose }
        await client.ask(credentialApi.userProve, { body, handles: FORM_HANDLES })
        await onProven()
      },
    )
  }
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
      {children}
      {way === 'password' ? (
        <PasswordField big autoFocus label="当前登录密码" name="password" autoComplete="current-password" error={problems.password} />
      ) : (
        <>
          <p className="muted">验证码将发送到 {shortPhone(user?.phone ?? '')}</p>
          <CodeField to={{ purpose, signedIn: true }} error={problems.code} onProblems={complain} />
        </>
      )}
      <div className={css.foot}>
        {user?.phone && ways?.sms === 1 && (
          <button type="button" className="link" onClick={() => setWay(way === 'password' ? 'code' : 'password')}>
            {way === 'password' ? '改用短信验证码' : '改用登录密码'}
          </button>
        )}
        <Button kind="primary" size="lg" type="submit" disabled={busy}>
          {busy ? '正在验证…' : action}
        </Button>
      </div>
    </form>
  )
}
