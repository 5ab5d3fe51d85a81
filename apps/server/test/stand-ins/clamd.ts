import { createServer, type Socket } from 'node:net'

/** ClamAV's daemon as the shop sees it: reads INSTREAM as its manual has it, and finds what it was told of. */

export interface ClamdMood {
  /** Ends the connection before it says anything. */
  down?: boolean
  /** Reads, and says nothing. */
  silent?: boolean
  /** Half an answer. */
  cut?: boolean
  says?: string
}

/** place: a path of a Unix socket, or a port (0: a free one). */
export async function openClamd(place: string | number, { max = 25 * 1024 * 1024, virus = 'EICAR-STANDARD-ANTIVIRUS' } = {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.on('close', () => sockets.delete(socket))
    if (clamd.mood.down) return void socket.destroy()
    let came = Buffer.alloc(0)
    const end = (line: string) => {
      if (clamd.mood.silent) return
      const text = `${clamd.mood.says ?? line}\0`
      socket.end(clamd.mood.cut ? text.slice(0, 5) : text)
    }
    socket.on('data', (part) => {
      came = Buffer.concat([came, part])
      const command = came.subarray(0, came.indexOf(0)).toString('latin1')
      if (command === 'zVERSION') return end('ClamAV 1.4.6/27800/Thu Nov 26 08:00:00 2026')
      if (command !== 'zINSTREAM') return end('UNKNOWN COMMAND')
      const chunks: Buffer[] = []
      for (let at = 'zINSTREAM\0'.length; at + 4 <= came.length; ) {
        const length = came.readUInt32BE(at)
        const chunk = came.subarray(at + 4, at + 4 + length)
        if (length > 0 && chunk.length < length) return
        chunks.push(chunk)
        if (chunks.reduce((sum, one) => sum + one.length, 0) > max) {
          socket.removeAllListeners('data')
          return end('INSTREAM size limit exceeded. ERROR')
        }
        if (length === 0) {
          const content = Buffer.concat(chunks)
          clamd.scanned.push(content)
          return end(content.includes(virus) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')
        }
        at += 4 + length
      }
    })
  })
  await new Promise<void>((resolve) =>
    typeof place === 'string' ? server.listen(place, resolve) : server.listen(place, '127.0.0.1', resolve),
  )
  const address = server.address()
  const clamd = {
    mood: {} as ClamdMood,
    /** What it was sent, put together. */
    scanned: [] as Buffer[],
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return clamd
}
