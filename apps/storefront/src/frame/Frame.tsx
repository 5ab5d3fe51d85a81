import { Outlet } from 'react-router'
import { Toasts } from '../parts/Toast.tsx'
import { Alerts } from './Alerts.tsx'

/** Everything around a page. */
export function Frame() {
  return (
    <>
      <Outlet />
      <Toasts />
      <Alerts />
    </>
  )
}
