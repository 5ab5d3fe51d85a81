import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { api } from '../api/calls.ts'
import { clearSignedIn } from '../app/session-flag.ts'

/** 安全退出: ends the session, clears the stored login flag and reloads the page. */
export function useLogout(): { logout: () => void; busy: boolean } {
  const client = useApi()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await client.ask(api.userLogout, {})
      clearSignedIn()
      window.location.reload()
    } catch {
      // Shown by the error catalogue; the buyer is still signed in and may try again.
      setBusy(false)
    }
  }
  return { logout: () => void run(), busy }
}
