import { type FormEvent, useRef } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { InvitationLookWire } from '#contract/invitations.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { Button } from '#ui/Button.tsx'
import { FORM_HANDLES, missing, useSubmit } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { useLogout } from '../../frame/useLogout.ts'
import css from '../../parts/credentials/stage.module.css'
import { useEntering } from '../../parts/credentials/useEntering.ts'
import { Agreement } from './Agreement.tsx'
import { afterInvitation } from './after-invitation.ts'
import { useReadAgreements } from './agreements-query.ts'

interface Props {
  secret: string
  invitation: InvitationLookWire
  user: UserBaseWire
}

const shortPhone = (phone: string) => phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')

/** The account that is signed in takes the company in beside its own. */
export function AcceptInvitation({ secret, invitation, user }: Props) {
  const client = useApi()
  const enter = useEntering()
  const { logout, busy: leaving } = useLogout()
  const read = useReadAgreements()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit } = useSubmit({ form, fields: ['agree'], otherwise: 'agree' })
  const isOthers = invitation.phone !== '' && shortPhone(user.phone) !== invitation.phone
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    void submit(
      () => missing(currentTarget, { agree: '请阅读并同意用户协议' }),
      async () => {
        const { data } = await client.ask(credentialApi.invitationAccept, { body: { secret, agree: 1, ...read }, handles: FORM_HANDLES })
        await enter(data, afterInvitation(data))
      },
    )
  }
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
      <p className={isOthers ? 'note note-warn' : 'note note-info'}>
        <Icon name="info" />
        <span>
          当前登录：{user.name} {user.username}（{user.company}）。
          {isOthers
            ? `这份邀请是发给 ${invitation.phone} 的，请退出后用那个手机号。`
            : `接受后，${invitation.company}与现有门店用同一个账号切换。`}
        </span>
      </p>
      {!isOthers && <Agreement error={problems.agree} />}
      {!isOthers && (
        <Button kind="primary" size="xl" block type="submit" disabled={busy}>
          {busy ? '正在接受…' : '用这个账号接受邀请'}
        </Button>
      )}
      <p className={css.ways}>
        <button type="button" className="link" disabled={leaving} onClick={logout}>
          退出当前账号，换一个
        </button>
      </p>
    </form>
  )
}
