import { maskedText } from '#domain/masking.ts'

/**
 * How the services of the outside world have answered this process, by the name that people call them. Kept here between two looks; the
 * module of channels carries it to the table that all processes share.
 */

export interface ServiceReport {
  service: string
  /** null: not since the last look. */
  answeredAt: Date | null
  failedAt: Date | null
  /** Why it failed last; no number of a phone and no address with a secret in it. */
  error: string
  /** Until then this process does not ask it; null: it does. */
  restsUntil: Date | null
}

/** Numbers of phones and what stands after a question mark are nobody's to read. */
const told = (error: unknown): string =>
  maskedText(error instanceof Error ? error.message : String(error))
    .replaceAll(/\?\S+/g, '?…')
    .slice(0, 500)

export interface Reports {
  answered: (service: string) => void
  failed: (service: string, error: unknown) => void
  rests: (service: string, ms: number) => void
  /** Told of each answer and each failure, from here on. */
  listen: (heard: (service: string, outcome: 'answered' | 'failed') => void) => void
  /** What has happened since it was asked last. */
  take: () => ServiceReport[]
}

export function createReports(clock: () => Date = () => new Date()): Reports {
  const since = new Map<string, ServiceReport>()
  const of = (service: string): ServiceReport => {
    const known = since.get(service) ?? { service, answeredAt: null, failedAt: null, error: '', restsUntil: null }
    since.set(service, known)
    return known
  }
  let heard: (service: string, outcome: 'answered' | 'failed') => void = () => undefined
  return {
    answered(service) {
      Object.assign(of(service), { answeredAt: clock(), restsUntil: null })
      heard(service, 'answered')
    },
    failed(service, error) {
      Object.assign(of(service), { failedAt: clock(), error: told(error) })
      heard(service, 'failed')
    },
    listen(next) {
      heard = next
    },
    rests: (service, ms) => void Object.assign(of(service), { restsUntil: new Date(clock().getTime() + ms) }),
    take() {
      const taken = [...since.values()]
      since.clear()
      return taken
    },
  }
}

export const outsideReports = createReports()
