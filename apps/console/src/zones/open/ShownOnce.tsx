import { Alert, Modal } from 'antd'
import { CopyText } from '#ui/CopyText.tsx'
import './open.css'

/** A secret to put into the other system: shown this once, kept nowhere. */
export function ShownOnce({
  of,
  what = '接口密钥',
  onClose,
}: {
  of: { name: string; secret: string } | null
  what?: string
  onClose: () => void
}) {
  return (
    <Modal
      open={of !== null}
      title={`${what}：${of?.name ?? ''}`}
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ hidden: true }}
      okText="已保存到对方系统"
      width={520}
      mask={{ closable: false }}
      // A closed dialog keeps what it showed: this one must not.
      destroyOnHidden
    >
      <Alert type="warning" showIcon title="只显示这一次，关掉后谁也看不到。请直接填入对方系统，不要发在聊天里。" className="trouble" />
      <p>
        <code className="strong open-secret">{of?.secret}</code>
      </p>
      <CopyText text={of?.secret ?? ''} what="密钥" />
    </Modal>
  )
}
