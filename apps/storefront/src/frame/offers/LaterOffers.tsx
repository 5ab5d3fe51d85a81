import { Suspense, useEffect, useState } from 'react'
import { onDemand } from '#ui/on-demand.tsx'

const offers = onDemand(() => import('./Offers.tsx'))

/** The page comes first. */
const AFTER_MS = 1_500

/** No part of the page's HTML, and no script of it until the page has been standing for a while. */
export function LaterOffers() {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!due) return null
  return (
    <Suspense fallback={null}>
      <offers.Part />
    </Suspense>
  )
}
