import { type FormEvent, useRef } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { InvitationLookWire } from '#contract/invitations.ts'
import { PASSWORD_RULE } from '#domain/passwords.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { credentialApi } from '../../api/credential-calls.ts'
import { PasswordField } from '../../parts/credentials/PasswordField.tsx'
import css from '../../parts/credentials/stage.module.css'
import { useEntering } from '../../parts/credentials/useEntering.ts'
import { Agreement } from './Agreement.tsx'
import { afterInvitation } from './after-invitation.ts'
import { useReadAgreements } from './agreements-query.ts'

const FIELDS = ['name', 'phone', 'password', 'agree'] as const

/** An account by a letter: what a registration asks for, without a code. */
export function InvitedForm({ secret, invitation }: { secret: string; invitation: InvitationLookWire }) {
  const client = useApi()
  const enter = useEntering()
  const read = useReadAgreements()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit } = useSubmit({ form, fields: FIELDS, otherwise: 'agree' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    const text = (name: string) => textOf(currentTarget, name)
    void submit(
      () =>
        missing(currentTarget, {
          name: '请输入联系人姓名',
          phone: '请输入手机号',
          password: '请设置登录密码',
          agree: '请阅读并同意用户协议',
        }),
      async () => {
        const body = { secret, name: text('name'), phone: text('phone'), password: text('password'), agree: 1, ...read }
        const { data } = await client.ask(credentialApi.registerInvited, { body, handles: FORM_HANDLES })
        await enter(data, afterInvitation(data))
      },
    )
  }
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
      <Field
        big
        autoFocus
        label="联系人姓名"
        name="name"
        defaultValue={invitation.contact}
        autoComplete="name"
        maxLength={30}
        required
        error={problems.name}
      />
      <Field
        big
        label="手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        required
        hint={invitation.phone === '' ? '用作登录账号，接收订单与资质提醒' : `受邀的手机号 ${invitation.phone}，请完整输入，今后用它登录`}
        error={problems.phone}
      />
      <PasswordField big label="登录密码" name="password" autoComplete="new-password" hint={PASSWORD_RULE} error={problems.password} />
      <Agreement error={problems.agree} />
      <Button kind="primary" size="xl" block type="submit" disabled={busy}>
        {busy ? '正在开通…' : invitation.is_new === 1 ? '下一步，填写企业资质' : '开通登录'}
      </Button>
    </form>
  )
}
