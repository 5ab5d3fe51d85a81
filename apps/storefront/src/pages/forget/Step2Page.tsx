import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { useMounted } from '../../app/useMounted.ts'
import { StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { NewPasswordForm } from '../../parts/credentials/NewPasswordForm.tsx'
import css from '../../parts/credentials/stage.module.css'
import { FORGET_STEPS, STAFF_STEPS } from './Step1Page.tsx'

const ticketOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'ticket' in state && typeof state.ticket === 'string' ? state.ticket : ''

type Look = { username: string } | { problem: string } | null

/** Whose password a link of the shop's staff sets; code '': there is none. */
function useLook(code: string): Look {
  const client = useApi()
  const [look, setLook] = useState<Look>(null)
  useEffect(() => {
    setLook(null)
    if (code === '') return
    let gone = false
    client.ask(credentialApi.forgetLook, { body: { ticket: code }, handles: 'all' }).then(
      ({ data }) => gone || setLook({ username: data.username }),
      (error: unknown) => gone || setLook({ problem: error instanceof ApiError ? error.message : '没有收到回答，请检查网络后重试' }),
    )
    return () => {
      gone = true
    }
  }, [client, code])
  return look
}

/** 重置密码: after step 1, which left a ticket in the history entry, or by a link that staff handed out, whose code stands behind the #. */
export default function ForgetStep2Page() {
  const mounted = useMounted()
  const navigate = useNavigate()
  const { state, hash } = useLocation()
  const code = mounted ? hash.slice(1) : ''
  const look = useLook(code)
  const ticket = code || ticketOf(state)
  useEffect(() => {
    if (mounted && ticket === '') void navigate(memberPaths.forget(), { replace: true })
  }, [mounted, ticket, navigate])
  if (look !== null && 'problem' in look)
    return (
      <StageShell title="重置密码" lead="由客服发出的找回链接" steps={STAFF_STEPS} step={2}>
        <div className={css.sheet}>
          <p className="note note-bad" role="alert">
            <Icon name="alert" />
            <span>{look.problem}</span>
          </p>
          <p className={css.ways}>
            <Link className="link" to={memberPaths.forget()}>
              重新输入找回码
            </Link>
          </p>
        </div>
      </StageShell>
    )
  const isHanded = look !== null
  return (
    <StageShell title="重置密码" lead="新密码生效后，所有设备都会退出登录" steps={isHanded ? STAFF_STEPS : FORGET_STEPS} step={2}>
      {code !== '' && look === null ? (
        <Skeleton height={200} />
      ) : (
        <div className={css.sheet}>
          {isHanded && (
            <p className="note note-info">
              <Icon name="info" />
              <span>为账号 {look.username} 设置新密码，今后用它登录。</span>
            </p>
          )}
          <Reset ticket={ticket} isHanded={isHanded} />
        </div>
      )}
    </StageShell>
  )
}

function Reset({ ticket, isHanded }: { ticket: string; isHanded: boolean }) {
  const client = useApi()
  const navigate = useNavigate()
  return (
    <NewPasswordForm
      className={css.form}
      send={async (password, handles) => {
        await client.ask(credentialApi.forgetReset, { body: { ticket, password }, handles })
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
              {isHanded ? '重新输入找回码' : '重新获取验证码'}
            </Link>
          </p>
        </>
      )}
    </NewPasswordForm>
  )
}
