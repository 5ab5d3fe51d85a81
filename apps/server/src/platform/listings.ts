import type { Call } from '#contract/call.ts'
import type { Viewer } from './viewer.ts'

/** What a list's call answers: rows, and where it goes on. */
export interface ListAnswer {
  list: readonly unknown[]
  total?: number
  per_page?: number
  next?: number | string | null
}
export interface ListAsk {
  viewer: Viewer
  query: Readonly<Record<string, unknown>>
  now: Date
}
type Handler = (ask: ListAsk & { params: object; body: undefined; say: () => void }) => Promise<unknown> | unknown

/**
 * The handlers of the console's lists: whatever goes through a list in somebody's name asks what the page asks, so that its rows,
 * its filters and what is kept from a narrower view are the list's own. Rights are looked at by whoever asks.
 */
export interface Listings {
  keep: (call: Call, handler: unknown) => void
  ask: (call: Call, ask: ListAsk) => Promise<ListAnswer>
}

const isListing = ({ method, access, file, path }: Call): boolean => method === 'GET' && access === 'staff' && !file && !path.includes(':')

export function createListings(): Listings {
  const handlers = new Map<string, Handler>()
  return {
    keep(call, handler) {
      if (isListing(call)) handlers.set(call.path, handler as Handler)
    },
    async ask({ path }, ask) {
      const handler = handlers.get(path)
      if (handler === undefined) throw new Error(`nothing serves the list ${path}`)
      return (await handler({ ...ask, params: {}, body: undefined, say: () => undefined })) as ListAnswer
    },
  }
}
