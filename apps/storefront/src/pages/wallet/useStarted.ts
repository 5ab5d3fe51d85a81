import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#api-client/client.ts'
import { failureText } from '../../parts/paying/failure.ts'

interface Started {
  pay_url: string | null
}

/** Starts a payment once however often it is clicked, and goes on to the gateway, or to where its arrival is shown. */
export function useStarted() {
  const navigate = useNavigate()
  const busy = useRef(false)
  const [starting, setStarting] = useState(false)
  const [problem, setProblem] = useState('')
  const start = async (ask: () => Promise<{ started: Started; next: string }>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setStarting(true)
    setProblem('')
    try {
      const { started, next } = await ask()
      if (started.pay_url) {
        window.location.assign(started.pay_url)
        return
      }
      await navigate(next, { preventScrollReset: true })
    } catch (error) {
      setProblem(failureText(error) ?? '')
      if (!(error instanceof ApiError)) throw error
    } finally {
      busy.current = false
      setStarting(false)
    }
  }
  return { starting, problem, start }
}
