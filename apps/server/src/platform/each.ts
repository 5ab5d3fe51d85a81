/** One row that fails must not keep the others from their turn: a daily task goes on, and fails at its end, so that it is tried again. */
export interface Failures {
  /** Runs work for one thing; what it throws is kept. */
  one: (name: string, work: () => Promise<unknown>) => Promise<void>
  /** Runs work for a page of things at once, and for each by itself where the page fails. */
  page: <T>(items: readonly T[], nameOf: (item: T) => string, work: (items: readonly T[]) => Promise<unknown>) => Promise<void>
  /** Throws RowsFailed when anything failed. Called once everything has had its turn. */
  report: () => void
}

/** What failed of a task, by name; the queue logs each. */
export class RowsFailed extends Error {
  readonly rows: readonly { name: string; error: unknown }[]
  constructor(rows: readonly { name: string; error: unknown }[], tried: number) {
    const first = rows.slice(0, 5).map(({ name, error }) => `${name}: ${error instanceof Error ? error.message : String(error)}`)
    super(`${rows.length} of ${tried} failed: ${first.join('; ')}${rows.length > first.length ? '; …' : ''}`)
    this.rows = rows
  }
}

export function collectFailures(): Failures {
  const failed: { name: string; error: unknown }[] = []
  let tried = 0
  const one: Failures['one'] = async (name, work) => {
    tried += 1
    try {
      await work()
    } catch (error) {
      failed.push({ name, error })
    }
  }
  return {
    one,
    async page(items, nameOf, work) {
      if (items.length === 0) return
      try {
        await work(items)
        tried += items.length
      } catch {
        for (const item of items) await one(nameOf(item), () => work([item]))
      }
    },
    report() {
      if (failed.length > 0) throw new RowsFailed(failed, tried)
    },
  }
}
