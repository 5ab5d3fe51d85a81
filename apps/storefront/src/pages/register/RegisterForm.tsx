import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { PASSWORD_RULE } from '#domain/passwords.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FORM_HANDLES, missing, textOf, useSubmit } from '#ui/form.ts'
import { credentialApi } from '../../api/credential-calls.ts'
import { memberPaths } from '../../member-paths.ts'
import { CodeField } from '../../parts/credentials/CodeField.tsx'
import { PasswordField } from '../../parts/credentials/PasswordField.tsx'
import css from '../../parts/credentials/stage.module.css'
import { useEntering } from '../../parts/credentials/useEntering.ts'
import { paths } from '../../paths.ts'
import { Agreement } from './Agreement.tsx'
import { useReadAgreements } from './agreements-query.ts'

const FIELDS = ['name', 'phone', 'captcha', 'code', 'password', 'agree'] as const

/** Step 1 of a registration. wechat: a confirmed WeChat that shall open the account too. */
export function RegisterForm({ wechat }: { wechat?: string }) {
  const client = useApi()
  const enter = useEntering()
  const read = useReadAgreements()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit, complain } = useSubmit({ form, fields: FIELDS, otherwise: 'code' })
  const [known, setKnown] = useState(false)

  const lookUp = async (phone: string) => {
    if (!/^1[3-9]\d{9}$/.test(phone)) return setKnown(false)
    try {
      const { data } = await client.ask(credentialApi.userPhone, { params: { phone }, handles: 'all' })
      setKnown(data.known === 1)
    } catch {
      // Only a hint: the code says it too.
      setKnown(false)
    }
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    void submit(
      () => ({
        ...missing(currentTarget, {
          name: '请输入联系人姓名',
          phone: '请输入手机号',
          code: '请输入短信验证码',
          password: '请设置登录密码',
          agree: '请阅读并同意用户协议',
        }),
      }),
      async () => {
        const text = (name: string) => textOf(currentTarget, name)
        const { data } = await client.ask(credentialApi.register, {
          body: {
            name: text('name'),
            phone: text('phone'),
            code: text('code'),
            password: text('password'),
            agree: 1,
            ...read,
            ...(wechat && { wechat }),
          },
          handles: FORM_HANDLES,
        })
        await enter(data, memberPaths.registerPapers())
      },
    )
  }
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
      <Field big autoFocus label="联系人姓名" name="name" autoComplete="name" maxLength={30} required error={problems.name} />
      <Field
        big
        label="手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        required
        hint="用作登录账号，接收订单与资质提醒"
        error={problems.phone ?? (known ? '该手机号已注册，请直接登录或找回密码' : undefined)}
        onChange={() => setKnown(false)}
        onBlur={(event) => void lookUp(event.target.value.trim())}
      />
      {known && (
        <p className={css.ways}>
          <Link className="link" to={paths.login()}>
            去登录
          </Link>
          <Link className="link" to={memberPaths.forget()}>
            找回密码
          </Link>
          <Link className="link" to={memberPaths.registerStore()}>
            用这个账号新增门店
          </Link>
        </p>
      )}
      <CodeField to={{ purpose: 'register' }} error={problems.code} onProblems={complain} />
      <PasswordField big label="登录密码" name="password" autoComplete="new-password" hint={PASSWORD_RULE} error={problems.password} />
      <Agreement error={problems.agree} />
      <Button kind="primary" size="xl" block type="submit" disabled={busy}>
        {busy ? '正在创建账号…' : '下一步，填写企业资质'}
      </Button>
    </form>
  )
}
