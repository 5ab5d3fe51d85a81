import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { SentCodeWire } from '#contract/credentials.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, type Problems, problemsOf, textOf } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { asksForCaptcha, useCaptcha } from './captcha.ts'
import css from './credentials.module.css'

export type Purpose =
  | { purpose: 'register' | 'login' | 'reset'; signedIn?: false }
  | { purpose: 'phone' | 'reset' | 'wechat'; signedIn: true }

interface Props {
  /** What the code is for; signedIn: asked for by the account, to its own phone unless the form has a field phone. */
  to: Purpose
  error?: string | undefined
  /** What was wrong with asking for a code; {} when one was sent. */
  onProblems: (problems: Problems) => void
  label?: string
  name?: string
}

/** The code of an SMS, with the button that sends it. The phone is the form's field of that name. */
export function CodeField({ to, error, onProblems, label = '短信验证码', name = 'code' }: Props) {
  const client = useApi()
  const captcha = useCaptcha()
  const [captchaError, setCaptchaError] = useState<string>()
  const [sent, setSent] = useState<SentCodeWire | null>(null)
  const [busy, setBusy] = useState(false)
  const wait = useWait(sent)

  const ask = async (form: HTMLFormElement) => {
    const phone = textOf(form, 'phone')
    const answer = { captcha_id: textOf(form, 'captcha_id'), captcha: textOf(form, 'captcha') }
    if (form.elements.namedItem('phone') !== null && phone.trim() === '') return onProblems({ phone: '请输入手机号' })
    setBusy(true)
    setCaptchaError(undefined)
    try {
      const { data, message } = to.signedIn
        ? await client.ask(credentialApi.userSmsCode, {
            body: { purpose: to.purpose, ...(phone && { phone }), ...answer },
            handles: FORM_HANDLES,
          })
        : await client.ask(credentialApi.smsCode, { body: { purpose: to.purpose, phone, ...answer }, handles: FORM_HANDLES })
      setSent(data)
      onProblems({})
      toast({ text: message, tone: 'success' })
      form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus()
    } catch (failure) {
      if (!(failure instanceof ApiError)) return
      const { captcha: wrong, ...others } = problemsOf(failure, ['phone', name, 'captcha'], name)
      if (captcha.picture !== null || asksForCaptcha(failure)) captcha.renew()
      setCaptchaError(captcha.picture === null ? '请先输入图形验证码，再获取短信验证码' : wrong)
      onProblems(others)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <CaptchaField control={captcha} error={captchaError} />
      <div className={css.code}>
        <Field
          big
          label={label}
          name={name}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          error={error}
          className={css.grow ?? ''}
        />
        <Button
          className={css.send}
          disabled={busy || wait > 0}
          onClick={(event) => {
            const { form } = event.currentTarget
            if (form) void ask(form)
          }}
        >
          {wait > 0 ? `${wait} 秒后重发` : sent ? '重新获取' : '获取验证码'}
        </Button>
      </div>
      {sent && (
        <p className={error ? css.sent : `${css.sent} ${css.closer}`}>
          验证码 {sent.minutes} 分钟内有效，请勿告诉他人。
          {sent.inbox_url && (
            <>
              演示商店的短信在
              <Link to={sent.inbox_url} reloadDocument target="_blank" className="link">
                模拟短信页
              </Link>
              。
            </>
          )}
        </p>
      )}
    </>
  )
}

/** Seconds until another code may be asked for. */
function useWait(sent: SentCodeWire | null): number {
  const [left, setLeft] = useState(0)
  const until = useRef(0)
  useEffect(() => {
    if (sent === null) return
    until.current = Date.now() + sent.resend_after * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until.current - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [sent])
  return left
}
