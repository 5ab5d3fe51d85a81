import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    secureCookies: boolean
  }
}

/** Behind HTTPS cookies never travel without it, and none from another host of the domain, or from a plain page, is taken for ours. */
export function useCookies(app: FastifyInstance, secure: boolean): void {
  app.decorate('secureCookies', secure)
}

/** A cookie of one path only cannot have the stricter prefix. */
export interface CookieScope {
  path: string
  sameSite: 'lax' | 'strict'
}
const EVERYWHERE: CookieScope = { path: '/', sameSite: 'lax' }

const nameOf = (name: string, secure: boolean, { path }: CookieScope) =>
  secure ? `${path === '/' ? '__Host-' : '__Secure-'}${name}` : name

export const readCookie = (request: FastifyRequest, name: string, scope = EVERYWHERE): string | undefined =>
  request.cookies[nameOf(name, request.server.secureCookies, scope)]

/** For programs of the server only: no script of a page reads it, and no other site's request brings it. */
export function giveCookie(reply: FastifyReply, name: string, value: string, maxAgeSeconds: number, scope = EVERYWHERE): void {
  const secure = reply.server.secureCookies
  reply.setCookie(nameOf(name, secure, scope), value, { ...scope, httpOnly: true, secure, maxAge: maxAgeSeconds })
}

export function dropCookie(reply: FastifyReply, name: string, scope = EVERYWHERE): void {
  const secure = reply.server.secureCookies
  reply.clearCookie(nameOf(name, secure, scope), { path: scope.path, secure })
}
