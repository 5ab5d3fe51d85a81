/**
 * npm run expressions: every regular expression of the rules, the contract, the server and the pages takes time in proportion to
 * the text that it is given. One that does not lets a stranger's line stop the shop (docs/security.md).
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faultsOf } from './lib/expressions.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const JUDGED = ['packages/*/src/**/*.ts', 'apps/server/src/**/*.ts', 'apps/storefront/src/**/*.{ts,tsx}']

/** The one place that may normalize. */
const FOLDING = 'packages/domain/src/folding.ts'

const paths = globSync(JUDGED, { cwd: ROOT }).filter((path) => !/\.test\.tsx?$/.test(path))
const known = new Map<string, string | null>()
const faults = paths.toSorted().flatMap((path) =>
  faultsOf(readFileSync(ROOT + path, 'utf8'), path.endsWith('x'), known)
    .filter(({ shown }) => path !== FOLDING || !shown.startsWith('.normalize'))
    .map(({ line, shown, why }) => `${path}:${line} ${shown}: ${why}`),
)
for (const fault of faults) console.error(fault)
console.log(`${known.size} expressions in ${paths.length} files, ${faults.length} that a text can slow down`)
process.exitCode = faults.length > 0 || known.size === 0 ? 1 : 0
