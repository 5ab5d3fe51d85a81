import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApprovalWire } from '#contract/approvals.ts'
import type { BodyOf, Call, DataOf, ParamsOf, QueryOf } from '#contract/call.ts'
import { CODES } from '#contract/codes.ts'
import { SUBMITTED } from '#contract/constants.ts'
import { isPermission, PERMISSIONS, permissionOf, wordsOf } from '#contract/permissions.ts'
import { beijingDate } from '#domain/dates.ts'
import { membershipRefusals } from '#domain/eligibility.ts'
import { reviewOf } from '#domain/review.ts'
import { duringCall, isAudited } from './audit-call.ts'
import { isOverfull, overfull, readLists, valuesMax } from './body-size.ts'
import type { Changes } from './changes.ts'
import type { DatabaseHandle } from './database.ts'
import { fieldErrors, forbidden, loginRequired, ShopError } from './errors.ts'
import type { Listings } from './listings.ts'
import type { Integration, Lasting, OpenDoor } from './open-door.ts'
import { OpenRefusal } from './open-problems.ts'
import { type ReadCopies, readsMany } from './read-copies.ts'
import { wrongTypes } from './typed-body.ts'
import type { Viewer, ViewerCompany } from './viewer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    /** Answers a file: its reader waits for a turn. */
    file?: boolean
    /** The call of the contract that it serves. */
    call?: Call
  }
}

/** What a handler gets. company is there for access 'member' and 'passed'. */
export interface Ask<C> {
  viewer: Viewer | null
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  now: Date
  request: FastifyRequest
  reply: FastifyReply
  /** Sentence for the envelope's message, e.g. 已加入购物车. */
  say: (message: string) => void
}
export interface AccountAsk<C> extends Ask<C> {
  viewer: Viewer
}
export interface MemberAsk<C> extends Ask<C> {
  viewer: Viewer & { company: ViewerCompany }
}

/** Of another system. What it does is done in one transaction, which is the db of the database that is handed here. */
export interface OpenAsk<C> extends Ask<C> {
  integration: Integration
  database: DatabaseHandle
  /** Of a deed alone. */
  lasting: Lasting
}

type AskOf<C> = C extends { access: 'integration' } ? OpenAsk<C> : AskOfPeople<C>
type AskOfPeople<C> = C extends { access: 'member' | 'passed' }
  ? MemberAsk<C>
  : C extends { access: 'account' | 'staff' }
    ? AccountAsk<C>
    : Ask<C>

const READY = Symbol('ready JSON')

/**
 * Data that is JSON already, for the one or two lists whose speed decides: it skips the serializer that keeps every other
 * answer to the contract, so whoever builds it shows by a test that it keeps it too.
 */
export interface ReadyJson {
  readonly [READY]: readonly Buffer[]
}

/** Takes the JSON in pieces, so that it is put together once. */
export const readyJson = (...pieces: readonly Buffer[]): ReadyJson => ({ [READY]: pieces })
const isReady = (data: unknown): data is ReadyJson => typeof data === 'object' && data !== null && READY in data

const FILE = Symbol('file')

/** A file instead of the envelope: what a person keeps, such as a workbook. */
export interface FileAnswer {
  readonly [FILE]: { name: string; mime: string; bytes: Buffer | Readable; way: 'attachment' | 'inline' }
}

/** A stream is read as fast as its reader takes it. inline: shown by the browser itself, where it can do so without running anything of it. */
export const fileAnswer = (
  name: string,
  mime: string,
  bytes: Buffer | Readable,
  way: 'attachment' | 'inline' = 'attachment',
): FileAnswer => ({
  [FILE]: { name, mime, bytes, way },
})
/** A name as a header carries it (RFC 8187): the signs that part the header's words are none of it. */
export const headerName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const isFile = (data: unknown): data is FileAnswer => typeof data === 'object' && data !== null && FILE in data

function sendFile(reply: FastifyReply, { [FILE]: { name, mime, bytes, way } }: FileAnswer): Buffer | Readable {
  reply
    .type(mime)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('content-disposition', `${way}; filename*=UTF-8''${headerName(name)}`)
  return bytes
}

const WAITS = Symbol('submitted')

/** Nothing was done yet: another person decides about it. */
export interface Submitted {
  readonly [WAITS]: ApprovalWire
}
export const submitted = (request: ApprovalWire): Submitted => ({ [WAITS]: request })
const isSubmitted = (data: unknown): data is Submitted => typeof data === 'object' && data !== null && WAITS in data

type Answer<C> = C extends { file: true } ? FileAnswer : DataOf<C> | ReadyJson | (C extends { approval: string } ? Submitted : never)

/** Registers one call of the contract: validation, access, envelope. The handler only does the work. */
export type Serve = <const C extends Call>(call: C, handler: (ask: AskOf<C>) => Promise<Answer<C>> | Answer<C>) => void

const STEP_WORDS = { password: '请先设置自己的密码', enrol: '请先设置二次验证', code: '请先完成二次验证' } as const

/** Whoever works here, has come in whole, and holds a role that allows it. */
function guardStaff(call: Call, { staff }: Viewer, params: unknown): void {
  const word = permissionOf(call.permission, params)
  if (staff === null) throw forbidden()
  if (word === 'entrance') return
  if (staff.step !== 'done') throw forbidden(STEP_WORDS[staff.step])
  if (word === 'own') return
  // A deed that the path does not know is refused by its schema, in the words of a fault.
  if (word === undefined ? wordsOf(call).some((one) => staff.permissions.has(one)) : staff.permissions.has(word)) return
  const name = word !== undefined && isPermission(word) ? PERMISSIONS[word].name : call.summary
  throw forbidden(`您的岗位没有“${name}”的权限`)
}

/** Whoever looks in a company's place changes nothing there, and takes none of its papers along. */
function guardSeeing(call: Call): void {
  if (call.harmless === true || (call.method === 'GET' && call.file !== true)) return
  throw forbidden('您正以客户身份查看商城，只能看：不能下单、修改或下载')
}

function guard(call: Call, viewer: Viewer | null, params: unknown, now: Date): void {
  if (viewer !== null && viewer.seenBy !== null) guardSeeing(call)
  if (call.access === 'public') return
  if (viewer === null) throw loginRequired()
  if (call.access === 'account') return
  if (call.access === 'staff') {
    guardStaff(call, viewer, params)
    return
  }
  const { company } = viewer
  if (company === null) throw forbidden('此功能仅供采购企业使用')
  if (call.access === 'member') return
  // Whoever orders asks for the rest himself, as every way into an order does.
  const [refusal] = membershipRefusals(company, beijingDate(now))
  if (reviewOf(company.reviewState) !== 'passed' || refusal) {
    const code = refusal?.code === 'CONTRACT_UNSIGNED' ? CODES.CONTRACT_UNSIGNED : CODES.FORBIDDEN
    throw new ShopError(code, refusal?.message ?? '您的企业尚未通过审核', { reasons: refusal ? [refusal] : [] })
  }
}

/** Lists of accounts; what strangers send has the narrower limit of the application. */
const BODY_BYTES_MAX = 1024 * 1024
/** A thousand rows of goods. */
const OPEN_BODY_BYTES_MAX = 4 * 1024 * 1024

const answers = new WeakMap<Call, object>()
/** The schema of a call's answer, one object a call: by it the compiled serializer is found again. */
function answerOf(call: Call): object {
  const known = answers.get(call)
  if (known) return known
  const text = { type: 'string' }
  const made = { type: 'object', properties: { code: { type: 'integer' }, message: text, data: call.data, request_id: text } }
  answers.set(call, made)
  return made
}

interface ListSchema {
  properties?: Record<string, { type?: string; items?: { type?: string } }>
}

/** Fields that hold a list of numbers. */
function numberLists(schema: object | undefined): string[] {
  const { properties = {} } = (schema ?? {}) as ListSchema
  return Object.keys(properties).filter((name) => properties[name]?.type === 'array' && properties[name].items?.type === 'integer')
}

/** Forms write everything as text. The name of a type is the same however its letters are written. */
const isJson = ({ headers }: FastifyRequest): boolean => headers['content-type']?.toLowerCase().includes('json') === true

/** What a member of the staff did is taken in before the answer, so that whatever is asked of this process next shows it. */
export function takeInDeeds(app: FastifyInstance, changes: Pick<Changes, 'catchUp'>): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method === 'GET' || !request.viewer?.staff) return done(null, payload)
    // Where it fails, the follower takes it in a moment later, and says why it could not.
    changes.catchUp().then(
      () => done(null, payload),
      () => done(null, payload),
    )
  })
}

const schemaOf = (call: Call, answer: object) => ({
  summary: call.summary,
  ...(call.params && { params: call.params }),
  ...(call.query && { querystring: call.query }),
  ...(call.body && { body: call.body }),
  response: { 200: answer },
})

/** The body as it comes; at its end it is refused where it is not what was signed. */
function heldTo(bodyHash: string | null, payload: Readable): Readable {
  if (bodyHash === null) return payload
  const hash = createHash('sha256')
  const heard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(hash.digest('hex') === bodyHash ? null : new OpenRefusal('SIGNATURE_WRONG', '内容与签名的不一致'))
    },
  })
  payload.once('error', (error) => heard.destroy(error))
  // What is wrong is told to whoever reads it. Where nobody does (a GET that brings a body, a type that is not taken), an error that nobody hears would end
  // the process.
  heard.on('error', () => undefined)
  return payload.pipe(heard)
}

/** A call of the open API: a key in the place of a session, JSON alone, the data without the envelope. */
function serveOpen(app: FastifyInstance, clock: () => Date, door: OpenDoor, database: DatabaseHandle, call: Call, handler: unknown): void {
  const work = handler as (ask: object) => Promise<unknown>
  app.route({
    method: call.method,
    url: call.path,
    schema: schemaOf(call, call.data),
    config: { call, file: call.file ?? false },
    bodyLimit: OPEN_BODY_BYTES_MAX,
    onRequest: async (request, reply) => {
      request.integration = await door.enter(call, request, clock())
      door.count(call, request.integration, reply)
    },
    preParsing: async (request, _reply, payload) => heldTo(request.integration?.bodyHash ?? null, payload),
    preValidation: async (request) => {
      if (call.method !== 'GET' && !isJson(request)) throw new OpenRefusal('NOT_JSON')
      if (isOverfull(request.body, valuesMax(request))) throw overfull()
      const wrong = wrongTypes(call.body, request.body)
      if (wrong.length > 0) throw fieldErrors(wrong)
    },
    // Once more, now that all of it is there: the key may have been stopped meanwhile.
    preHandler: async (request) => {
      if (call.method !== 'GET') request.integration = await door.enter(call, request, clock())
    },
    handler: async (request, reply) => {
      const now = clock()
      const { integration, params, query, body } = request
      reply.header('cache-control', 'private, no-store')
      const ask = { viewer: null, integration, params, query, body, now, request, reply, database }
      if (call.method === 'GET') {
        const data = await work(ask)
        return isFile(data) ? sendFile(reply, data) : data
      }
      const json = await duringCall(call, request, () =>
        door.work(call, request, reply, now, (within, lasting) => work({ ...ask, database: within, lasting })),
      )
      return reply.type('application/json; charset=utf-8').serializer(String).send(json)
    },
  })
}

/**
 * outside: throws where the call names a record that whoever calls does not see. listings: told of each list of the console. open: what other
 * systems come through, and the shop's database for them. copies: where lists and reports are read, if not in it.
 */
export function serveOn(
  app: FastifyInstance,
  clock: () => Date,
  outside?: (call: Call, request: FastifyRequest) => Promise<void>,
  listings?: Listings,
  open?: { door: OpenDoor; database: DatabaseHandle },
  copies?: Pick<ReadCopies, 'read'>,
): Serve {
  return (call, handler) => {
    if (call.access === 'integration') {
      if (open === undefined) throw new Error(`${call.path} has no door`)
      serveOpen(app, clock, open.door, open.database, call, handler)
      return
    }
    listings?.keep(call, handler)
    const audited = isAudited(call)
    const place = readsMany(call) ? copies : undefined
    const lists = { query: numberLists(call.query), body: numberLists(call.body) }
    app.route({
      method: call.method,
      url: call.path,
      schema: schemaOf(call, answerOf(call)),
      config: { file: call.file ?? false, call },
      ...(call.access !== 'public' && { bodyLimit: BODY_BYTES_MAX }),
      // Before the input is read: who may not call learns nothing of what the call wants, and sends nothing that is kept.
      onRequest: async (request) => guard(call, request.viewer, request.params, clock()),
      preValidation: async (request) => {
        readLists(request.query, lists.query)
        readLists(request.body, lists.body)
        if (isOverfull(request.body)) throw overfull()
        const wrong = isJson(request) ? wrongTypes(call.body, request.body) : []
        if (wrong.length > 0) throw fieldErrors(wrong)
      },
      // Once more: the viewer of the answer need not be the one who began to ask.
      preHandler: async (request) => guard(call, request.viewer, request.params, clock()),
      handler: async (request, reply) => {
        const now = clock()
        // What only its asker may see is kept by nothing on the way to him; what anybody may ask has a buyer's own prices in it.
        if (call.access !== 'public' || request.viewer !== null) reply.header('cache-control', 'private, no-store')
        let message = ''
        const ask = {
          viewer: request.viewer,
          params: request.params,
          query: request.query,
          body: request.body,
          now,
          request,
          reply,
          say: (text: string) => {
            message = text
          },
        }
        const done = () => handler(ask as unknown as Parameters<typeof handler>[0])
        const isGuarded = outside !== undefined && request.viewer?.staff?.narrowed
        const work = isGuarded ? () => outside(call, request).then(done) : done
        const atPlace = place === undefined ? work : () => place.read(async () => work())
        const data = await (audited ? duringCall(call, request, atPlace) : atPlace())
        if (isSubmitted(data)) {
          ;(reply as FastifyReply).code(SUBMITTED)
          return { code: SUBMITTED, message, data: { request: data[WAITS] }, request_id: request.id }
        }
        if (isReady(data)) {
          reply.type('application/json; charset=utf-8')
          const head = `{"code":${CODES.OK},"message":${JSON.stringify(message)},"data":`
          return Buffer.concat([Buffer.from(head), ...data[READY], Buffer.from(`,"request_id":${JSON.stringify(request.id)}}`)])
        }
        if (isFile(data)) return sendFile(reply as FastifyReply, data)
        return { code: CODES.OK, message, data, request_id: request.id }
      },
    })
  }
}
