import { createBrowserApi } from '#api-client/browser.ts'
import { type ApiClient, ApiError } from '#api-client/client.ts'
import { LOGIN_CODES } from '#contract/codes.ts'

/**
 * The api of this site. A refusal is shown where it was caused (useAsk, useDeed), never over the page; only that somebody is
 * signed in no longer concerns every page alike.
 */
export function createConsoleApi(fetchIt: typeof fetch, signedOut: () => void): ApiClient {
  const nothing = () => undefined
  const api = createBrowserApi({ fetch: fetchIt, reactions: { refused: nothing, timedOut: nothing, unreachable: nothing } })
  return {
    async ask(endpoint, input) {
      try {
        return await api.ask(endpoint, input)
      } catch (error) {
        // A wrong password is answered to who types it.
        if (error instanceof ApiError && LOGIN_CODES.includes(error.code) && endpoint.path !== '/api/staff/login') signedOut()
        throw error
      }
    },
  }
}
