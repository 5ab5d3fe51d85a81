import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const FILES = ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']
/** By these words a test file is known to want PostgreSQL; one that says none of them and asks for it all the same is told so. */
const WANTS_DATABASE = /harness\.ts|databases\.ts|fixtures[\w-]*\.ts|-fixtures|TEST_DATABASE_URL|openEmbeddedDatabase/
const withDatabase = globSync('apps/server/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  WANTS_DATABASE.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

/** These wait for a process, a server or a silence and leave the machine idle: npm test runs them one by one beside all others. */
const WAITS = [
  'apps/server/src/main.test.ts',
  'apps/server/src/platform/backup/backup.test.ts',
  'apps/server/src/platform/embedded/archive.test.ts',
  'apps/server/src/platform/embedded/embedded-database.test.ts',
  'apps/server/src/platform/jobs.test.ts',
  'apps/server/src/platform/silence.test.ts',
  'apps/server/src/platform/threads.test.ts',
  'apps/server/test/crash.test.ts',
]
const isBusy = (file: string) => !WAITS.includes(file)

const common = {
  // Far more than any test takes: a machine that does something else beside fails none.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Files of one worker share their modules: to load the shop anew takes longer than most files. What a test puts in a global's
  // place goes away with it.
  isolate: false,
  unstubGlobals: true,
  restoreMocks: true,
} as const

const onDatabase = {
  globalSetup: ['apps/server/test/global-setup.ts'],
  setupFiles: ['apps/server/test/statements-seen.ts'],
}

export default defineConfig({
  test: {
    // Every file of the shop opens it on a database of its own; two at a time is what two cores and one PostgreSQL carry.
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'unit', include: FILES, exclude: [...withDatabase, ...WAITS, '**/node_modules/**'] } },
      { test: { ...common, ...onDatabase, name: 'shop', include: withDatabase.filter(isBusy) } },
      { test: { ...common, ...onDatabase, name: 'waits', include: WAITS } },
    ],
  },
})
