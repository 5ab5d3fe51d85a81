import { Alert, Modal } from 'antd'
import { CopyText } from '#ui/CopyText.tsx'

export interface Handed {
  username: string
  password: string
  /** Roles that another administrator has to agree to first, by name. */
  waits?: readonly string[]
}

/** A password to hand over: shown this once, kept nowhere. */
export function HandedPassword({ of, onClose }: { of: Handed | null; onClose: () => void }) {
  return (
    <Modal
      open={of !== null}
      title="初始密码"
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ hidden: true }}
      okText="已交给本人"
      width={420}
      mask={{ closable: false }}
    >
      <Alert type="warning" showIcon title="只显示这一次。本人第一次登录时须改为自己的密码。" className="trouble" />
      {of?.waits && of.waits.length > 0 && (
        <Alert
          type="info"
          showIcon
          className="trouble"
          title={`岗位“${of.waits.join('、')}”已提交批准：另一位管理员在“系统 → 批准”同意后生效，请本人之后再登录。`}
        />
      )}
      <p>
        账号 <b>{of?.username}</b>
      </p>
      <p className="row">
        初始密码 <code className="strong">{of?.password}</code> <CopyText text={of?.password ?? ''} what="初始密码" />
      </p>
    </Modal>
  )
}
