import type { DataOf } from '#contract/call.ts'
import type { staffFilePlaces } from '#contract/console.ts'
import { type Database, storageBeside } from '../../../platform/database.ts'
import { soon } from '../../../platform/health.ts'
import { addressOf, type S3Options } from '../../../providers/storage/s3.ts'
import type { VirusScanner } from '../../../providers/virus-scan/scanner.ts'
import { faultyFiles, placements } from './object-store.ts'

const FAULTS_SHOWN = 20

/** '': it answered. Nothing lies under this name; that the storage says so, to this shop's key, is the answer. */
async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await soon(work)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Where contents of files lie, and how those answer who keep and who scan them: asked now, and not what was heard of them before. */
export async function filePlaces(db: Database, options: S3Options | null, scanner: VirusScanner): Promise<DataOf<typeof staffFilePlaces>> {
  const storage = storageBeside(db)
  const version = scanner.version()
  const [places, faulty, storageProblem, scannerProblem] = await Promise.all([
    placements(db),
    faultyFiles(db, FAULTS_SHOWN),
    storage === null ? '' : problemOf(storage.get('probe')),
    problemOf(version),
  ])
  return {
    ...places,
    storage: options && {
      address: addressOf(options, '').href,
      is_wanted: options.isWanted ? 1 : 0,
      keep_days: options.keepDays,
      problem: storageProblem,
    },
    faulty: faulty.map(({ at, ...file }) => ({ ...file, at: at.toISOString() })),
    scanner: { name: scanner.name, version: scannerProblem === '' ? await version : '', problem: scannerProblem },
  }
}
