import type { Call } from '../../packages/contract/src/call.ts'

/** Writing calls of staff by the contract, and those of them that are not among the seen ones. A harmless one is sent with a body and writes nothing. */
export function unseen(calls: readonly Call[], seen: ReadonlySet<string>): { writing: number; missing: string[] } {
  const isWriting = ({ access, method, harmless }: Call) => access === 'staff' && method !== 'GET' && harmless !== true
  const names = calls.filter(isWriting).map(({ method, path }) => `${method} ${path}`)
  return { writing: names.length, missing: names.filter((name) => !seen.has(name)) }
}
