import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageAt } from '../rights.ts'
import { useZones } from './here.ts'
import { useMay } from './me.ts'

/** Leads to another page of the console where the person may open it; otherwise the words alone stand there, or what `or` says. */
export function To({ to, or, children }: { to: string; or?: ReactNode; children: ReactNode }) {
  const page = pageAt(useZones(), to.split('?')[0] ?? '')
  const may = useMay()
  if (page === undefined || !may(page.needs)) return or === undefined ? children : or
  return (
    <Link className="link" to={`/${to}`}>
      {children}
    </Link>
  )
}
