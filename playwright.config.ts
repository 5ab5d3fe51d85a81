import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/lib/browser.mjs'

/** Chosen once; the workers, which read this file again, find them in their environment. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return String(address !== null && typeof address === 'object' ? address.port : 0)
}
process.env.E2E_PORT ??= await freePort()
// Only named here, not made: this file is also read where no journey runs.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `anheng-e2e-${process.pid}`)

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`
const browser = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The journeys share the demo's accounts, and with them their carts.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  use: {
    baseURL: origin,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // What a worker answers no journey could hold back; those about it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(browser !== null && { executablePath: browser }),
      // Without the sandbox because tests also run as root; the rest keeps the browser from calling out.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `${JSON.stringify(process.execPath)} apps/server/src/main.ts`,
    url: `${origin}/readyz`,
    timeout: 180_000,
    env: {
      PORT: process.env.E2E_PORT,
      HOST: '127.0.0.1',
      DATA_DIR: process.env.E2E_DATA_DIR,
      DATABASE_URL: '',
      DEMO: '1',
      LOG_LEVEL: 'warn',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
