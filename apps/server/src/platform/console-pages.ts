import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** What `vite build` of apps/console left in dist: one document, and scripts and styles whose names carry a hash. */
export interface ConsoleBundle {
  html: string
  assetsDir: string
}

export async function readConsoleBundle(dist: string): Promise<ConsoleBundle> {
  const folder = join(dist, 'console')
  try {
    return { html: await readFile(join(folder, 'index.html'), 'utf8'), assetsDir: join(folder, 'assets') }
  } catch {
    throw new Error('The console is not built: run npm run build first.')
  }
}

const YEAR_MS = 31_536_000_000
const ASSETS = '/console/assets/'

/**
 * The operators' site: the same document at every address below /console, drawn in the browser. It says nothing of the shop; what
 * it shows comes by calls that ask who is there.
 */
export async function serveConsole(app: FastifyInstance, { html, assetsDir }: ConsoleBundle): Promise<void> {
  await app.register(fastifyStatic, {
    root: assetsDir,
    prefix: ASSETS,
    preCompressed: true,
    index: false,
    decorateReply: false,
    cacheControl: true,
    immutable: true,
    maxAge: YEAR_MS,
  })
  for (const url of ['/console', '/console/*'])
    app.get(url, async (_request, reply) =>
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex').type('text/html; charset=utf-8').send(html),
    )
}
