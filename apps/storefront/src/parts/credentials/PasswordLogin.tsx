import { type FormEvent, useRef } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { UserBaseWire } from '#contract/user.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { api } from '../../api/calls.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { asksForCaptcha, useCaptcha } from './captcha.ts'
import css from './credentials.module.css'
import { PasswordField } from './PasswordField.tsx'

export interface WayIn {
  onEntered: (user: UserBaseWire) => Promise<void>
  /** On the button. */
  action: string
  /** A confirmed WeChat that shall open the account from now on. */
  wechat?: string
}

/** 密码登录: an account or phone number and its password; after some failures a captcha too. */
export function PasswordLogin({ onEntered, action, wechat }: WayIn) {
  const client = useApi()
  const form = useRef<HTMLFormElement>(null)
  const captcha = useCaptcha()
  const { problems, busy, submit } = useSubmit({ form, fields: ['username', 'password', 'captcha'], otherwise: 'password' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    const text = (name: string) => textOf(currentTarget, name)
    void submit(
      () =>
        missing(currentTarget, {
          username: '请输入账号或手机号',
          password: '请输入密码',
          ...(captcha.picture && { captcha: '请输入图形验证码' }),
        }),
      async () => {
        try {
          const { data, message } = await client.ask(api.userLogin, {
            body: {
              username: text('username').trim(),
              password: text('password'),
              ...(captcha.picture && { captcha_id: text('captcha_id'), captcha: text('captcha') }),
              ...(wechat && { wechat }),
            },
            handles: FORM_HANDLES,
          })
          if (wechat) toast({ text: message })
          await onEntered(data)
        } catch (error) {
          // Each picture is good for one try.
          if (captcha.picture || asksForCaptcha(error)) captcha.renew()
          throw error
        }
      },
    )
  }
  return (
    <form ref={form} className={css.way} onSubmit={send} noValidate method="post">
      <Field
        big
        autoFocus
        label="账号或手机号"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
        error={problems.username}
      />
      <PasswordField big label="密码" name="password" autoComplete="current-password" error={problems.password} />
      <CaptchaField control={captcha} error={problems.captcha} />
      <Button kind="primary" size="xl" block type="submit" disabled={busy}>
        {busy ? '正在登录…' : action}
      </Button>
    </form>
  )
}
