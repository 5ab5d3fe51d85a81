import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runUntilStopped } from './lib/long-running.mjs'
import { main, ROOT } from './lib/phase.mjs'
import { SHOP_ENVIRONMENT, SHOP_FLAGS } from './lib/shop-flags.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const shop = join(ROOT, 'apps', 'server', 'src', 'main.ts')
  runUntilStopped([...SHOP_FLAGS, shop, ...process.argv.slice(2)], { NODE_ENV: 'production', ...SHOP_ENVIRONMENT })
})
