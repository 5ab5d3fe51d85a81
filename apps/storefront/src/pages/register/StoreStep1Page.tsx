import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { reviewOf } from '#domain/review.ts'
import { Button } from '#ui/Button.tsx'
import { FORM_HANDLES, missing, useSubmit } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { userQuery, useUser } from '../../api/queries.ts'
import type { PageArgs } from '../../app/page.ts'
import { markSignedIn } from '../../app/session-flag.ts'
import { STORE_STEPS, StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { PasswordLogin } from '../../parts/credentials/PasswordLogin.tsx'
import { SmsLogin } from '../../parts/credentials/SmsLogin.tsx'
import css from '../../parts/credentials/stage.module.css'
import { useEntering } from '../../parts/credentials/useEntering.ts'
import { useWays, waysQuery } from '../../parts/credentials/ways.ts'
import { paths } from '../../paths.ts'
import { Agreement } from './Agreement.tsx'
import { agreementsQuery, useReadAgreements } from './agreements-query.ts'

/** Who has a session goes on with it. */
export async function loader({ api, queries }: PageArgs): Promise<null> {
  await Promise.all([
    queries.prefetchQuery(userQuery(api)),
    queries.prefetchQuery(waysQuery(api)),
    queries.prefetchQuery(agreementsQuery(api)),
  ])
  return null
}

function StoreAside() {
  return (
    <>
      <h2>一个账号，多家门店</h2>
      <ul>
        {['每家门店有自己的证照、价格、购物车和订单', '登录后一键切换门店', '购物车可以复制到其他门店'].map((text) => (
          <li key={text}>
            <Icon name="store" />
            {text}
          </li>
        ))}
      </ul>
      <p className="muted">新门店单独审核，审核期间其他门店照常采购。</p>
    </>
  )
}

/** 多店注册-账号信息: the account is there already; it signs in, and adds a store to its group. */
export default function StoreStep1Page() {
  const user = useUser()
  return (
    <StageShell title="新增门店" lead="为已有账号再注册一家门店，与现有门店归在同一组" steps={STORE_STEPS} step={1} aside={<StoreAside />}>
      {user ? <AddStore user={user} /> : <SignInFirst />}
    </StageShell>
  )
}

function SignInFirst() {
  const queries = useQueryClient()
  const ways = useWays()
  const [way, setWay] = useState<'password' | 'sms'>('password')
  const signedIn = async (user: UserBaseWire) => {
    markSignedIn(user.company_id)
    queries.setQueryData(['user'], user)
  }
  return (
    <div className={css.form}>
      <p className="muted">先确认您的账号：</p>
      {ways?.sms !== 0 && (
        <div className={`seg ${css.seg}`}>
          <button type="button" aria-pressed={way === 'password'} onClick={() => setWay('password')}>
            密码登录
          </button>
          <button type="button" aria-pressed={way === 'sms'} onClick={() => setWay('sms')}>
            验证码登录
          </button>
        </div>
      )}
      {way === 'password' ? (
        <PasswordLogin onEntered={signedIn} action="登录并继续" />
      ) : (
        <SmsLogin onEntered={signedIn} action="验证并继续" />
      )}
      <p className={css.ways}>
        <span>
          还没有账号？
          <Link className="link" to={paths.register()}>
            注册第一家门店
          </Link>
        </span>
      </p>
    </div>
  )
}

function AddStore({ user }: { user: UserBaseWire }) {
  const client = useApi()
  const enter = useEntering()
  const read = useReadAgreements()
  const form = useRef<HTMLFormElement>(null)
  const { problems, busy, submit } = useSubmit({ form, fields: ['agree'], otherwise: 'agree' })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget } = event
    void submit(
      () => missing(currentTarget, { agree: '请阅读并同意用户协议' }),
      async () => {
        const { data } = await client.ask(credentialApi.registerStore, { body: { agree: 1, ...read }, handles: FORM_HANDLES })
        await enter(data, memberPaths.registerStorePapers())
      },
    )
  }
  return (
    <form ref={form} className={css.form} onSubmit={send} noValidate method="post">
      <div className={css.who}>
        <span className="muted">当前账号</span>
        <b>
          {user.name} {user.username}
        </b>
        <span>
          {user.stores.length > 1 ? `已有 ${user.stores.length} 家门店：` : '现有门店：'}
          {user.stores.map((store) => store.name).join('、') || user.company}
        </span>
      </div>
      {reviewOf(user.review_state) === 'draft' && (
        <p className="note note-warn">
          <Icon name="info" />
          <span>
            当前门店的资料还没有提交，可以先
            <Link className="link" to={memberPaths.registerPapers()}>
              继续填写
            </Link>
            。
          </span>
        </p>
      )}
      <Agreement error={problems.agree} />
      <Button kind="primary" size="xl" block type="submit" disabled={busy}>
        {busy ? '正在添加…' : '下一步，填写门店资质'}
      </Button>
    </form>
  )
}
