import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, EMPTY, readDraft, writeDraft } from './draft.ts'

/** The draft of one company; read once the page is alive, for the server knows nothing of it. */
export function useDraft(companyId: number): { draft: Draft; ready: boolean; change: (part: Partial<Draft>) => void } {
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [ready, setReady] = useState(false)
  const latest = useRef<Draft>(EMPTY)
  useEffect(() => {
    latest.current = readDraft(window.localStorage, companyId)
    setDraft(latest.current)
    setReady(true)
  }, [companyId])
  const change = useCallback(
    (part: Partial<Draft>) => {
      latest.current = { ...latest.current, ...part }
      setDraft(latest.current)
      writeDraft(window.localStorage, companyId, latest.current)
    },
    [companyId],
  )
  return { draft, ready, change }
}
