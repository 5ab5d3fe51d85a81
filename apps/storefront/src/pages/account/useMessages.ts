import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { BodyOf, DataOf } from '#contract/call.ts'
import type { MessageWire } from '#contract/messages.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { memberApi } from '../../api/member-calls.ts'

type Contract = typeof import('#contract/messages.ts')

/** How long a deletion can be taken back here. */
const UNDO_MS = 8_000

/** What is chosen, and what is done with it; the badges of the frame follow each answer at once. */
export function useMessages(list: readonly MessageWire[]) {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [undo, setUndo] = useState<readonly number[] | null>(null)
  const chosen = new Set(list.flatMap(({ id }) => (picked.has(id) ? id : [])))

  useEffect(() => {
    if (undo === null) return
    const timer = setTimeout(() => setUndo(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [undo])

  const run = async (ask: () => Promise<{ data: DataOf<Contract['messageRead']> }>): Promise<boolean> => {
    try {
      const { data } = await ask()
      queries.setQueryData<UserBaseWire | null>(['user'], (user) => user && { ...user, message_count: data.unread })
      void queries.invalidateQueries({ queryKey: ['messages'] })
      await revalidate()
      return true
    } catch (error) {
      // Shown by the error catalogue; the list stays as it was.
      if (error instanceof ApiError || error instanceof NoAnswer) return false
      throw error
    }
  }
  return {
    chosen,
    choose: (id: number, on: boolean): void => setPicked(new Set(on ? [...chosen, id] : [...chosen].filter((one) => one !== id))),
    chooseAll: (on: boolean): void => setPicked(new Set(on ? list.map(({ id }) => id) : [])),
    read: (body: BodyOf<Contract['messageRead']>) => run(() => client.ask(memberApi.messageRead, { body })),
    remove: async (ids: number[]): Promise<void> => {
      if (await run(() => client.ask(memberApi.messageDelete, { body: { ids } }))) setUndo(ids)
    },
    undo,
    undone: async (): Promise<void> => {
      if (undo && (await run(() => client.ask(memberApi.messageRestore, { body: { ids: [...undo] } })))) setUndo(null)
    },
  }
}
