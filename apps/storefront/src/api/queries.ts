import type { QueryClient } from '#api-client/cache.ts'
import { type ApiClient, ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { queryOptions, useQuery } from '#api-client/useQuery.ts'
import { CODES } from '#contract/codes.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { api } from './calls.ts'

/** The signed-in buyer, null for a visitor. One answer a visit, asked again when something about it changes. */
export function userQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['user'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<UserBaseWire | null> => {
      try {
        return (await client.ask(api.userBase, { signal, handles: [CODES.LOGIN_REQUIRED, CODES.FORBIDDEN] })).data
      } catch (error) {
        if (error instanceof ApiError && (error.code === CODES.LOGIN_REQUIRED || error.code === CODES.FORBIDDEN)) return null
        throw error
      }
    },
  })
}

export function useUser(): UserBaseWire | null {
  return useQuery(userQuery(useApi())).data ?? null
}

/** The badge shows at once what an answer of the cart said. */
export function showCartCount(queries: QueryClient, count: number): void {
  queries.setQueryData<UserBaseWire | null>(['user'], (user) => user && { ...user, cart: count, cart_count: count })
}

/** Header, menu, hot words: the same for everybody. */
export function headerQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['header'],
    staleTime: 300_000,
    queryFn: async ({ signal }) => (await client.ask(api.header, { signal })).data,
  })
}

/** Footer: help groups, licences, contacts. */
export function linksQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['links'],
    staleTime: 300_000,
    queryFn: async ({ signal }) => (await client.ask(api.globalLinks, { signal })).data,
  })
}

export function focusQuery(client: ApiClient, slot: string) {
  return queryOptions({
    queryKey: ['focus', slot],
    staleTime: 300_000,
    queryFn: async ({ signal }) => (await client.ask(api.focusSlot, { params: { slot }, signal })).data.list,
  })
}

const FOR_EVERYBODY: readonly unknown[] = ['header', 'links', 'focus', 'help']

/** After login: nothing that was read as somebody else stays; what everybody sees does. */
export function forgetBuyer(queries: QueryClient, user: UserBaseWire): void {
  queries.removeQueries({ predicate: ([subject]) => !FOR_EVERYBODY.includes(subject) })
  queries.setQueryData(['user'], user)
}
