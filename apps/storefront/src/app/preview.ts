import type { ApiClient } from '#api-client/client.ts'

/** The calls that know what staff look at before it is shown. */
const KNOWN = /^\/api\/(?:focus(?:\/|$)|zone\/page$|draw\/ads$)/

/** ?preview= of the address goes with each of them: the page is the shop's own, with what is looked at in its place. */
export function withPreview(client: ApiClient, address: string): ApiClient {
  const preview = new URL(address).searchParams.get('preview')
  if (!preview) return client
  return {
    ask: (endpoint, input) =>
      KNOWN.test(endpoint.path)
        ? client.ask(endpoint, { ...input, query: { ...(input as { query?: object }).query, preview } } as typeof input)
        : client.ask(endpoint, input),
  }
}
