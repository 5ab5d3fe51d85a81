import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { staffFilePlaces, staffFileUpload } from '#contract/console.ts'
import { FILE_BYTES_MAX, fileUpload } from '#contract/files.ts'
import type { ModuleContext } from '../../../context.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { forbidden, loginRequired, notFound } from '../../../platform/errors.ts'
import { headerName, serveOn } from '../../../platform/http.ts'
import { virusScanner } from '../../../providers/virus-scan/scanners.ts'
import { fileWire } from './claims.ts'
import { contentOf } from './contents.ts'
import { mayLook } from './looking.ts'
import { filePlaces } from './places.ts'
import { receiveFile } from './receive.ts'
import { type FileHead, isFileSeen, readHead, readMatter, readPreview, readSlice } from './store.ts'

type Asked = FastifyRequest<{ Params: { id: string } }>

const ID = /^[1-9]\d{0,14}$/
const SHOWN: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']

const SLICE_BYTES = 1024 * 1024

/**
 * Packs are many times as large as what people send. As a whole one takes three times its size in memory until its reader has it,
 * and longer than a statement may to come out of the database. One that lies outside, or goes there while it is read, comes as a whole:
 * the largest of them stay in the database.
 */
function sliced({ db }: DatabaseHandle, id: number, size: number): Readable {
  async function* slices() {
    let moved: Buffer | null = null
    for (let from = 0; from < size; from += SLICE_BYTES) {
      const stored = moved ? null : await readSlice(db, id, from, SLICE_BYTES)
      if (stored === null) moved ??= (await contentOf(db, [id]))[0]?.content ?? null
      const slice = stored ?? moved?.subarray(from, from + SLICE_BYTES) ?? null
      if (slice === null || slice.length === 0) throw new Error(`file ${id} is gone`)
      yield slice
    }
  }
  return Readable.from(slices(), { objectMode: false, highWaterMark: SLICE_BYTES })
}

/** A private file: read anew by right each time, shown only where a browser can do so without running anything of it. */
async function send(request: Asked, reply: FastifyReply, file: FileHead, mime: string, body: () => Promise<Buffer | Readable>) {
  const etag = `"${file.sha256.toString('base64url').slice(0, 22)}${mime === 'image/webp' ? 'p' : ''}"`
  const isKnown = request.headers['if-none-match'] === etag
  const content = isKnown ? null : await body()
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
  if (content === null) return reply.code(304).send()
  if (content instanceof Readable) reply.header('content-length', file.size)
  const way = SHOWN.includes(mime) ? 'inline' : 'attachment'
  return reply
    .type(mime)
    .header('content-disposition', `${way}; filename="file-${request.params.id}"; filename*=UTF-8''${headerName(file.name)}`)
    .send(content)
}

/** POST /api/file, and the files themselves, which are not in the envelope: /api/file/:id and /api/file/:id/preview, for staff below /api/staff. */
export function fileRoutes({ app, serve: serveHere, deps }: ModuleContext): void {
  const { database } = deps
  const own = { database, scanner: virusScanner(deps.config.channels) }

  serveHere(staffFilePlaces, () => filePlaces(database.db, deps.config.channels.storage, own.scanner))

  // A scope of its own: no other call takes multipart bodies.
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fileSize: FILE_BYTES_MAX, fields: 4, fieldSize: 200, fieldNameSize: 50, parts: 5, headerPairs: 20 },
    })
    const serve = serveOn(scope, deps.clock)
    for (const call of [fileUpload, staffFileUpload])
      serve(call, async ({ viewer, request, now }) => fileWire(await receiveFile(own, request, viewer, now)))
  })

  /** companyId null: staff read every file of what they see. */
  const asked = async ({ viewer, params: { id } }: Asked): Promise<{ id: number; companyId: number | null }> => {
    if (viewer === null) throw loginRequired()
    if (viewer.seenBy !== null) throw forbidden('您正以客户身份查看商城：客户的文件请在后台查看')
    if (viewer.staff && (viewer.staff.step !== 'done' || !viewer.staff.permissions.has('files.view')))
      throw forbidden('您的岗位没有查看文件的权限')
    if (!ID.test(id)) throw notFound('文件')
    if (viewer.staff) {
      const matter = await readMatter(database.db, Number(id))
      if (matter === null || !mayLook(viewer, matter)) throw notFound('文件')
    }
    // What is kept from him is not there for him.
    if (viewer.staff?.narrowed && !(await isFileSeen(database.db, Number(id), viewer.staff.narrowed))) throw notFound('文件')
    return { id: Number(id), companyId: viewer.staff ? null : (viewer.company?.id ?? 0) }
  }
  const whole = async (request: Asked, reply: FastifyReply) => {
    const { id, companyId } = await asked(request)
    const head = await readHead(database.db, id, companyId)
    if (head === null) throw notFound('文件')
    return send(request, reply, head, head.mime, async () => {
      if (head.size > FILE_BYTES_MAX) return request.method === 'HEAD' ? Readable.from([]) : sliced(database, id, head.size)
      const [file] = await contentOf(database.db, [id])
      if (!file) throw notFound('文件')
      return file.content
    })
  }
  const preview = async (request: Asked, reply: FastifyReply) => {
    const { id, companyId } = await asked(request)
    const file = await readPreview(database.db, id, companyId)
    if (file === null) throw notFound('文件')
    return send(request, reply, file, 'image/webp', async () => file.bytes)
  }
  // Staff's cookie travels below /api/staff only.
  for (const path of ['/api/file/:id', '/api/staff/file/:id']) {
    app.get(path, { config: { file: true } }, whole)
    app.get(`${path}/preview`, { config: { file: true } }, preview)
  }
}
