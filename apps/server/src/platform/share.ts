import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toString as qrSvg } from 'qrcode'
import type { PageBundle } from './page-bundle.ts'

const TYPES: Record<string, string> = {
  'favicon.svg': 'image/svg+xml',
  'robots.txt': 'text/plain; charset=utf-8',
  'site.webmanifest': 'application/manifest+json; charset=utf-8',
}
const DAY = 'public, max-age=86400'

const origin = (request: FastifyRequest) => `${request.protocol}://${request.host}`

/** Small files of the site's root, and two ways to take the shop along: a QR code for the phone, a shortcut for the desktop. */
export function shareRoutes(app: FastifyInstance, bundle: PageBundle): void {
  for (const [name, content] of bundle.rootFiles) {
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .header('cache-control', DAY)
        .type(TYPES[name] ?? 'application/octet-stream')
        .send(content),
    )
  }
  app.get('/img/qr.svg', async (request, reply) => {
    const svg = await qrSvg(`${origin(request)}/`, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' })
    return reply.header('cache-control', 'private, max-age=3600').type('image/svg+xml').send(svg)
  })
  app.get('/desktop.url', async (request, reply) => {
    const name = encodeURIComponent('安衡药采.url')
    return reply
      .header('content-disposition', `attachment; filename="anheng.url"; filename*=UTF-8''${name}`)
      .type('application/internet-shortcut')
      .send(`[InternetShortcut]\r\nURL=${origin(request)}/\r\n`)
  })
}
