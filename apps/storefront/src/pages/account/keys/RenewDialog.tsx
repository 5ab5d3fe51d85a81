import { useApi } from '#api-client/context.tsx'
import type { OwnKeyIssued, OwnKeyWire } from '#contract/own-keys.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { FORM_HANDLES } from '#ui/form.ts'
import { memberApi } from '../../../api/member-calls.ts'
import { ProveFirst } from '../../../parts/security/ProveFirst.tsx'

interface Props {
  of: OwnKeyWire
  onClose: () => void
  onIssued: (answer: OwnKeyIssued) => void
}

export function RenewDialog({ of, onClose, onIssued }: Props) {
  const client = useApi()
  const renew = async (): Promise<void> =>
    onIssued((await client.ask(memberApi.userOpenKeyRenew, { params: { id: of.id }, handles: FORM_HANDLES })).data)
  return (
    <Dialog title={`更换“${of.name}”的密钥`} onClose={onClose}>
      <ProveFirst purpose="reset" action="确认更换" onProven={renew}>
        <p className="muted">旧密钥继续有效，等您的系统换好后再来停用旧的。</p>
      </ProveFirst>
    </Dialog>
  )
}
