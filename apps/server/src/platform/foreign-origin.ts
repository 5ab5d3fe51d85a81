import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another site's form may come here: the route reads nothing of it and changes nothing. */
    fromOutside?: true
  }
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Browsers say which site a request comes from; another one may not act with a buyer's session, nor log a browser in.
 * Programs (scripts, the payment gateway's callbacks, which are verified by their signature) send neither header.
 */
export function isForeign(request: FastifyRequest): boolean {
  // The browser's own word, which no page can forge. It goes before Origin, which is 'null' for a form of our own pages,
  // since these ask for no referrer.
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.host
}

export function refuseForeignOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.fromOutside) return
    if (!SAFE_METHODS.includes(request.method) && isForeign(request)) throw forbidden('请求来自其他网站，已拒绝。请在本站页面中操作')
  })
}
