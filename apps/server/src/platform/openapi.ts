import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Call } from '#contract/call.ts'
import { errorsOf } from '#contract/errors.ts'

/** The answers of a call other than what was asked, as OpenAPI has them. */
function responsesOf(call: Call): Record<string, object> {
  return Object.fromEntries(
    [...errorsOf(call)].map(([code, { summary, data }]) => [
      code,
      {
        description: summary,
        ...Type.Object({ code: Type.Literal(code), message: Type.String(), data, request_id: Type.Optional(Type.String()) }),
      },
    ]),
  )
}

/**
 * The API's description, made from the contract that the routes are registered from. Registered before the routes. Errors are
 * described and not written by these schemas: one handler answers them for all calls.
 */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: '安衡药采', version: '1' } },
    transform: ({ schema, url, route }) => {
      const { call } = (route.config ?? {}) as { call?: Call }
      // Other systems have a description of their own (modules/open/keys/description.ts).
      if (call?.access === 'integration') return { url, schema: { hide: true } }
      return { url, schema: call ? { ...schema, response: { ...(schema.response as object), ...responsesOf(call) } } : schema }
    },
  })
  // Some megabytes that never change: written once, and taken like a file, since a thousand answers at once would fill the memory.
  let written: Buffer | null = null
  app.get('/api/openapi.json', { schema: { hide: true }, config: { file: true } }, async (_request, reply) => {
    written ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.type('application/json; charset=utf-8').send(written)
  })
}
