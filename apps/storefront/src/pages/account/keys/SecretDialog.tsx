import { Button } from '#ui/Button.tsx'
import { CopyText } from '#ui/CopyText.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './keys.module.css'

/** Shown this once; the shop keeps none of it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title="接口密钥"
      firm
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          已保存到对方系统
        </Button>
      }
    >
      <p className="note">
        <Icon name="alert" />
        只显示这一次，关掉后谁也看不到。请直接填入您的系统，不要发在聊天里。
      </p>
      <p className={css.secret}>
        <code>{secret}</code>
      </p>
      <CopyText text={secret} what="密钥" />
    </Dialog>
  )
}
