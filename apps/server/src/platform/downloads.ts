import { Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lineKey } from './addresses.ts'
import { createWorkLine, type WorkLine } from './work-line.ts'

/**
 * A file is read from the database as a whole and lies in memory until its reader has it. Sixty at once of one account took every
 * connection of the database, and readers that stop reading would keep them in memory for ever.
 */
export interface DownloadLimits {
  /** Of one account, or one address of a visitor, at once; as many as a browser opens to one host, and some wait. */
  inWorkEach: number
  each: number
  waiting: number
  /** In each beat a reader takes so many bytes at least, or is cut off: far less than the slowest lines carry. */
  beatMs: number
  bytesPerBeat: number
}
export const DOWNLOADS: DownloadLimits = { inWorkEach: 4, each: 64, waiting: 2_000, beatMs: 30_000, bytesPerBeat: 128 * 1024 }

/** What the system's own buffers take at once is no matter. */
const LARGE = 256 * 1024
const PIECE = 64 * 1024

const answersFile = ({ method, routeOptions }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && routeOptions.config.file === true

const untilSent = (reply: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    reply.raw.once('finish', resolve)
    reply.raw.once('close', resolve)
  })

const keyOf = ({ viewer, ip }: FastifyRequest): string => (viewer === null ? lineKey(ip) : `account ${viewer.accountId}`)

/** Goes on with its turn, which lasts until the file has left the house. */
const turn = (line: WorkLine, request: FastifyRequest, reply: FastifyReply): Promise<void> =>
  new Promise((resolve, reject) => {
    line({ key: keyOf(request), isGone: () => request.raw.socket.destroyed }, () => {
      resolve()
      return untilSent(reply)
    }).catch(reject)
  })

/** Piece by piece, so that it is seen whether somebody reads. */
function pieces(bytes: Buffer, reply: FastifyReply, { beatMs, bytesPerBeat }: DownloadLimits): Readable {
  let at = 0
  let before = 0
  const clock = setInterval(() => {
    if (at - before < bytesPerBeat) reply.raw.socket?.destroy()
    before = at
  }, beatMs).unref()
  void untilSent(reply).then(() => clearInterval(clock))
  return new Readable({
    highWaterMark: PIECE,
    read() {
      const piece = bytes.subarray(at, at + PIECE)
      at += piece.length
      this.push(piece.length > 0 ? piece : null)
    },
  })
}

/** What comes as a stream, watched alike. */
function watched(source: Readable, reply: FastifyReply, { beatMs, bytesPerBeat }: DownloadLimits): Readable {
  let at = 0
  let before = 0
  const passing = new Transform({
    highWaterMark: PIECE,
    transform(piece: Buffer, _encoding, done) {
      at += piece.length
      done(null, piece)
    },
  })
  const clock = setInterval(() => {
    if (at - before < bytesPerBeat) reply.raw.socket?.destroy()
    before = at
  }, beatMs).unref()
  source.on('error', (error) => passing.destroy(error))
  void untilSent(reply).then(() => {
    clearInterval(clock)
    source.destroy()
  })
  return source.pipe(passing)
}

export function limitDownloads(app: FastifyInstance, limits = DOWNLOADS): void {
  const line = createWorkLine({ ...limits, atOnce: Number.POSITIVE_INFINITY })
  app.addHook('onRequest', async (request, reply) => {
    if (answersFile(request)) await turn(line, request, reply)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (payload instanceof Readable && answersFile(request)) return watched(payload, reply, limits)
    if (!Buffer.isBuffer(payload) || payload.length < LARGE || request.method === 'HEAD') return payload
    reply.header('content-length', payload.length)
    return pieces(payload, reply, limits)
  })
}
