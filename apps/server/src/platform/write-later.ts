export interface WriteLater {
  /** Something waits: it is written within the time. */
  soon: () => void
  /** Writes what waits; done when it is written. */
  flush: () => Promise<void>
  /** The last time. */
  stop: () => Promise<void>
}

interface Options {
  /** So much is lost at most when the process is killed. */
  ms: number
  /** isWhole: nothing may be left for later. Answers whether something was. */
  write: (isWhole: boolean) => Promise<boolean>
  /** Told what could not be written; it is lost. */
  onError: (error: unknown) => void
}

/** What no request waits for and many leave behind (visits, searches) is gathered in memory and written together, one round after the other. */
export function writeLater({ ms, write, onError }: Options): WriteLater {
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<boolean> = Promise.resolve(false)

  function begin(isWhole: boolean): Promise<boolean> {
    writing = writing
      .then(() => write(isWhole))
      .catch((error: unknown) => {
        onError(error)
        return false
      })
    return writing
  }
  function soon(): void {
    if (timer !== null) return
    timer = setTimeout(() => {
      timer = null
      void begin(false).then((isMore) => isMore && soon())
    }, ms)
    timer.unref()
  }
  const flush = async (): Promise<void> => {
    await begin(true)
  }
  return {
    soon,
    flush,
    async stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      await flush()
    },
  }
}
