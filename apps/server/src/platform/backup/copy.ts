import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** What pg hands to whoever runs COPY: its own connection, of which it declares little. */
interface Wire {
  stream: Socket
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (message: string) => void
}

/** The server sends faster than a file is written: beyond this it waits. */
const AHEAD_MAX = 4 * 1024 * 1024

/** The parts of a Submittable that COPY has no use for. */
const unused = {
  handleRowDescription: () => undefined,
  handleDataRow: () => undefined,
  handleEmptyQuery: () => undefined,
  handlePortalSuspended: () => undefined,
  handleCommandComplete: () => undefined,
}

const submit = (client: pg.ClientBase, work: object): void => {
  client.query(work as unknown as pg.Submittable)
}

/** The bytes of COPY … TO STDOUT, as they come. */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = []
  let ahead = 0
  let wire: Wire | null = null
  let ended = false
  let failure: unknown = null
  let wake: () => void = () => undefined
  submit(client, {
    ...unused,
    submit(connection: Wire) {
      wire = connection
      connection.query(text)
    },
    handleCopyInResponse: (connection: Wire) => connection.sendCopyFail('nothing is sent here'),
    handleCopyData({ chunk }: { chunk: Buffer }, connection: Wire) {
      // The parser uses its buffer again.
      waiting.push(Buffer.from(chunk))
      ahead += chunk.length
      if (ahead > AHEAD_MAX) connection.stream.pause()
      wake()
    },
    handleError(error: unknown) {
      failure = error
      wake()
    },
    handleReadyForQuery() {
      ended = true
      wake()
    },
  })
  for (;;) {
    const chunk = waiting.shift()
    if (chunk) {
      ahead -= chunk.length
      if (ahead <= AHEAD_MAX / 2) (wire as Wire | null)?.stream.resume()
      yield chunk
    } else if (failure !== null) throw failure
    else if (ended) return
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
}

export interface CopyIn {
  write: (chunk: Buffer) => Promise<void>
  end: () => Promise<void>
}

/** COPY … FROM STDIN, fed piece by piece; a row may lie across two pieces. */
export async function copyIn(client: pg.ClientBase, text: string): Promise<CopyIn> {
  let open: (wire: Wire) => void = () => undefined
  let finish: () => void = () => undefined
  let fail: (error: unknown) => void = () => undefined
  const opened = new Promise<Wire>((resolve) => {
    open = resolve
  })
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  // Seen by whoever writes or ends next.
  finished.catch(() => undefined)
  submit(client, {
    ...unused,
    submit: (connection: Wire) => connection.query(text),
    handleCopyInResponse: (connection: Wire) => open(connection),
    handleCopyData: () => undefined,
    handleError: (error: unknown) => fail(error),
    handleReadyForQuery: () => finish(),
  })
  const wire = await Promise.race([opened, finished.then(() => Promise.reject(new Error(`no COPY: ${text}`)))])
  return {
    async write(chunk) {
      wire.sendCopyFromChunk(chunk)
      if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), finished])
    },
    async end() {
      wire.endCopyFrom()
      await finished
    },
  }
}
