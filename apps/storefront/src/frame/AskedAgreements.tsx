import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { onDemand } from '#ui/on-demand.tsx'
import { useUser } from '../api/queries.ts'
import { useMounted } from '../app/useMounted.ts'

const dialog = onDemand(() => import('./AgreementDialog.tsx'))
/** Put off until the browser is opened anew: by which texts, for which company. */
const KEPT = 'xieyi'

/** Asks for what came in force since the company last agreed; whoever puts it off goes on, as far as the shop lets him. */
export function AskedAgreements() {
  const user = useUser()
  const mounted = useMounted()
  const { pathname } = useLocation()
  const [later, setLater] = useState('')
  if (!mounted || !user?.agreements.length || pathname.startsWith('/xieyi')) return null
  const about = JSON.stringify([user.company_id, user.agreements])
  if (later === about || sessionStorage.getItem(KEPT) === about) return null
  return (
    <Suspense fallback={null}>
      <dialog.Part
        onLater={() => {
          sessionStorage.setItem(KEPT, about)
          setLater(about)
        }}
      />
    </Suspense>
  )
}
