import { useApi } from '#api-client/context.tsx'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/Toast.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import css from './credentials.module.css'
import type { WayIn } from './PasswordLogin.tsx'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'

/** 验证码登录 */
export function SmsLogin({ onEntered, action, wechat }: WayIn) {
  const client = useApi()
  return (
    <PhoneCodeForm
      to={{ purpose: 'login' }}
      label="手机号"
      autoFocus
      autoComplete="username"
      className={css.way}
      send={async (answer, handles) => {
        const { data, message } = await client.ask(credentialApi.userLoginSms, {
          body: { ...answer, ...(wechat && { wechat }) },
          handles,
        })
        if (wechat) toast({ text: message })
        await onEntered(data)
      }}
    >
      {(busy) => (
        <Button kind="primary" size="xl" block type="submit" disabled={busy}>
          {busy ? '正在登录…' : action}
        </Button>
      )}
    </PhoneCodeForm>
  )
}
