import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/Toast.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { PhoneCodeForm } from '../credentials/PhoneCodeForm.tsx'
import { ProveFirst } from './ProveFirst.tsx'
import css from './security.module.css'

/** 更换手机号: who it is first, then a code to the new phone. */
export function PhoneDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const [proven, setProven] = useState(false)
  return (
    <Dialog title="更换登录手机号" onClose={onClose}>
      {proven ? (
        <NewPhone
          onChanged={() => {
            onClose()
            onChanged()
          }}
        />
      ) : (
        <ProveFirst purpose="phone" action="下一步" onProven={() => setProven(true)}>
          <p className="muted">先验证是您本人。原手机号已停用时，请用登录密码验证。</p>
        </ProveFirst>
      )}
    </Dialog>
  )
}

function NewPhone({ onChanged }: { onChanged: () => void }) {
  const client = useApi()
  const queries = useQueryClient()
  return (
    <PhoneCodeForm
      autoFocus
      to={{ purpose: 'phone', signedIn: true }}
      label="新手机号"
      hint="更换后用新手机号登录"
      autoComplete="tel"
      className={css.form}
      send={async (body, handles) => {
        const { data, message } = await client.ask(credentialApi.userUpdateInfo, { body, handles })
        queries.setQueryData(['user'], data)
        toast({ text: message, tone: 'success' })
        onChanged()
      }}
    >
      {(busy) => (
        <div className={css.foot}>
          <Button kind="primary" size="lg" type="submit" disabled={busy}>
            {busy ? '正在保存…' : '更换手机号'}
          </Button>
        </div>
      )}
    </PhoneCodeForm>
  )
}
