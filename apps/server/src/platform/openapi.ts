import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

/** The API's description, made from the contract that the routes are registered from. Registered before the routes. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: '安衡药采', version: '1' } } })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
