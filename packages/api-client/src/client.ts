import type { BodyOf, Call, DataOf, ParamsOf, QueryOf } from '#contract/call.ts'
import type { Envelope } from '#contract/codes.ts'
import type { Endpoint } from './endpoint.ts'

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? object
  : object extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

interface Options {
  signal?: AbortSignal
  /** Codes that the caller shows itself; 'all' = every refusal. The error catalogue stays silent about them. */
  handles?: readonly number[] | 'all'
}

/** params, query and body as the contract has them; parts that the call does not know are absent. */
export type Input<C> = Part<'params', ParamsOf<C>> & Part<'query', QueryOf<C>> & Part<'body', BodyOf<C>> & Options

/**
 * The one way to the API, on the server (in-process, with the visitor's cookie) and in the browser (fetch).
 * ask() resolves with the envelope of a success and throws ApiError for every other code.
 */
export interface ApiClient {
  ask: <C extends Call>(endpoint: Endpoint<C>, input: Input<C>) => Promise<Envelope<DataOf<C>>>
}

/** A refusal of the API: code and message of the envelope, data for the page (field errors, reasons, what changed). */
export class ApiError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
  /** What is wrong with which field; empty where the refusal names none. */
  get fieldErrors(): { field: string; message: string }[] {
    const { data } = this
    if (typeof data !== 'object' || data === null || !('errors' in data) || !Array.isArray(data.errors)) return []
    return data.errors.flatMap((one: unknown) =>
      typeof one === 'object' && one !== null && 'field' in one && 'message' in one
        ? { field: String(one.field), message: String(one.message) }
        : [],
    )
  }
}

/** No answer: the network failed ('network') or 30 s passed ('timeout'); 'cancelled' = a newer request took its place. */
export class NoAnswer extends Error {
  readonly kind: 'network' | 'timeout' | 'cancelled'
  constructor(kind: 'network' | 'timeout' | 'cancelled') {
    super(kind)
    this.kind = kind
  }
}
