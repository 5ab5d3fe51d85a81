import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { InvitationLookWire } from '#contract/invitations.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { beijingTime } from '#ui/times.ts'
import { credentialApi } from '../../api/credential-calls.ts'
import { userQuery, useUser } from '../../api/queries.ts'
import type { PageArgs } from '../../app/page.ts'
import { markSignedIn } from '../../app/session-flag.ts'
import { useMounted } from '../../app/useMounted.ts'
import { StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { AskShop } from '../../parts/credentials/AskShop.tsx'
import { LetterCode } from '../../parts/credentials/LetterCode.tsx'
import { PasswordLogin } from '../../parts/credentials/PasswordLogin.tsx'
import css from '../../parts/credentials/stage.module.css'
import { useWays, waysQuery } from '../../parts/credentials/ways.ts'
import { AcceptInvitation } from './AcceptInvitation.tsx'
import { agreementsQuery } from './agreements-query.ts'
import { InvitedForm } from './InvitedForm.tsx'
import { RegisterAside } from './Step1Page.tsx'

const INVITED_STEPS: readonly string[] = ['打开邀请', '设置登录', '进入商城']

/** Who has a session may take the invitation with it. */
export async function loader({ api, queries }: PageArgs): Promise<null> {
  await Promise.all([
    queries.prefetchQuery(userQuery(api)),
    queries.prefetchQuery(waysQuery(api)),
    queries.prefetchQuery(agreementsQuery(api)),
  ])
  return null
}

/** Where a letter's link and QR code lead. Its code stands behind the #, which the browser keeps to itself. */
export default function InvitedPage() {
  const mounted = useMounted()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const secret = mounted ? hash.slice(1) : ''
  return (
    <StageShell
      title="接受邀请"
      lead="凭邀请开通登录，不需要短信验证码"
      steps={INVITED_STEPS}
      step={secret === '' ? 1 : 2}
      aside={<RegisterAside />}
    >
      {!mounted && <Skeleton height={240} />}
      {mounted && secret === '' && (
        <LetterCode label="邀请码" action="打开邀请" onCode={(typed) => void navigate(memberPaths.invited(typed))} />
      )}
      {secret !== '' && <Opened key={secret} secret={secret} />}
    </StageShell>
  )
}

type Look = { invitation: InvitationLookWire } | { problem: string } | null

function useLook(secret: string): [Look, again: () => void] {
  const client = useApi()
  const [look, setLook] = useState<Look>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: round asks once more
  useEffect(() => {
    let gone = false
    client.ask(credentialApi.invitationLook, { body: { secret }, handles: 'all' }).then(
      ({ data }) => gone || setLook({ invitation: data }),
      (error: unknown) => gone || setLook({ problem: error instanceof ApiError ? error.message : '没有收到回答，请检查网络后重试' }),
    )
    return () => {
      gone = true
    }
  }, [client, secret, round])
  return [look, () => setRound((now) => now + 1)]
}

function Opened({ secret }: { secret: string }) {
  const user = useUser()
  const ways = useWays()
  const [look, again] = useLook(secret)
  const navigate = useNavigate()
  if (look === null) return <Skeleton height={240} />
  if ('problem' in look)
    return (
      <div className={css.sheet}>
        <p className="note note-bad" role="alert">
          <Icon name="alert" />
          <span>{look.problem}</span>
        </p>
        <div className={css.acts}>
          <Button size="lg" onClick={again}>
            再试一次
          </Button>
          <Button size="lg" onClick={() => void navigate(memberPaths.invited(), { replace: true })}>
            重新输入邀请码
          </Button>
        </div>
        {ways && <AskShop help={ways.help} />}
      </div>
    )
  const { invitation } = look
  return (
    <div className={css.form}>
      <div className={css.who}>
        <span className="muted">{invitation.is_new === 1 ? '邀请注册' : '邀请登录'}</span>
        <b>{invitation.company}</b>
        <span>
          {[invitation.contact, invitation.phone].filter(Boolean).join(' ')}
          {invitation.contact || invitation.phone ? ' · ' : ''}有效至 {beijingTime(invitation.expires_at)}
        </span>
      </div>
      {user ? <AcceptInvitation secret={secret} invitation={invitation} user={user} /> : <Choose secret={secret} invitation={invitation} />}
    </div>
  )
}

/** Whoever is not signed in: an account of its own, or the one that is there. */
function Choose({ secret, invitation }: { secret: string; invitation: InvitationLookWire }) {
  const queries = useQueryClient()
  const isKnown = invitation.has_account === 1
  const [way, setWay] = useState<'new' | 'old'>(isKnown ? 'old' : 'new')
  const signedIn = async (user: UserBaseWire) => {
    markSignedIn(user.company_id)
    queries.setQueryData(['user'], user)
  }
  return (
    <>
      {isKnown ? (
        <p className="note note-info">
          <Icon name="info" />
          <span>{invitation.phone} 已有账号：登录之后确认接受，企业就归到这个账号里。</span>
        </p>
      ) : (
        <div className={`seg ${css.seg}`}>
          <button type="button" aria-pressed={way === 'new'} onClick={() => setWay('new')}>
            开通新账号
          </button>
          <button type="button" aria-pressed={way === 'old'} onClick={() => setWay('old')}>
            我已有账号
          </button>
        </div>
      )}
      {way === 'new' ? <InvitedForm secret={secret} invitation={invitation} /> : <PasswordLogin onEntered={signedIn} action="登录并继续" />}
    </>
  )
}
