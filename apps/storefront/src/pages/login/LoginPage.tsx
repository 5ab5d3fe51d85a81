import { Link, useSearchParams } from 'react-router'
import type { UserBaseWire } from '#contract/user.ts'
import { Icon } from '#ui/Icon.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { LoginLicences } from '../../frame/LoginLicences.tsx'
import { memberPaths } from '../../member-paths.ts'
import { PasswordLogin } from '../../parts/credentials/PasswordLogin.tsx'
import { SmsLogin } from '../../parts/credentials/SmsLogin.tsx'
import { useEntering } from '../../parts/credentials/useEntering.ts'
import { WechatEntrance } from '../../parts/credentials/WechatEntrance.tsx'
import { wayBack } from '../../parts/credentials/way-back.ts'
import { paths } from '../../paths.ts'
import { LoginArt } from './LoginArt.tsx'
import css from './LoginPage.module.css'

type Way = 'password' | 'sms' | 'wechat'
const WAYS: readonly { way: Way; text: string }[] = [
  { way: 'password', text: '密码登录' },
  { way: 'sms', text: '验证码登录' },
  { way: 'wechat', text: '微信登录' },
]

/** Which ways this shop offers. */
export async function loader({ api }: PageArgs): Promise<readonly Way[]> {
  const { data } = await api.ask(credentialApi.loginWays, { handles: 'all' })
  return ['password', ...(data.sms ? (['sms'] as const) : []), ...(data.wechat ? (['wechat'] as const) : [])]
}

/** 登录: by password, by a code, by WeChat; afterwards back to where the buyer came from. */
export default function LoginPage() {
  const offered = usePageData<typeof loader>()
  const enter = useEntering()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('way')
  const way = offered.find((one) => one === asked) ?? 'password'
  const entered = (user: UserBaseWire) => enter(user, wayBack(query.get('back')))
  const choose = (next: Way) =>
    setQuery(
      (old) => {
        if (next === 'password') old.delete('way')
        else old.set('way', next)
        return old
      },
      { replace: true, preventScrollReset: true },
    )

  return (
    <div className={css.page}>
      <LoginArt />
      <div className={css.side}>
        <div className={css.box}>
          <h1>登录</h1>
          <p className={css.lead}>
            还没有账号？
            <Link className="link" to={paths.register()}>
              免费注册
            </Link>
            ，审核通过后可见价格并下单。
          </p>
          {offered.length > 1 && (
            <div className={`seg ${css.ways}`}>
              {WAYS.filter((one) => offered.includes(one.way)).map((one) => (
                <button key={one.way} type="button" aria-pressed={way === one.way} onClick={() => choose(one.way)}>
                  {one.text}
                </button>
              ))}
            </div>
          )}
          {way === 'password' && <PasswordLogin onEntered={entered} action="登录" />}
          {way === 'sms' && <SmsLogin onEntered={entered} action="登录" />}
          {way === 'wechat' && <WechatEntrance />}
          <p className={css.links}>
            {way === 'wechat' ? (
              <Link className="link" to={memberPaths.registerWechat()}>
                微信注册
              </Link>
            ) : (
              <span />
            )}
            {way !== 'wechat' && (
              <Link className="link" to={memberPaths.forget()}>
                忘记密码
              </Link>
            )}
          </p>
          <p className="note note-info">
            <Icon name="info" />
            本平台仅向持有合法资质的药品经营企业和医疗机构开放。
          </p>
        </div>
        <LoginLicences />
      </div>
    </div>
  )
}
