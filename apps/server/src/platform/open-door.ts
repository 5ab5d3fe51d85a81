import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { Connection, DatabaseHandle } from './database.ts'
import type { Viewer, ViewerCompany } from './viewer.ts'

/** Another system that calls /open/v1, by the key that it showed. */
export interface Integration {
  keyId: number
  secretId: number
  name: string
  scopes: ReadonlySet<string>
  /** What the body must be, in hexadecimal SHA-256, where the request is signed. */
  bodyHash: string | null
  /** Whose key it is: who made it, with the company as it is now. null: a key of the house. */
  buyer: (Viewer & { company: ViewerCompany }) | null
}

declare module 'fastify' {
  interface FastifyRequest {
    integration: Integration | null
  }
}

/** Written once the deed is done, and staying where it was a trial, of which everything else is undone. */
export type Lasting = (write: (connection: Connection) => Promise<void>) => void

/** What stands before every call of the open API. */
export interface OpenDoor {
  /** Who asks, where he may ask this; throws what is in the way. */
  enter: (call: Call, request: FastifyRequest, now: Date) => Promise<Integration>
  /** Counts the call; throws where the key has had enough of them for now. */
  count: (call: Call, integration: Integration, reply: FastifyReply) => void
  /** Does a deed in one transaction: once under its Idempotency-Key, and undone again where it is a trial. The answer is JSON. */
  work: (
    call: Call,
    request: FastifyRequest,
    reply: FastifyReply,
    now: Date,
    deed: (database: DatabaseHandle, lasting: Lasting) => Promise<unknown>,
  ) => Promise<string>
}
