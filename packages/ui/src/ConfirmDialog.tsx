import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  open: boolean
  title: string
  text?: ReactNode
  confirm: string
  /** A gentler way, offered beside the two. */
  other?: { text: string; run: () => void }
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is done that cannot be taken back. */
export function ConfirmDialog({ open, title, text, confirm, other, onConfirm, onClose }: Props) {
  if (!open) return null
  const run = (action: () => void) => () => {
    onClose()
    action()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          {other && <Button onClick={run(other.run)}>{other.text}</Button>}
          <Button kind="primary" onClick={run(onConfirm)}>
            {confirm}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
