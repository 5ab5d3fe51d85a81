import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import { api } from '../../api/calls.ts'
import { failureText, SHOWN_HERE } from '../../parts/paying/failure.ts'
import { paths } from '../../paths.ts'
import { isPaying, startPaying, stopPaying } from './paying.ts'

/** choose: pick a channel; starting: the payment is being opened; waiting: it is open at the gateway, the result is asked for. */
type Phase = 'choose' | 'starting' | 'waiting'

const POLL_MS = 3000
const POLLS_MAX = 100

export interface Pay {
  phase: Phase
  problem: string
  /** The newest word of the server on a payment that is awaited. */
  said: string
  asking: boolean
  pay: (channel: string) => Promise<void>
  check: () => Promise<void>
  giveUp: () => void
}

export function usePay(orderId: number): Pay {
  const client = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<Phase>('choose')
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  const [asking, setAsking] = useState(false)
  const locked = useRef(false)

  const arrived = useCallback(async (): Promise<void> => {
    stopPaying(sessionStorage, orderId)
    void queries.invalidateQueries({ queryKey: ['user'] })
    await navigate(paths.paid(orderId), { replace: true })
  }, [navigate, orderId, queries])

  const check = useCallback(async (): Promise<void> => {
    setAsking(true)
    try {
      const { data } = await client.ask(api.payCheck, { params: { id: orderId }, handles: SHOWN_HERE })
      if (data.paid) return await arrived()
      setSaid(data.message || '还没有收到支付结果')
    } catch (error) {
      const text = failureText(error)
      if (text) setSaid(text)
    } finally {
      setAsking(false)
    }
  }, [arrived, client, orderId])

  const pay = async (channel: string): Promise<void> => {
    if (locked.current) return
    locked.current = true
    setPhase('starting')
    setProblem('')
    try {
      const { data } = await client.ask(api.payCreate, { params: { id: orderId }, body: { channel }, handles: SHOWN_HERE })
      if (data.pay_url) {
        startPaying(sessionStorage, orderId)
        window.location.assign(data.pay_url)
        return
      }
      locked.current = false
      setPhase('waiting')
      await check()
    } catch (error) {
      setProblem(failureText(error) ?? '')
      setPhase('choose')
      locked.current = false
    }
  }

  // Back from the gateway: by its link (a fresh page), or by the back button (this page out of the browser's memory).
  useEffect(() => {
    const returned = (): void => {
      if (!isPaying(sessionStorage, orderId)) return
      locked.current = false
      setPhase('waiting')
    }
    returned()
    window.addEventListener('pageshow', returned)
    return () => window.removeEventListener('pageshow', returned)
  }, [orderId])

  useEffect(() => {
    if (phase !== 'waiting') return
    let left = POLLS_MAX
    void check()
    const timer = setInterval(() => {
      left -= 1
      if (left <= 0) return clearInterval(timer)
      if (document.visibilityState === 'visible') void check()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [check, phase])

  const giveUp = (): void => {
    stopPaying(sessionStorage, orderId)
    setSaid('')
    setPhase('choose')
  }
  return { phase, problem, said, asking, pay, check, giveUp }
}
