import { Link, useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { PhoneCodeForm } from '../../parts/credentials/PhoneCodeForm.tsx'
import css from '../../parts/credentials/stage.module.css'
import { paths } from '../../paths.ts'

export const FORGET_STEPS: readonly string[] = ['验证手机号', '设置新密码', '重置成功']

/** 忘记密码: says the same whether the phone is known or not. */
export default function ForgetStep1Page() {
  const client = useApi()
  const navigate = useNavigate()
  return (
    <StageShell title="忘记密码" lead="用注册手机号接收验证码，重新设置登录密码" steps={FORGET_STEPS} step={1}>
      <PhoneCodeForm
        to={{ purpose: 'reset' }}
        label="注册手机号"
        autoFocus
        autoComplete="username"
        className={css.form}
        send={async (answer, handles) => {
          const { data } = await client.ask(credentialApi.forgetCheck, { body: answer, handles })
          // In the history entry: it is good for some minutes and for this browser's next page alone.
          await navigate(memberPaths.forgetReset(), { replace: true, state: { ticket: data.ticket } })
        }}
      >
        {(busy) => (
          <>
            <Button kind="primary" size="xl" block type="submit" disabled={busy}>
              {busy ? '正在核对…' : '下一步'}
            </Button>
            <p className={css.ways}>
              <Link className="link" to={paths.login()}>
                想起来了，去登录
              </Link>
            </p>
          </>
        )}
      </PhoneCodeForm>
      <p className={`note ${css.under}`}>
        <Icon name="info" />
        手机号已停用时，请联系客户经理或客服，核对企业资料后人工更换。
      </p>
    </StageShell>
  )
}
