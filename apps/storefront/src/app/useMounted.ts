import { useEffect, useState } from 'react'

/** False on the server and in the first rendering of the browser: for what is not part of the page's HTML. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return mounted
}
