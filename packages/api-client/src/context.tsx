import { createContext, useContext } from 'react'
import type { ApiClient } from './client.ts'

const ApiContext = createContext<ApiClient | null>(null)
export const ApiProvider = ApiContext.Provider

/** The API for components. Failures are shown by the error catalogue unless the call says that it handles them. */
export function useApi(): ApiClient {
  const client = useContext(ApiContext)
  if (client === null) throw new Error('useApi outside of ApiProvider')
  return client
}
