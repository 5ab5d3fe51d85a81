import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { FORM_HANDLES } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { memberPaths } from '../../member-paths.ts'
import { useEntering } from './useEntering.ts'
import { WechatScan } from './WechatScan.tsx'
import { wayBack } from './way-back.ts'

/** 微信登录: scanned and confirmed leads in, or, where that WeChat opens no account yet, to binding or registering. */
export function WechatEntrance() {
  const client = useApi()
  const enter = useEntering()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState('')
  const back = query.get('back')
  const confirmed = async (id: string) => {
    try {
      const { data } = await client.ask(credentialApi.wechatLogin, { body: { id }, handles: FORM_HANDLES })
      if (data.user) await enter(data.user, wayBack(back))
      else await navigate(memberPaths.registerWechat({ ticket: id, back }))
    } catch (error) {
      if (!(error instanceof ApiError)) return
      setProblem(error.message)
      // Another code: this one is used up.
      setRound((old) => old + 1)
    }
  }
  return (
    <>
      <WechatScan key={round} purpose="login" onConfirmed={confirmed} />
      {problem && (
        <p className="note note-bad" role="alert">
          <Icon name="alert" />
          {problem}
        </p>
      )}
    </>
  )
}
