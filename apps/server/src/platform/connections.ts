import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface ConnectionLimits {
  /**
   * Requests of one connection that are not answered yet. Browsers and proxies wait for one answer before they ask again, which may
   * come before its end was noted here.
   */
  atOnce: number
  /** In each beat a reader takes something of what is there for it, or is cut off. */
  beatMs: number
}
export const CONNECTIONS: ConnectionLimits = { atOnce: 2, beatMs: 30_000 }

/** What has left the process; the driver knows it, and the socket itself counts what waits in memory too. */
function left(socket: Socket): number {
  const handle = (socket as { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null })._handle
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0)
}

/**
 * Answers wait in memory, and built files hold theirs open, until the reader takes them. Five hundred connections that asked for fifty
 * scripts each and read none of them took every file of the process and gigabytes, for as long as they liked.
 */
export function boundConnections(app: FastifyInstance, { atOnce, beatMs }: ConnectionLimits = CONNECTIONS): void {
  const open = new Map<Socket, { asked: number; left: number }>()
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, { asked: 0, left: 0 })
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const one = open.get(socket)
    // Requests that are made in this process come by no connection.
    if (one === undefined && !socket.destroyed) return
    if (one === undefined || socket.destroyed || one.asked >= atOnce) {
      socket.destroy()
      reply.hijack()
      return
    }
    one.asked += 1
    reply.raw.once('close', () => {
      one.asked -= 1
    })
  })
  const clock = setInterval(() => {
    for (const [socket, one] of open) {
      const now = left(socket)
      if (socket.writableLength > 0 && now === one.left) socket.destroy()
      one.left = now
    }
  }, beatMs).unref()
  app.addHook('onClose', async () => clearInterval(clock))
}
