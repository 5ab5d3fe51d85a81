import { useCallback, useEffect, useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { DrawWire, PrizeWire } from '#contract/draw.ts'
import { api } from '../../api/calls.ts'

/** The result shows no sooner (specification section 9). */
export const RESULT_AFTER_MS = 2_000
const STEP_MS = 110

export interface DrawResult {
  won: boolean
  prize: PrizeWire
  chances: number
}

interface DrawState {
  draw: DrawWire | null
  running: boolean
  /** A draw was made here: asked for, whatever came of it. */
  drawn: boolean
  /** Index of the prize that is lit. */
  lit: number | null
  result: DrawResult | null
  start: () => void
  /** Ready for another turn, where chances are left. */
  again: () => void
}

/** Reads the draw and makes it on the server; the light runs until the result may be shown. */
export function useDraw(drawId: number, onFailed: () => void): DrawState {
  const client = useApi()
  const [draw, setDraw] = useState<DrawWire | null>(null)
  const [running, setRunning] = useState(false)
  const [drawn, setDrawn] = useState(false)
  // The same until it is answered: a click repeated after a lost answer draws no second time.
  const key = useRef('')
  const [lit, setLit] = useState<number | null>(null)
  const [result, setResult] = useState<DrawResult | null>(null)
  const alive = useRef(true)
  const failed = useRef(onFailed)
  failed.current = onFailed

  useEffect(() => {
    alive.current = true
    const stop = new AbortController()
    client.ask(api.drawInfo, { query: { id: drawId }, signal: stop.signal, handles: 'all' }).then(
      ({ data }) => (data.draw === null ? failed.current() : setDraw(data.draw)),
      () => {
        if (!stop.signal.aborted) failed.current()
      },
    )
    return () => {
      alive.current = false
      stop.abort()
    }
  }, [client, drawId])

  const count = draw?.prizes.length ?? 0
  useEffect(() => {
    if (!running || count === 0) return
    const timer = setInterval(() => setLit((old) => ((old ?? -1) + 1) % count), STEP_MS)
    return () => clearInterval(timer)
  }, [running, count])

  const start = useCallback(async () => {
    if (draw === null) return
    setRunning(true)
    setDrawn(true)
    setResult(null)
    key.current ||= crypto.randomUUID()
    const soonest = new Promise((done) => setTimeout(done, RESULT_AFTER_MS))
    try {
      const { data } = await client.ask(api.activityTap, { body: { id: draw.id, key: key.current } })
      key.current = ''
      await soonest
      if (!alive.current) return
      setLit(draw.prizes.findIndex(({ id }) => id === data.prize.id))
      setResult({ won: data.won === 1, prize: data.prize, chances: data.chances })
      setDraw({ ...draw, chances: data.chances })
    } catch {
      // The error catalogue has shown why; the draw can be tried again.
      if (alive.current) setLit(null)
    } finally {
      if (alive.current) setRunning(false)
    }
  }, [client, draw])

  const again = useCallback(() => {
    setResult(null)
    setLit(null)
  }, [])
  return { draw, running, drawn, lit, result, start: () => void start(), again }
}
