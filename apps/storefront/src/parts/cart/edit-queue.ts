/**
 * Sends the quantities a buyer types: each line waits until its number rests, only the last number of a line is sent,
 * and one request runs at a time, so that the total of the newest answer is the total of everything sent so far.
 */
export interface EditQueue {
  /** Wishes a line to hold this many units; replaces what waits for the same line. */
  wish: (lineId: number, number: number) => void
  /** Takes back what waits for these lines (they are being deleted). */
  forget: (lineIds: readonly number[]) => void
  /** Sends everything that waits, now; resolves when every answer is there. */
  flush: () => Promise<void>
}

export interface EditQueueOptions {
  /** Settles on answer or failure; never throws on (failures are shown by whoever sends). isLast: nothing else waits to be sent. */
  send: (lineId: number, number: number, isLast: boolean) => Promise<void>
  /** How long a number must rest. */
  restMs: number
  /** Told the lines that wait or are under way whenever these change. */
  onPending?: (lineIds: ReadonlySet<number>) => void
}

interface Wish {
  number: number
  timer: ReturnType<typeof setTimeout> | null
}

export function createEditQueue({ send, restMs, onPending }: EditQueueOptions): EditQueue {
  const resting = new Map<number, Wish>()
  const ready = new Map<number, number>()
  let running: Promise<void> | null = null
  let sending: number | null = null

  const tell = (): void => onPending?.(new Set([...resting.keys(), ...ready.keys(), ...(sending === null ? [] : [sending])]))

  const drain = async (): Promise<void> => {
    for (let next = ready.entries().next(); !next.done; next = ready.entries().next()) {
      const [lineId, number] = next.value
      ready.delete(lineId)
      sending = lineId
      try {
        await send(lineId, number, ready.size === 0)
      } finally {
        sending = null
        tell()
      }
    }
  }

  const start = (): Promise<void> => {
    running ??= drain().finally(() => {
      running = null
    })
    return running
  }

  const rest = (lineId: number): void => {
    const wish = resting.get(lineId)
    if (!wish) return
    if (wish.timer !== null) clearTimeout(wish.timer)
    resting.delete(lineId)
    ready.set(lineId, wish.number)
  }

  return {
    wish: (lineId, number) => {
      const waiting = resting.get(lineId)
      if (waiting?.timer) clearTimeout(waiting.timer)
      ready.delete(lineId)
      const timer = setTimeout(() => {
        rest(lineId)
        void start()
      }, restMs)
      resting.set(lineId, { number, timer })
      tell()
    },
    forget: (lineIds) => {
      for (const lineId of lineIds) {
        rest(lineId)
        ready.delete(lineId)
      }
      tell()
    },
    flush: async () => {
      for (const lineId of [...resting.keys()]) rest(lineId)
      while (ready.size > 0 || running) await start()
    },
  }
}
