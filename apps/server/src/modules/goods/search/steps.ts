/**
 * Long work that yields now and then, so that whoever runs it can let waiting requests through (withPauses), or do it
 * in one go (atOnce).
 */
export type Steps<T> = Generator<undefined, T, undefined>

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export async function withPauses<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}
