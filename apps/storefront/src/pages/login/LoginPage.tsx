import { type FormEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { CODES } from '#contract/codes.ts'
import { api } from '../../api/calls.ts'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { forgetBuyer } from '../../api/queries.ts'
import { useQueryClient } from '../../api/useQuery.ts'
import { markSignedIn } from '../../frame/session-flag.ts'
import { Button } from '../../parts/Button.tsx'
import { Field } from '../../parts/Field.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { LoginArt } from './LoginArt.tsx'
import { LoginLicences } from './LoginLicences.tsx'
import css from './LoginPage.module.css'
import { wayBack } from './way-back.ts'

interface Problems {
  username?: string
  password?: string
}

/** What the server refused, put to the field that it is about. */
function problemsOf(error: ApiError): Problems {
  const { data } = error
  const listed = typeof data === 'object' && data !== null && 'errors' in data && Array.isArray(data.errors) ? data.errors : []
  const problems: Problems = {}
  for (const one of listed)
    if (one.field === 'username' || one.field === 'password') problems[one.field as keyof Problems] = String(one.message)
  return Object.keys(problems).length > 0 ? problems : { password: error.message }
}

/** 登录: an account or phone number and its password; afterwards back to where the buyer came from. */
export default function LoginPage() {
  const client = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [problems, setProblems] = useState<Problems>({})
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const complain = (found: Problems) => {
    setProblems(found)
    form.current?.querySelector<HTMLInputElement>(`input[name="${found.username ? 'username' : 'password'}"]`)?.focus()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const values = new FormData(event.currentTarget)
    const username = String(values.get('username') ?? '').trim()
    const password = String(values.get('password') ?? '')
    if (!username || !password)
      return complain({ ...(!username && { username: '请输入账号或手机号' }), ...(!password && { password: '请输入密码' }) })
    setProblems({})
    setBusy(true)
    try {
      const { data } = await client.ask(api.userLogin, {
        body: { username, password },
        handles: [CODES.LOGIN_REQUIRED, CODES.FORBIDDEN, CODES.FIELD_ERRORS, CODES.CONFLICT, CODES.TOO_MANY],
      })
      markSignedIn(data.company_id)
      forgetBuyer(queries, data)
      await navigate(wayBack(query.get('back')), { replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.code < CODES.BUSY) complain(problemsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.page}>
      <LoginArt />
      <div className={css.side}>
        <form ref={form} className={css.box} onSubmit={(event) => void submit(event)} noValidate method="post">
          <h1>登录</h1>
          <p className={css.lead}>使用企业账号登录，审核通过后可见价格并下单。</p>
          <Field
            big
            label="账号或手机号"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            required
            error={problems.username}
          />
          <Field
            big
            label="密码"
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={200}
            required
            error={problems.password}
            end={
              <button
                type="button"
                className="iconbtn"
                aria-pressed={shown}
                aria-label={shown ? '隐藏密码' : '显示密码'}
                onClick={() => setShown(!shown)}
              >
                <Icon name={shown ? 'eye-off' : 'eye'} />
              </button>
            }
          />
          <Button kind="primary" size="xl" block type="submit" disabled={busy}>
            {busy ? '正在登录…' : '登录'}
          </Button>
          <p className="note note-info">
            <Icon name="info" />
            本平台仅向持有合法资质的药品经营企业和医疗机构开放。
          </p>
        </form>
        <LoginLicences />
      </div>
    </div>
  )
}
