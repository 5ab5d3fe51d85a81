import { useRef, useState } from 'react'
import { ApiError, NoAnswer } from '#api-client/client.ts'

/** One deed at a time. The error catalogue has said why one was refused or had no answer: all stays, and it may be tried again. */
export function useBusy() {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async (deed: () => Promise<unknown>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await deed()
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
