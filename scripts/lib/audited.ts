import type { Call } from '../../packages/contract/src/call.ts'

/** Writing calls of staff by the contract, and those of them that are not among the seen ones. */
export function unseen(calls: readonly Call[], seen: ReadonlySet<string>): { writing: number; missing: string[] } {
  const names = calls.filter(({ access, method }) => access === 'staff' && method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  return { writing: names.length, missing: names.filter((name) => !seen.has(name)) }
}
