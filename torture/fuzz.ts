import { CALLS } from '#contract/calls.ts'
import { wrongVariants } from '../apps/server/test/wrong-values.ts'
import { type Actor, ERP } from './actors.ts'
import type { Random } from './random.ts'
import type { Part } from './report.ts'
import { faultOf, rightParts, sendCall } from './requests.ts'

const CLIENTS = 8
const ID_MAX = 60

/** Any call of the contract by anybody, right or with one value wrong, for so many seconds. */
export async function fuzz(origin: string, actors: readonly Actor[], dice: Random, seconds: number): Promise<Part> {
  const part: Part = { name: 'fuzz from the contract', figures: {}, problems: [] }
  const seen = new Set<string>()
  const answers = new Map<number, number>()
  const ends = performance.now() + seconds * 1000
  const client = async () => {
    while (performance.now() < ends) {
      const call = dice.of(CALLS)
      const right = rightParts(call, 1 + dice.below(ID_MAX))
      const parts = dice.below(3) === 0 ? right : { ...right, ...wrongPart(call, dice) }
      const answer = await sendCall(origin, call, parts, await actorFor(call, actors, dice).cookie(), dice.below(2) === 0)
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
      const fault = faultOf(call, answer)
      if (fault === null || seen.has(fault)) continue
      seen.add(fault)
      part.problems.push(`${fault} ← ${JSON.stringify(parts).slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  part.figures.requests = [...answers.values()].reduce((sum, count) => sum + count, 0)
  part.figures.answers = [...answers]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ')
  return part
}

/** Anybody; where only a key is heard at all, mostly its holder. */
function actorFor(call: (typeof CALLS)[number], actors: readonly Actor[], dice: Random): Actor {
  const erp = call.access === 'integration' && dice.below(4) > 0 ? actors.find(({ name }) => name === ERP) : undefined
  return erp ?? dice.of(actors)
}

function wrongPart(call: (typeof CALLS)[number], dice: Random): { query?: unknown; body?: unknown } {
  if (call.row !== undefined && dice.below(2) === 0) {
    const { body } = rightParts(call, 1)
    return { body: { ...(body as object), rows: [dice.of([...wrongVariants(call.row, 1 + dice.below(ID_MAX))]).value] } }
  }
  const key = call.body !== undefined && dice.below(3) > 0 ? 'body' : 'query'
  const variants = [...wrongVariants(call[key], 1 + dice.below(ID_MAX))]
  return variants.length === 0 ? {} : { [key]: dice.of(variants).value }
}
