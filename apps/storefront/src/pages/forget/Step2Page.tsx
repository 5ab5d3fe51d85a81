import { type FormEvent, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { PASSWORD_RULE } from '#domain/passwords.ts'
import { useApi } from '../../api/context.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { memberPaths } from '../../member-paths.ts'
import { Button } from '../../parts/Button.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '../../parts/credentials/form.ts'
import { PasswordField } from '../../parts/credentials/PasswordField.tsx'
import css from '../register/form.module.css'
import { StageShell } from '../register/StageShell.tsx'
import { FORGET_STEPS } from './Step1Page.tsx'

const ticketOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'ticket' in state && typeof state.ticket === 'string' ? state.ticket : ''

/** 重置密码: only after step 1, which left a ticket in the history entry. */
export default function ForgetStep2Page() {
  const client = useApi()
  const navigate = useNavigate()
  const { state } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit } = useSubmit({ form, fields: ['password', 'again'], otherwise: 'password' })
  useEffect(() => {
    if (ticketOf(state) === '') void navigate(memberPaths.forget(), { replace: true })
  }, [state, navigate])
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
        await client.ask(credentialApi.forgetReset, { body: { ticket: ticketOf(state), password }, handles: FORM_HANDLES })
        await navigate(memberPaths.forgetDone(), { replace: true, state: null })
      },
    )
  }
  return (
    <StageShell title="重置密码" lead="新密码生效后，所有设备都会退出登录" steps={FORGET_STEPS} step={2}>
      <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
        <PasswordField big label="新密码" name="password" autoComplete="new-password" hint={PASSWORD_RULE} error={problems.password} />
        <PasswordField big label="再次输入新密码" name="again" autoComplete="new-password" error={problems.again} />
        <Button kind="primary" size="xl" block type="submit" disabled={busy}>
          {busy ? '正在保存…' : '保存新密码'}
        </Button>
        <p className={css.ways}>
          <Link className="link" to={memberPaths.forget()}>
            重新获取验证码
          </Link>
        </p>
      </form>
    </StageShell>
  )
}
