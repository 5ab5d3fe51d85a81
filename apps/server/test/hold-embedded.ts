import { openEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'

/** A process that uses the embedded database in the folder named until it is told to end (embedded-database.test.ts). */
const [folder = ''] = process.argv.slice(2)
const database = await openEmbeddedDatabase(folder)
process.on('SIGTERM', () => void database.stop().then(() => process.exit(0)))
process.stdout.write(`${database.url}\n`)
