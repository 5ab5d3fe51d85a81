import type { ErrorScreen } from '#api-client/reactions.ts'
import { toast } from '#ui/Toast.tsx'
import { showAlert, showReload } from '../frame/alerts.ts'
import { paths, withQuery } from '../paths.ts'

/** The error catalogue's screen in a real browser. loginUrl: where the account that was signed in signs in (User.login_url). */
export function browserScreen(navigate: (to: string) => void, loginUrl: () => string | undefined): ErrorScreen {
  return {
    toast: (text, tone) => toast({ text, tone }),
    alert: showAlert,
    reloadDialog: showReload,
    toLogin: () => {
      const here = window.location.pathname + window.location.search
      if (!here.startsWith(paths.login())) navigate(withQuery(loginUrl() ?? paths.login(), { back: here }))
    },
    toContract: () => {
      if (!window.location.pathname.startsWith('/dzht')) navigate('/dzht')
    },
  }
}
