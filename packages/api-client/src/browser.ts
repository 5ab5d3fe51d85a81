import type { Envelope } from '#contract/codes.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/constants.ts'
import { type ApiClient, ApiError, type Input, NoAnswer } from './client.ts'
import { bodyFor, type LooseInput, successOf, urlOf } from './request.ts'

/** These may run side by side (specification section 7); of all others a newer request cancels the older of its url. */
const MAY_REPEAT: readonly string[] = ['/api/cart', '/api/favorite', '/api/favorite/cancel', '/api/activity/tap']

/** What the page does about a failure; see reactions.ts. */
export interface Reactions {
  refused: (error: ApiError) => void
  timedOut: () => void
  unreachable: () => void
}

interface BrowserOptions {
  fetch: typeof fetch
  reactions: Reactions
  timeoutMs?: number
}

type Handles = Input<unknown>['handles']

function silentAbout(handles: Handles, code: number): boolean {
  return handles === 'all' || (handles?.includes(code) ?? false)
}

async function bodyOf(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.includes('json')) return null
  return response.json()
}

export function createBrowserApi({ fetch, reactions, timeoutMs = REQUEST_TIMEOUT_MS }: BrowserOptions): ApiClient {
  const running = new Map<string, AbortController>()

  /** Takes the place of a running request to the same url, and answers with the way to give the place back. */
  function takePlace(path: string, key: string): { signal: AbortController; leave: () => void } {
    const signal = new AbortController()
    if (MAY_REPEAT.includes(path)) return { signal, leave: () => undefined }
    running.get(key)?.abort('cancelled')
    running.set(key, signal)
    return {
      signal,
      leave: () => {
        if (running.get(key) === signal) running.delete(key)
      },
    }
  }

  async function send(method: string, path: string, input: LooseInput & { signal?: AbortSignal }): Promise<Envelope<unknown>> {
    const url = urlOf(path, input)
    const place = takePlace(path, `${method} ${url}`)
    const timer = setTimeout(() => place.signal.abort('timeout'), timeoutMs)
    const caller = () => place.signal.abort('cancelled')
    input.signal?.addEventListener('abort', caller)
    if (input.signal?.aborted) caller()
    const body = input.body && bodyFor(input.body)
    try {
      const response = await fetch(url, {
        method,
        credentials: 'include',
        signal: place.signal.signal,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': body.type }),
        },
        ...(body && { body: body.text }),
      })
      return successOf(response.status, await bodyOf(response))
    } catch (error) {
      if (error instanceof ApiError) throw error
      const { aborted, reason } = place.signal.signal
      throw new NoAnswer(aborted ? (reason === 'timeout' ? 'timeout' : 'cancelled') : 'network')
    } finally {
      clearTimeout(timer)
      input.signal?.removeEventListener('abort', caller)
      place.leave()
    }
  }

  return {
    async ask(endpoint, input) {
      try {
        return (await send(endpoint.method, endpoint.path, input as LooseInput & { signal?: AbortSignal })) as never
      } catch (error) {
        const { handles } = input
        if (error instanceof ApiError && !silentAbout(handles, error.code)) reactions.refused(error)
        if (error instanceof NoAnswer && error.kind === 'timeout') reactions.timedOut()
        if (error instanceof NoAnswer && error.kind === 'network' && handles !== 'all') reactions.unreachable()
        throw error
      }
    },
  }
}
