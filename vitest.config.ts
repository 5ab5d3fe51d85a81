import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const FILES = ['packages/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']
/** By these words a test file is known to want PostgreSQL; one that says none of them and asks for it all the same is told so. */
const WANTS_DATABASE = /harness\.ts|databases\.ts|fixtures[\w-]*\.ts|-fixtures|TEST_DATABASE_URL|openEmbeddedDatabase/
const withDatabase = globSync('apps/server/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  WANTS_DATABASE.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

const common = {
  // Far more than any test takes: a machine that does something else beside fails none.
  testTimeout: 60_000,
  hookTimeout: 180_000,
  // Files of one worker share their modules: to load the shop anew takes longer than most files. What a test puts in a global's
  // place goes away with it.
  isolate: false,
  unstubGlobals: true,
  restoreMocks: true,
} as const

export default defineConfig({
  test: {
    // Every file of the shop opens it on a database of its own; two at a time is what two cores and one PostgreSQL carry.
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'unit', include: FILES, exclude: [...withDatabase, '**/node_modules/**'] } },
      {
        test: {
          ...common,
          name: 'shop',
          include: withDatabase,
          globalSetup: ['apps/server/test/global-setup.ts'],
          setupFiles: ['apps/server/test/statements-seen.ts'],
        },
      },
    ],
  },
})
