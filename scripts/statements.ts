/**
 * node scripts/statements.ts FOLDER: lays every statement of the server's source beside those that PostgreSQL took while the
 * tests ran with STATEMENTS_DIR=FOLDER. A statement that no test ever brought before the schema is named, and so is one whose
 * columns are others than its type says: TypeScript believes what stands in sql<Row>.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { judged, type Taken, writtenIn } from './lib/statements.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const folder = process.argv[2]
if (!folder) throw new Error('node scripts/statements.ts FOLDER')

const taken = readdirSync(folder).flatMap((name) =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Taken),
)
const paths = globSync('apps/server/src/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
const written = paths.toSorted().flatMap((path) => writtenIn({ root: ROOT, path }))
const { untaken, mistyped, compared } = judged(written, taken)
for (const { path, line, pieces } of untaken)
  console.error(`${path}:${line} was never brought before the schema: ${pieces.join(' … ').slice(0, 120)}`)
for (const { written: one, differences } of mistyped) console.error(`${one.path}:${one.line} ${differences.join('; ')}`)
console.log(
  `${written.length} statements and parts, ${compared} with their columns compared: ${untaken.length} never taken, ${mistyped.length} mistyped`,
)
process.exitCode = untaken.length + mistyped.length > 0 || compared === 0 ? 1 : 0
