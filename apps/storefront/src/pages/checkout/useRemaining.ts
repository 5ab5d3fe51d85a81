import { useEffect, useState } from 'react'

/** Whole seconds until an instant, counted down once a second; null before the browser has taken over (the server's clock is not the reader's). */
export function useRemaining(until: string | null): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (until === null) return setLeft(null)
    const end = Date.parse(until)
    const count = (): void => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}
