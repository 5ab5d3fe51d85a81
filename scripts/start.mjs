import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runUntilStopped } from './lib/long-running.mjs'
import { main, ROOT } from './lib/phase.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  runUntilStopped([join(ROOT, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)], { NODE_ENV: 'production' })
})
