/** How long after a gateway has said that a refund is on its way it is asked again: banks take hours, some of them days. */
const ASK_AGAIN_MS = 30 * 60_000

export const askAgainAt = (now: Date): Date => new Date(now.getTime() + ASK_AGAIN_MS)
