import type { Call } from '#contract/call.ts'

/**
 * The calls as the browser needs them: method and path, typed by the contract. Only types are imported, so that no
 * schema reaches the bundle; a method or path that differs from the contract does not compile.
 */
export interface Endpoint<C extends Call> {
  method: C['method']
  path: C['path']
  /** Carries the contract's type; never set. */
  readonly contract?: C
}

export function endpoint<C extends Call>(method: C['method'], path: C['path']): Endpoint<C> {
  return { method, path }
}
