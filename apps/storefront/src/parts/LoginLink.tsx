import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'

/** To the login page, and back here afterwards. */
export function LoginLink({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <Link to={paths.login(pathname + search)} className={className}>
      {children}
    </Link>
  )
}
