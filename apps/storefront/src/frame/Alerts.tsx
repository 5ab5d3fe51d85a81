import { lazy, Suspense, useEffect, useState } from 'react'
import { type AlertRequest, onAlert } from './alerts.ts'

const AlertDialog = lazy(() => import('./AlertDialog.tsx'))

/** Shows the dialogs of the error catalogue, one after the other; the same sentence is not shown twice over itself. */
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
  return (
    <Suspense fallback={null}>
      <AlertDialog key={first.text} request={first} onClose={close} />
    </Suspense>
  )
}
