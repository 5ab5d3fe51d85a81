/**
 * npm run audit -- verify [--from 2026-11-01] [--kept HASH]: whether what staff did is on record as it was written. Reads only, also under
 * a running shop. 0: as it was · 1: not, or it could not be asked.
 */
import { parseArgs } from 'node:util'
import { verdictText, verifyAudits } from '../apps/server/src/modules/who/audit/public.ts'
import { isTradeDate } from '../packages/domain/src/identifiers.ts'
import { withDatabaseOf } from './lib/shop-database.ts'

const USAGE = `用法：npm run audit -- verify [--from 日期] [--kept 封条]
  核对操作记录与封存时是否一致，说出第一处不同，并给出末条封条，请抄存在别处
  --from 2026-11-01  只核对这一天起封存的，此前的视为可信
  --kept 封条        以前抄存的末条封条，核对它仍在链上
`

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { from: { type: 'string' }, kept: { type: 'string' } },
    allowPositionals: true,
  })
  const { from, kept } = values
  if (positionals.length !== 1 || positionals[0] !== 'verify') return null
  if (from !== undefined && !isTradeDate(from)) return null
  if (kept !== undefined && !/^[0-9a-f]{64}$/i.test(kept)) return null
  return { ...(from !== undefined && { from: new Date(`${from}T00:00:00+08:00`) }), ...(kept !== undefined && { kept }) }
}

let options: ReturnType<typeof readArguments> = null
try {
  options = readArguments()
} catch {
  // An option that there is not.
}
if (options === null) {
  process.stderr.write(USAGE)
  process.exit(1)
}
const asked = options
await withDatabaseOf({}, async (database) => {
  const verdict = await verifyAudits(database, asked, new Date())
  process.stdout.write(`${verdictText(verdict)}\n`)
  if (verdict.broken !== null) process.exitCode = 1
})
