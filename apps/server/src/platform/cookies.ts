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

const nameOf = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)

export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[nameOf(name, request.server.secureCookies)]

/** For programs of the server only: no script of a page reads it, and no other site's request brings it. */
export function giveCookie(reply: FastifyReply, name: string, value: string, maxAgeSeconds: number): void {
  const secure = reply.server.secureCookies
  reply.setCookie(nameOf(name, secure), value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: maxAgeSeconds })
}

export function dropCookie(reply: FastifyReply, name: string): void {
  const secure = reply.server.secureCookies
  reply.clearCookie(nameOf(name, secure), { path: '/', secure })
}
