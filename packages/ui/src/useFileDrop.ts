import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** A place where a file is chosen or dropped; one is taken at a time. What was chosen before the page was alive is taken as well. */
export function useFileDrop(take: (file: File) => Promise<void>) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [busy, setBusy] = useState(false)
  const receive = async (file: File | undefined): Promise<void> => {
    if (!file || busy) return
    setBusy(true)
    try {
      await take(file)
    } finally {
      setBusy(false)
    }
  }
  const receiveEarly = useEffectEvent(() => void receive(input.current?.files?.[0]))
  useEffect(() => receiveEarly(), [])
  return {
    busy,
    over,
    zone: {
      onDragOver(event: DragEvent) {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault()
        setOver(false)
        void receive(event.dataTransfer.files[0])
      },
    },
    field: {
      ref: input,
      type: 'file',
      onChange({ target }: { target: HTMLInputElement }) {
        void receive(target.files?.[0])
        // The same file may be chosen again, mended.
        target.value = ''
      },
    },
  }
}
