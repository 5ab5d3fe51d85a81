import { useEffect, useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { type AlertRequest, onAlert } from './alerts.ts'

/** The dialogs of the error catalogue. The same sentence is not shown twice over itself. */
export function Alerts() {
  const [waiting, setWaiting] = useState<readonly AlertRequest[]>([])
  useEffect(() => {
    onAlert((request) =>
      setWaiting((old) => {
        if (!old.some(({ text, kind }) => text === request.text && kind === request.kind)) return [...old, request]
        request.closed()
        return old
      }),
    )
    return () => onAlert(null)
  }, [])
  const [first] = waiting
  if (!first) return null
  const close = () => {
    first.closed()
    setWaiting((old) => old.slice(1))
  }
  if (first.kind === 'reload')
    return (
      <Dialog
        key={first.text}
        title={first.title}
        tone="info"
        onClose={close}
        actions={
          <Button kind="primary" onClick={() => window.location.reload()}>
            刷新
          </Button>
        }
      >
        {first.text}
      </Dialog>
    )
  return (
    <Dialog
      key={first.text}
      title={first.title}
      tone="info"
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          知道了
        </Button>
      }
    >
      {first.text}
    </Dialog>
  )
}
