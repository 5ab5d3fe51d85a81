import { useEffect, useState } from 'react'

const SETTLED_MS = 120

/** A text once nobody has typed for a moment: not each letter is asked about. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
