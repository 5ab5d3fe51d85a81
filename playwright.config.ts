import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/lib/browser.mjs'

const browser = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Far more than any takes: a machine that does something else beside fails none.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  globalSetup: './e2e/global-setup.ts',
  // Each with a shop of its own (e2e/journey.ts); the journeys of a file share the demo's accounts, and with them their carts.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  use: {
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
        // A page lives for seconds: to optimise its scripts costs more than it gains.
        '--js-flags=--no-opt',
      ],
    },
  },
})
