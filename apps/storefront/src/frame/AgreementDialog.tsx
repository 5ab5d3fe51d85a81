import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { AskedText } from '../parts/agreements/AskedText.tsx'
import { useAsked } from '../parts/agreements/useAsked.ts'

/** The first text that is asked for: what is new in it, all of it, and the two answers. */
export function AgreementDialog({ onLater }: { onLater: () => void }) {
  const { own, busy, accept } = useAsked()
  const asked = own?.asked[0]
  if (own === undefined || asked === undefined) return null
  return (
    <Dialog
      wide
      title={`请阅读《${asked.title}》`}
      onClose={onLater}
      actions={
        own.can_accept === 1 ? (
          <>
            <Button onClick={onLater}>暂不同意</Button>
            <Button kind="primary" disabled={busy} onClick={() => accept(asked)}>
              {busy ? '正在提交…' : '同意'}
            </Button>
          </>
        ) : (
          <Button kind="primary" onClick={onLater}>
            知道了
          </Button>
        )
      }
    >
      <AskedText key={asked.id} asked={asked} own={own} />
    </Dialog>
  )
}
