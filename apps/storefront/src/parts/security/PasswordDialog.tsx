import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/Toast.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { NewPasswordForm } from '../credentials/NewPasswordForm.tsx'
import { ProveFirst } from './ProveFirst.tsx'
import css from './security.module.css'

/** 修改密码: who it is first, then the new password; other devices are signed out. */
export function PasswordDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const [proven, setProven] = useState(false)
  return (
    <Dialog title="修改登录密码" onClose={onClose}>
      {proven ? (
        <NewPassword
          onChanged={() => {
            onClose()
            onChanged()
          }}
        />
      ) : (
        <ProveFirst purpose="reset" action="下一步" onProven={() => setProven(true)}>
          <p className="muted">先验证是您本人，再设置新密码。</p>
        </ProveFirst>
      )}
    </Dialog>
  )
}

function NewPassword({ onChanged }: { onChanged: () => void }) {
  const client = useApi()
  return (
    <NewPasswordForm
      autoFocus
      className={css.form}
      send={async (password, handles) => {
        const { message } = await client.ask(credentialApi.userResetPassword, { body: { password }, handles })
        toast({ text: message, tone: 'success' })
        onChanged()
      }}
    >
      {(busy) => (
        <div className={css.foot}>
          <Button kind="primary" size="lg" type="submit" disabled={busy}>
            {busy ? '正在保存…' : '保存新密码'}
          </Button>
        </div>
      )}
    </NewPasswordForm>
  )
}
