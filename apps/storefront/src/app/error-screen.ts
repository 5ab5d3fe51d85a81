import type { ErrorScreen } from '../api/reactions.ts'
import { showAlert, showReload } from '../frame/alerts.ts'
import { toast } from '../parts/Toast.tsx'
import { paths } from '../paths.ts'

/** The error catalogue's screen in a real browser. */
export function browserScreen(navigate: (to: string) => void): ErrorScreen {
  return {
    toast: (text, tone) => toast({ text, tone }),
    alert: showAlert,
    reloadDialog: showReload,
    toLogin: () => {
      const here = window.location.pathname + window.location.search
      if (!here.startsWith(paths.login())) navigate(paths.login(here))
    },
    toContract: () => {
      if (!window.location.pathname.startsWith('/dzht')) navigate('/dzht')
    },
  }
}
