import { useState } from 'react'
import { useLocation } from 'react-router'
import type { UserBaseWire } from '#contract/user.ts'
import { AgreementDialog } from './AgreementDialog.tsx'

/** Put off until the browser is opened anew: by which texts, for which company. */
const KEPT = 'xieyi'

/** Asks for what came in force since the company last agreed; whoever puts it off goes on, as far as the shop lets him. */
export default function AskedAgreements({ user: { company_id: company, agreements } }: { user: UserBaseWire }) {
  const { pathname } = useLocation()
  const [later, setLater] = useState('')
  const about = JSON.stringify([company, agreements])
  if (pathname.startsWith('/xieyi') || later === about || sessionStorage.getItem(KEPT) === about) return null
  return (
    <AgreementDialog
      onLater={() => {
        sessionStorage.setItem(KEPT, about)
        setLater(about)
      }}
    />
  )
}
