import { Value } from 'typebox/value'
import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { CODES } from '#contract/codes.ts'
import { type DescribedError, errorsOf } from '#contract/errors.ts'
import { OPEN_PROBLEMS, OpenProblem, type OpenProblemCode, openProblemsOf } from '#contract/open-problems.ts'

/** Whether what is answered instead of what was asked is among what the contract says that the call may answer. */

interface Described {
  path: RegExp
  call: Call
  errors: ReturnType<typeof errorsOf>
}
const BY_METHOD = Map.groupBy(
  CALLS.map((call) => ({ call, path: new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}/?$`), errors: errorsOf(call) })),
  ({ call }) => call.method,
)
/** /api/order/unpaid before /api/order/:id, as the router reads them. */
const wildcards = ({ call }: Described) => call.path.split(':').length

const BEST_FIRST = new Map([...BY_METHOD].map(([method, calls]) => [method, calls.toSorted((a, b) => wildcards(a) - wildcards(b))]))
const describedAt = (method: string, url: string): Described | undefined => {
  const path = url.replace(/[?#].*$/s, '')
  return BEST_FIRST.get(method as Call['method'])?.find((one) => one.path.test(path))
}

/** Which call of the contract answers there. */
export const callAt = (method: string, url: string): Call | null => describedAt(method, url)?.call ?? null

/** Throws when a call answers an error that its description does not name, or with other data. */
export function assertDescribed(method: string, url: string, answer: { code?: number; data?: unknown }): void {
  const { code = 0, data = null } = answer
  const found = describedAt(method, url)
  if (found?.call.access === 'integration') {
    assertOpen(found.call, code, data)
    return
  }
  if (code === CODES.OK || code === 0) return
  if (!found) return
  const { call, errors } = found
  const described: DescribedError | undefined = (errors as ReadonlyMap<number, DescribedError>).get(code)
  if (described && Value.Check(described.data, data)) return
  const what = described ? `${code} with data other than described` : `${code}, which it does not describe`
  throw new Error(`${call.method} ${call.path} answers ${what}: ${JSON.stringify(data)}`)
}

/** Data that the contract has not, a problem that the call does not name, or under another status. */
function assertOpen(call: Call, status: number, data: unknown): void {
  // A file comes as it is.
  if (call.file === true && status === 0) return
  const { code } = (data ?? {}) as { code?: OpenProblemCode }
  const isRight =
    status === CODES.OK
      ? Value.Check(call.data, data)
      : code !== undefined && Value.Check(OpenProblem, data) && openProblemsOf(call).includes(code) && OPEN_PROBLEMS[code].status === status
  if (!isRight) throw new Error(`${call.method} ${call.path} answers ${status} as not described: ${JSON.stringify(data)?.slice(0, 500)}`)
}
