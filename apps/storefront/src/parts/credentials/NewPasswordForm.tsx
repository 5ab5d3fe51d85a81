import { type FormEvent, type ReactNode, useRef } from 'react'
import { PASSWORD_RULE } from '#domain/passwords.ts'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  autoFocus?: boolean
  className: string | undefined
  send: (password: string, handles: typeof FORM_HANDLES) => Promise<void>
  /** The button, and what stands under it. */
  children: (busy: boolean) => ReactNode
}

/** A new password, typed twice. */
export function NewPasswordForm({ autoFocus, className, send, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit } = useSubmit({ form, fields: ['password', 'again'], otherwise: 'password' })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    const password = textOf(currentTarget, 'password')
    void submit(
      () => {
        const empty = missing(currentTarget, { password: '请输入新密码', again: '请再次输入新密码' })
        if (Object.keys(empty).length > 0 || password === textOf(currentTarget, 'again')) return empty
        return { again: '两次输入的密码不一致' }
      },
      () => send(password, FORM_HANDLES),
    )
  }
  return (
    <form ref={form} className={className} onSubmit={onSubmit} noValidate method="post">
      <PasswordField
        big
        autoFocus={autoFocus}
        label="新密码"
        name="password"
        autoComplete="new-password"
        hint={PASSWORD_RULE}
        error={problems.password}
      />
      <PasswordField big label="再次输入新密码" name="again" autoComplete="new-password" error={problems.again} />
      {children(busy)}
    </form>
  )
}
