import { type FormEvent, type ReactNode, useRef } from 'react'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { CodeField, type Purpose } from './CodeField.tsx'

interface Props {
  to: Purpose
  label: string
  hint?: string
  autoComplete: 'username' | 'tel'
  autoFocus?: boolean
  className: string | undefined
  /** Sends what was typed. What is refused is said at the fields. */
  send: (answer: { phone: string; code: string }, handles: typeof FORM_HANDLES) => Promise<void>
  /** The button, and what stands under it. */
  children: (busy: boolean) => ReactNode
}

/** A phone and the code that was sent to it: signing in, a forgotten password, a new phone. */
export function PhoneCodeForm({ to, label, hint, autoComplete, autoFocus, className, send, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit, complain } = useSubmit({ form, fields: ['phone', 'captcha', 'code'], otherwise: 'code' })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    void submit(
      () => missing(currentTarget, { phone: `请输入${label}`, code: '请输入短信验证码' }),
      () => send({ phone: textOf(currentTarget, 'phone'), code: textOf(currentTarget, 'code') }, FORM_HANDLES),
    )
  }
  return (
    <form ref={form} className={className} onSubmit={onSubmit} noValidate method="post">
      <Field
        big
        autoFocus={autoFocus}
        label={label}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete={autoComplete}
        maxLength={20}
        required
        hint={hint}
        error={problems.phone}
      />
      <CodeField to={to} error={problems.code} onProblems={complain} />
      {children(busy)}
    </form>
  )
}
