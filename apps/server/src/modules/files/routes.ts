import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FILE_BYTES_MAX, fileUpload } from '#contract/files.ts'
import { loginRequired, notFound } from '../../platform/errors.ts'
import { headerName, serveOn } from '../../platform/http.ts'
import { embeddedScanner } from '../../providers/virus-scan/embedded.ts'
import type { ModuleContext } from '../modules.ts'
import { fileWire } from './claims.ts'
import { receiveFile } from './receive.ts'
import { type FileBytes, readBytes } from './store.ts'

type Asked = FastifyRequest<{ Params: { id: string } }>

const ID = /^[1-9]\d{0,14}$/
const SHOWN: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']

/** A private file: read anew by right each time, shown only where a browser can do so without running anything of it. */
function send(request: Asked, reply: FastifyReply, file: FileBytes, mime: string) {
  const etag = `"${file.sha256.toString('base64url').slice(0, 22)}${mime === 'image/webp' ? 'p' : ''}"`
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const way = SHOWN.includes(mime) ? 'inline' : 'attachment'
  return reply
    .type(mime)
    .header('content-disposition', `${way}; filename="file-${request.params.id}"; filename*=UTF-8''${headerName(file.name)}`)
    .send(file.bytes)
}

/** POST /api/file, and the files themselves, which are not in the envelope: /api/file/:id and /api/file/:id/preview. */
export function fileRoutes({ app, deps }: ModuleContext): void {
  const { database } = deps
  const own = { database, scanner: embeddedScanner }

  // A scope of its own: no other call takes multipart bodies.
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fileSize: FILE_BYTES_MAX, fields: 4, fieldSize: 200, fieldNameSize: 50, parts: 5, headerPairs: 20 },
    })
    serveOn(scope, deps.clock)(fileUpload, async ({ viewer, request, now }) => fileWire(await receiveFile(own, request, viewer, now)))
  })

  const find = async (request: Asked, part: 'content' | 'preview'): Promise<FileBytes> => {
    const { viewer } = request
    if (viewer === null) throw loginRequired()
    const { id } = request.params
    const companyId = viewer.isStaff ? null : (viewer.company?.id ?? 0)
    const file = ID.test(id) ? await readBytes(database.db, Number(id), companyId, part) : null
    if (file === null) throw notFound('文件')
    return file
  }
  app.get('/api/file/:id', { config: { file: true } }, async (request: Asked, reply) => {
    const file = await find(request, 'content')
    return send(request, reply, file, file.mime)
  })
  app.get('/api/file/:id/preview', { config: { file: true } }, async (request: Asked, reply) =>
    send(request, reply, await find(request, 'preview'), 'image/webp'),
  )
}
