import { useState } from 'react'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { WechatBindingWire } from '#contract/credentials.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Empty } from '#ui/Empty.tsx'
import { FORM_HANDLES } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { credentialApi } from '../../../api/credential-calls.ts'
import { type PageArgs, usePageData } from '../../../app/page.ts'
import { AccountShell } from '../../../frame/account/AccountShell.tsx'
import { WechatScan } from '../../../parts/credentials/WechatScan.tsx'
import { ProveFirst } from '../../../parts/security/ProveFirst.tsx'
import css from '../../../parts/security/security.module.css'

interface Data {
  binding: WechatBindingWire
  /** This shop has WeChat at all. */
  offered: boolean
}

export async function loader({ api }: PageArgs): Promise<Data> {
  const [binding, ways] = await Promise.all([api.ask(credentialApi.userWechat, {}), api.ask(credentialApi.loginWays, {})])
  return { binding: binding.data, offered: ways.data.wechat === 1 }
}

/** 绑定微信 */
export default function WechatPage() {
  const { binding: read, offered } = usePageData<typeof loader>()
  const queries = useQueryClient()
  const [binding, setBinding] = useState(read)
  const changed = (next: WechatBindingWire, message: string) => {
    setBinding(next)
    toast({ text: message, tone: 'success' })
    void queries.invalidateQueries({ queryKey: ['user'] })
  }
  return (
    <AccountShell title="绑定微信">
      <section className={`panel ${css.bind}`}>
        {binding.bound ? (
          <Bound binding={binding} onChanged={changed} />
        ) : offered ? (
          <Unbound onChanged={changed} />
        ) : (
          <Empty picture="paper" text="微信登录暂未开通" hint="开通后可以在这里绑定微信，扫码登录。" />
        )}
      </section>
    </AccountShell>
  )
}

interface Change {
  onChanged: (binding: WechatBindingWire, message: string) => void
}

function Bound({ binding, onChanged }: Change & { binding: WechatBindingWire }) {
  const client = useApi()
  const [asked, setAsked] = useState(false)
  const unbind = async () => {
    const { data, message } = await client.ask(credentialApi.userUnbindWechat, { handles: FORM_HANDLES })
    setAsked(false)
    onChanged(data, message)
  }
  return (
    <>
      <span className={css.mark}>
        <Icon name="check" size={32} />
      </span>
      <h2>已绑定微信“{binding.name}”</h2>
      <p>{binding.bound_at && `${beijingTime(binding.bound_at)} 绑定。`}登录页选择“微信登录”，扫码确认即可进入，不用输入密码。</p>
      <Button onClick={() => setAsked(true)}>解绑微信</Button>
      {asked && (
        <Dialog title="解绑微信" onClose={() => setAsked(false)}>
          <ProveFirst purpose="wechat" action="确认解绑" onProven={unbind}>
            <p className="muted">解绑后不能再用微信“{binding.name}”登录，仍可用其他方式登录。</p>
          </ProveFirst>
        </Dialog>
      )}
    </>
  )
}

type Stage = 'start' | 'prove' | 'scan'

function Unbound({ onChanged }: Change) {
  const client = useApi()
  const [stage, setStage] = useState<Stage>('start')
  const [problem, setProblem] = useState('')
  const bind = async (id: string) => {
    try {
      const { data, message } = await client.ask(credentialApi.userBindWechat, { body: { id }, handles: FORM_HANDLES })
      onChanged(data, message)
    } catch (error) {
      if (!(error instanceof ApiError)) return
      setProblem(error.message)
      setStage('start')
    }
  }
  if (stage === 'scan')
    return (
      <>
        {/* The button that led here is gone. */}
        <h2 tabIndex={-1} ref={(heading) => heading?.focus()}>
          用微信扫码绑定
        </h2>
        <WechatScan purpose="bind" onConfirmed={bind} />
        <p>请用您本人的微信扫码，并在手机上确认。一个微信只能绑定一个账号。</p>
      </>
    )
  return (
    <>
      <span className={css.mark}>
        <Icon name="qr" size={32} />
      </span>
      <h2>{stage === 'prove' ? '先验证是您本人' : '绑定微信，扫码登录'}</h2>
      {problem && (
        <p className="note note-bad" role="alert">
          <Icon name="alert" />
          {problem}
        </p>
      )}
      {stage === 'prove' ? (
        <div className={css.prove}>
          <ProveFirst purpose="wechat" action="下一步，显示二维码" onProven={() => setStage('scan')} />
        </div>
      ) : (
        <>
          <p>绑定后在登录页选择“微信登录”，扫码确认即可进入，不用输入密码。</p>
          <Button
            kind="primary"
            size="lg"
            onClick={() => {
              setProblem('')
              setStage('prove')
            }}
          >
            绑定微信
          </Button>
        </>
      )}
    </>
  )
}
