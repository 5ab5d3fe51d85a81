import type { Call } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { hostileLists, hostilePictures, hostileTexts, scriptedPdfs } from '../apps/server/test/hostile.ts'
import { type Actor, ERP, STAFF } from './actors.ts'
import { envelopeOf, send } from './http.ts'
import type { Part } from './report.ts'
import { faultOf, rightParts, sendCall, titleOf } from './requests.ts'
import type { TorturedShop } from './shop.ts'

/** No request may hold the event loop of everybody for longer. */
const HOLD_MAX_MS = 50
/** A hold is believed when it comes again: the first may have been a collection of garbage or a first compilation. */
const TRIES = 3
/** As long as the longest text that a call takes. */
const TEXT_LENGTH = 100_000

interface StringField {
  part: 'query' | 'body'
  path: readonly string[]
}

interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
}

function stringsOf(shape: Shape | undefined, part: StringField['part'], path: readonly string[] = []): StringField[] {
  if (!shape) return []
  if (shape.type === 'string') return [{ part, path }]
  if (shape.items) return stringsOf(shape.items, part, [...path, '0'])
  return Object.entries(shape.properties ?? {}).flatMap(([key, below]) => stringsOf(below, part, [...path, key]))
}

function put(value: unknown, path: readonly string[], text: string): unknown {
  const [head, ...rest] = path
  if (head === undefined) return text
  if (Array.isArray(value)) return [put(value[0], rest, text)]
  const object = (value ?? {}) as Record<string, unknown>
  return { ...object, [head]: put(object[head], rest, text) }
}

/** Asks again where the loop was held; answers the shortest of the holds, 0 where it never was. */
async function holdOf(shop: TorturedShop, ask: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < TRIES; turn += 1) {
    await shop.loopHold()
    await ask()
    const hold = await shop.loopHold()
    if (hold <= HOLD_MAX_MS) return hold
    shortest = Math.min(shortest, hold)
  }
  return shortest
}

class Worst {
  milliseconds = 0
  what = ''
  note(milliseconds: number, what: string): void {
    if (milliseconds <= this.milliseconds) return
    this.milliseconds = milliseconds
    this.what = what
  }
}

/** Every text field of every call with every hostile text (or every n-th, for a short run). */
export async function textsInEveryField(shop: TorturedShop, actors: readonly Actor[], every: number): Promise<Part> {
  const part: Part = { name: 'hostile texts in every field', figures: {}, problems: [] }
  const worst = new Worst()
  const seen = new Set<string>()
  let requests = 0
  let turn = 0
  const hostile = hostileTexts(TEXT_LENGTH)
  for (const call of CALLS) {
    const fields = [...stringsOf(call.query as Shape | undefined, 'query'), ...stringsOf(call.body as Shape | undefined, 'body')]
    const actor = actorFor(call, actors)
    for (const field of fields) {
      for (const [what, text] of hostile) {
        turn += 1
        if (turn % every !== 0) continue
        const right = rightParts(call, 1)
        const parts = { ...right, [field.part]: put(right[field.part], field.path, text) }
        const cookie = await actor.cookie()
        const name = `${titleOf(call)} ${field.path.join('.')} ← ${what}`
        const hold = await holdOf(shop, async () => {
          requests += 1
          const fault = faultOf(call, await sendCall(shop.origin, call, parts, cookie, false))
          if (fault !== null && !seen.has(fault)) {
            seen.add(fault)
            part.problems.push(`${fault} ← ${name}`)
          }
        })
        worst.note(hold, name)
        if (hold > HOLD_MAX_MS) part.problems.push(`the loop was held for ${Math.round(hold)} ms: ${name}`)
      }
    }
  }
  return { ...part, figures: { requests, 'longest hold ms': worst.milliseconds, in: worst.what } }
}

/** Whom a call listens to: a passed pharmacy, staff for what is theirs, a key. */
function actorFor(call: Call, actors: readonly Actor[]): Actor {
  const name = call.access === 'staff' ? STAFF : call.access === 'integration' ? ERP : '13900000001'
  const actor = actors.find((one) => one.name === name)
  if (!actor) throw new Error(`no actor ${name}`)
  return actor
}

const BOUNDARY = 'torture-boundary'

function multipart(fields: Record<string, string>, file: { name: string; bytes: Buffer }): Buffer {
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return Buffer.concat([Buffer.from(parts.join('') + head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

const UPLOADS: readonly { path: string; fields: Record<string, string> }[] = [
  { path: '/api/file', fields: { purpose: 'certificate' } },
  { path: '/api/file', fields: { purpose: 'chat' } },
  { path: '/api/quick_order/file', fields: {} },
]

/** Every hostile file at every place that takes one. Uploads are counted by account, so each is sent by another pharmacy. */
export async function filesInEveryPlace(shop: TorturedShop, fresh: () => Promise<string>): Promise<Part> {
  const part: Part = { name: 'hostile files', figures: {}, problems: [] }
  const worst = new Worst()
  let requests = 0
  const files = [...hostileLists(), ...hostilePictures(), ...scriptedPdfs()]
  for (const { path, fields } of UPLOADS) {
    for (const [what, make] of files) {
      const cookie = await fresh()
      const title = `${path} ← ${what}`
      const body = multipart(fields, { name: what, bytes: typeof make === 'function' ? make() : make })
      const hold = await holdOf(shop, async () => {
        requests += 1
        const answer = await send(shop.origin, 'POST', path, { cookie, type: `multipart/form-data; boundary=${BOUNDARY}`, body })
        if (answer.failure !== null || answer.status >= 500 || envelopeOf(answer) === null)
          part.problems.push(`${answer.failure ?? answer.status} ${answer.text.slice(0, 120)}: ${title}`)
      })
      worst.note(hold, title)
      if (hold > HOLD_MAX_MS) part.problems.push(`the loop was held for ${Math.round(hold)} ms: ${title}`)
    }
  }
  return { ...part, figures: { requests, 'longest hold ms': worst.milliseconds, in: worst.what } }
}
