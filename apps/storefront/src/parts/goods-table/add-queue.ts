/** Wishes to add goods, kept until the server has answered each. */
export interface Wish {
  goodsId: number
  number: number
}

export interface AddQueue {
  push: (wish: Wish) => void
  /** Wishes that have no answer yet. */
  waiting: () => number
}

/**
 * Sends wishes one request at a time, in the order in which they came. What comes while a request is under way goes out
 * together in the next one; a goods twice goes out in two, so that each answer belongs to one wish. send never rejects:
 * it shows failures itself.
 */
export function createAddQueue(send: (wishes: readonly Wish[]) => Promise<void>, most = 100): AddQueue {
  let queue: Wish[] = []
  let sending = 0
  let running = false

  const nextBatch = (): Wish[] => {
    const seen = new Set<number>()
    const batch: Wish[] = []
    const rest: Wish[] = []
    for (const wish of queue) {
      if (seen.has(wish.goodsId) || batch.length >= most) rest.push(wish)
      else {
        seen.add(wish.goodsId)
        batch.push(wish)
      }
    }
    queue = rest
    return batch
  }

  const drain = async (): Promise<void> => {
    running = true
    try {
      while (queue.length > 0) {
        const batch = nextBatch()
        sending = batch.length
        await send(batch)
        sending = 0
      }
    } finally {
      running = false
      sending = 0
    }
  }

  return {
    push: (wish) => {
      queue.push(wish)
      if (!running) void drain()
    },
    waiting: () => queue.length + sending,
  }
}
