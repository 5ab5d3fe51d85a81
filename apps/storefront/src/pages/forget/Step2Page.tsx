import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { Button } from '#ui/Button.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { NewPasswordForm } from '../../parts/credentials/NewPasswordForm.tsx'
import css from '../../parts/credentials/stage.module.css'
import { FORGET_STEPS } from './Step1Page.tsx'

const ticketOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'ticket' in state && typeof state.ticket === 'string' ? state.ticket : ''

/** 重置密码: only after step 1, which left a ticket in the history entry. */
export default function ForgetStep2Page() {
  const client = useApi()
  const navigate = useNavigate()
  const { state } = useLocation()
  useEffect(() => {
    if (ticketOf(state) === '') void navigate(memberPaths.forget(), { replace: true })
  }, [state, navigate])
  return (
    <StageShell title="重置密码" lead="新密码生效后，所有设备都会退出登录" steps={FORGET_STEPS} step={2}>
      <NewPasswordForm
        className={css.form}
        send={async (password, handles) => {
          await client.ask(credentialApi.forgetReset, { body: { ticket: ticketOf(state), password }, handles })
          await navigate(memberPaths.forgetDone(), { replace: true, state: null })
        }}
      >
        {(busy) => (
          <>
            <Button kind="primary" size="xl" block type="submit" disabled={busy}>
              {busy ? '正在保存…' : '保存新密码'}
            </Button>
            <p className={css.ways}>
              <Link className="link" to={memberPaths.forget()}>
                重新获取验证码
              </Link>
            </p>
          </>
        )}
      </NewPasswordForm>
    </StageShell>
  )
}
