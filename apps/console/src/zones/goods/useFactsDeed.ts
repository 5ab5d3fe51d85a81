import { useQueryClient } from '@tanstack/react-query'
import type { Input } from '#api-client/client.ts'
import type { Endpoint } from '#api-client/endpoint.ts'
import type { Call, DataOf } from '#contract/call.ts'
import { outdate } from '../../api/ask.ts'
import { type Deed, useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import type { FieldErrors } from './FactFields.tsx'

/** A writing call of the big form: its faults stand at their fields, what the stop list bars asks once, and what others wrote is read anew. */
export function useFactsDeed<C extends Call>(
  call: Endpoint<C>,
  { done, onDone }: { done: string; onDone: (data: DataOf<C>) => void },
): Deed<C> & { errors: FieldErrors; barred: string } {
  const queries = useQueryClient()
  const deed = useDeed(call, { done, outdates: [calls.records, calls.record, calls.history, calls.makers, calls.categories], onDone })
  const isBarred = deed.reason === 'LAW_BARRED'
  return {
    ...deed,
    problem: isBarred ? '' : deed.problem,
    errors: Object.fromEntries(deed.faults.map(({ field, message }) => [field, message])),
    barred: isBarred ? deed.problem : '',
    run: async (input: Input<C>) => {
      const isDone = await deed.run(input)
      if (!isDone) await outdate(queries, [calls.record])
      return isDone
    },
  }
}
