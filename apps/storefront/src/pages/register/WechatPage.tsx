import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { WechatState } from '#contract/credentials.ts'
import { Icon } from '#ui/Icon.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { REGISTER_STEPS, StageShell } from '../../frame/StageShell.tsx'
import { PasswordLogin } from '../../parts/credentials/PasswordLogin.tsx'
import { SmsLogin } from '../../parts/credentials/SmsLogin.tsx'
import css from '../../parts/credentials/stage.module.css'
import { useEntering } from '../../parts/credentials/useEntering.ts'
import { WechatEntrance } from '../../parts/credentials/WechatEntrance.tsx'
import { wayBack } from '../../parts/credentials/way-back.ts'
import { useWays } from '../../parts/credentials/ways.ts'
import { paths } from '../../paths.ts'
import { RegisterForm } from './RegisterForm.tsx'
import { RegisterAside } from './Step1Page.tsx'

interface Ticket {
  id: string
  status: WechatState
  nickname: string
}

/** A WeChat that was just confirmed and opens no account yet; without one the page begins with the QR code. */
export async function loader({ api, url }: PageArgs): Promise<Ticket | null> {
  const id = url.searchParams.get('ticket')
  if (!id || !/^[\w-]{1,64}$/.test(id)) return null
  const { data } = await api.ask(credentialApi.wechatTicketState, { params: { id }, handles: 'all' })
  return data.status === 'confirmed' ? { id, ...data } : null
}

/** 微信注册: a new account that its WeChat opens, or an old one that it opens from now on. */
export default function RegisterWechatPage() {
  const ticket = usePageData<typeof loader>()
  return (
    <StageShell title="微信注册" lead="用微信扫码，今后免密码登录" steps={REGISTER_STEPS} step={1} aside={<RegisterAside />}>
      {ticket ? <Choose ticket={ticket} /> : <Scan />}
    </StageShell>
  )
}

function Scan() {
  return (
    <div className={css.form}>
      <WechatEntrance />
      <p className={css.ways}>
        <Link className="link" to={paths.register()}>
          不用微信，直接注册
        </Link>
      </p>
    </div>
  )
}

type Way = 'new' | 'password' | 'sms'
const WAYS: readonly { way: Way; text: string }[] = [
  { way: 'new', text: '注册新账号' },
  { way: 'password', text: '绑定已有账号' },
  { way: 'sms', text: '验证码绑定' },
]

function Choose({ ticket }: { ticket: Ticket }) {
  const enter = useEntering()
  const [query] = useSearchParams()
  const ways = useWays()
  // Without codes an invitation opens a new account, and the WeChat is bound to it afterwards.
  const offered = WAYS.filter((one) => ways?.sms !== 0 || one.way === 'password')
  const [chosen, setWay] = useState<Way>('new')
  const way = offered.find((one) => one.way === chosen)?.way ?? 'password'
  const entered = (user: Parameters<typeof enter>[0]) => enter(user, wayBack(query.get('back')))
  return (
    <div className={css.form}>
      <p className="note note-ok">
        <Icon name="check" />
        微信“{ticket.nickname}”已确认，还没有对应的账号。
      </p>
      <div className={`seg ${css.seg}`}>
        {offered.map((one) => (
          <button key={one.way} type="button" aria-pressed={way === one.way} onClick={() => setWay(one.way)}>
            {one.text}
          </button>
        ))}
      </div>
      {way === 'new' && <RegisterForm wechat={ticket.id} />}
      {way === 'password' && <PasswordLogin wechat={ticket.id} onEntered={entered} action="登录并绑定微信" />}
      {way === 'sms' && <SmsLogin wechat={ticket.id} onEntered={entered} action="登录并绑定微信" />}
    </div>
  )
}
