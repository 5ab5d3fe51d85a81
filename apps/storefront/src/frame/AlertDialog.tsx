import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { AlertRequest } from './alerts.ts'

/** An alert with one button, or the one that only offers to load the page again. */
export default function AlertDialog({ request, onClose }: { request: AlertRequest; onClose: () => void }) {
  const reload = request.kind === 'reload'
  return (
    <Dialog
      title={request.title}
      tone="info"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={reload ? () => window.location.reload() : onClose}>
          {reload ? '刷新' : '知道了'}
        </Button>
      }
    >
      {request.text}
    </Dialog>
  )
}
