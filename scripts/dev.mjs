import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { runUntilStopped } from './lib/long-running.mjs'
import { main, ROOT } from './lib/phase.mjs'

// By any Node from 20 on, in a clone where nothing is installed; the rest is dev.ts.
await main(async () => {
  await ensureInstalled()
  runUntilStopped([join(ROOT, 'scripts', 'dev.ts')])
})
