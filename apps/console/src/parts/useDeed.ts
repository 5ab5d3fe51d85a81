import { useQueryClient } from '@tanstack/react-query'
import { App, type FormInstance } from 'antd'
import { useRef, useState } from 'react'
import type { Input } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { Endpoint } from '#api-client/endpoint.ts'
import type { Call, DataOf } from '#contract/call.ts'
import { approvals } from '../api/approvals.ts'
import { type Outdated, outdate } from '../api/ask.ts'
import { fieldPath, type Meanwhile, type Outcome, outcomeOf } from './outcome.ts'

interface Options<C extends Call> {
  /** The toast when it was done; '' says nothing. */
  done?: string | ((data: DataOf<C>) => string)
  /** Lists and records that are no longer true then. */
  outdates?: Outdated
  /** Takes the errors of its fields. */
  form?: FormInstance
  /** The form's names of fields that the call names otherwise. */
  fields?: Readonly<Record<string, string>>
  onDone?: (data: DataOf<C>) => void
  /** It waits for another person's approval. */
  onSubmitted?: () => void
}

export interface Deed<C extends Call> {
  /** True when it was done. Otherwise what happened is shown, and stands in problem or meanwhile. */
  run: (input: Input<C>) => Promise<boolean>
  isBusy: boolean
  /** A refusal in words, for dialogs that stay open; '' none. Field errors stand at their fields. */
  problem: string
  /** Code of a refusal that has one; '' none. */
  reason: string
  /** Faults by the call's names of fields, for forms that draw them themselves. */
  faults: readonly { field: string; message: string }[]
  /** Somebody saved meanwhile: nothing was done, nothing is lost. */
  meanwhile: Meanwhile | null
  /** Saves the same once more, over what stands there now. */
  keepMine: () => Promise<boolean>
  /** Goes back to typing. */
  dismiss: () => void
}

const NO_FAULTS: readonly { field: string; message: string }[] = []

const withVersion = <C extends Call>(input: Input<C>, version: number): Input<C> =>
  ({ ...input, body: { ...(input as { body?: object }).body, version } }) as Input<C>

/** A writing call from a button or a form: asks once, shows what came of it, and lets what changed be read again. */
export function useDeed<C extends Call>(
  call: Endpoint<C>,
  { done = '已办妥', outdates = [], form, fields, onDone, onSubmitted }: Options<C> = {},
): Deed<C> {
  const api = useApi()
  const queries = useQueryClient()
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const running = useRef(false)
  const last = useRef<Input<C> | null>(null)

  function show(failed: Outcome): void {
    setOutcome(failed)
    if (failed.kind === 'fields' && form) {
      const named = failed.fields.map(({ field, message: text }) => ({ name: fieldPath(fields?.[field] ?? field), errors: [text] }))
      const known = named.filter(({ name }) => form.getFieldInstance(name) !== undefined || form.isFieldsTouched([name]))
      form.setFields(named as never)
      if (known.length > 0) return
    }
    if (failed.kind === 'fields' || failed.kind === 'refused') void message.error(failed.sentence)
  }

  async function run(input: Input<C>): Promise<boolean> {
    // A second press while the first is on its way does nothing twice.
    if (running.current) return false
    running.current = true
    last.current = input
    setBusy(true)
    setOutcome(null)
    try {
      const { data } = await api.ask(call, input)
      await outdate(queries, outdates)
      const text = typeof done === 'function' ? done(data) : done
      if (text) void message.success(text)
      onDone?.(data)
      return true
    } catch (error) {
      const failed = outcomeOf(error)
      if (failed.kind === 'submitted') {
        // Nothing was done yet, and the form has done its part: another person decides.
        await outdate(queries, [approvals.list, ...outdates])
        void message.info(failed.sentence)
        onSubmitted?.()
        return true
      }
      show(failed)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const meanwhile = outcome?.kind === 'meanwhile' ? outcome.meanwhile : null
  return {
    run,
    isBusy,
    problem: outcome?.kind === 'refused' || outcome?.kind === 'fields' ? outcome.sentence : '',
    reason: outcome?.kind === 'refused' ? (outcome.reason ?? '') : '',
    faults: outcome?.kind === 'fields' ? outcome.fields : NO_FAULTS,
    meanwhile,
    keepMine: async () => (meanwhile && last.current ? run(withVersion(last.current, meanwhile.version)) : false),
    dismiss: () => setOutcome(null),
  }
}
