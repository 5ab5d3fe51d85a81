import { type FormEvent, useRef } from 'react'
import { useApi } from '../../api/context.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { Button } from '../../parts/Button.tsx'
import { CodeField } from '../../parts/credentials/CodeField.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '../../parts/credentials/form.ts'
import { Field } from '../../parts/Field.tsx'
import { toast } from '../../parts/Toast.tsx'
import css from './LoginPage.module.css'
import type { WayIn } from './PasswordLogin.tsx'

/** 验证码登录 */
export function SmsLogin({ onEntered, action, wechat }: WayIn) {
  const client = useApi()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit, complain } = useSubmit({ form, fields: ['phone', 'captcha', 'code'], otherwise: 'code' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    void submit(
      () => missing(currentTarget, { phone: '请输入手机号', code: '请输入短信验证码' }),
      async () => {
        const { data, message } = await client.ask(credentialApi.userLoginSms, {
          body: { phone: textOf(currentTarget, 'phone'), code: textOf(currentTarget, 'code'), ...(wechat && { wechat }) },
          handles: FORM_HANDLES,
        })
        if (wechat) toast({ text: message })
        await onEntered(data)
      },
    )
  }
  return (
    <form ref={form} className={css.way} onSubmit={send} noValidate method="post">
      <Field
        big
        label="手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="username"
        maxLength={20}
        required
        error={problems.phone}
      />
      <CodeField to={{ purpose: 'login' }} error={problems.code} onProblems={complain} />
      <Button kind="primary" size="xl" block type="submit" disabled={busy}>
        {busy ? '正在登录…' : action}
      </Button>
    </form>
  )
}
