import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { PageBundle } from './page-bundle.ts'
import { sendQr, siteOrigin } from './qr.ts'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
}
const DAY = 'public, max-age=86400'
const WORKER = 'sw.js'
const OFFLINE = 'offline.html'

const typeOf = (name: string): string => TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

/**
 * The service worker keeps the offline page. Browsers fetch both anew only when the worker's own bytes change, so it begins
 * with what both say.
 */
function stampedWorker(worker: Buffer, offline: Buffer | undefined): Buffer {
  const stamp = createHash('sha256')
    .update(worker)
    .update(offline ?? '')
    .digest('hex')
    .slice(0, 16)
  return Buffer.concat([Buffer.from(`const VERSION = '${stamp}'\n`), worker])
}

/** Small files of the site's root, and two ways to take the shop along: a QR code for the phone, a shortcut for the desktop. */
export function shareRoutes(app: FastifyInstance, bundle: PageBundle, config: Pick<Config, 'publicUrl'>): void {
  for (const [name, content] of bundle.rootFiles) {
    const fixed = name === WORKER || name === OFFLINE
    const bytes = name === WORKER ? stampedWorker(content, bundle.rootFiles.get(OFFLINE)) : content
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .header('cache-control', fixed ? 'no-cache' : DAY)
        .type(typeOf(name))
        .send(bytes),
    )
  }
  app.get('/img/qr.svg', (request, reply) => sendQr(reply, `${siteOrigin(request, config)}/`))
  app.get('/desktop.url', async (request, reply) => {
    const name = encodeURIComponent('安衡药采.url')
    return reply
      .header('content-disposition', `attachment; filename="anheng.url"; filename*=UTF-8''${name}`)
      .type('application/internet-shortcut')
      .send(`[InternetShortcut]\r\nURL=${siteOrigin(request, config)}/\r\n`)
  })
}
