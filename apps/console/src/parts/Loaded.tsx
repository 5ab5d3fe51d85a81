import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#api-client/client.ts'
import { Loading } from './Loading.tsx'
import { NotHere } from './NotHere.tsx'
import { Trouble } from './Trouble.tsx'

/** Draws what useAsk was answered; until then, or instead, says how that stands. */
export function Loaded<T>({ of, children }: { of: UseQueryResult<T, Error>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return children(of.data)
  if (of.error instanceof ApiError && of.error.code === 404) return <NotHere title={of.error.message || '没有找到'} words={[]} />
  // An address that somebody mistyped: asking again does not help.
  if (of.error instanceof ApiError && of.error.code === 422) return <NotHere title="没有找到，请核对网址" words={[]} />
  if (of.error) return <Trouble error={of.error} onAgain={() => void of.refetch()} />
  return <Loading />
}
