import { test as base } from '@playwright/test'
import { copyTestDatabase, dropTestDatabase, testDatabaseUrl } from '../apps/server/test/databases.ts'
import { type RunningShop, startShop } from './running-shop.ts'

const START_MS = 120_000

/** Journeys of one worker share a demo shop; those of another have a shop of their own, and disturb them in nothing. */
export const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture wants
    async ({}, use) => {
      const name = await copyTestDatabase(process.env.E2E_TEMPLATE ?? '')
      process.env.E2E_DATABASE_URL = testDatabaseUrl(name)
      const shop = await startShop(process.env.E2E_DATABASE_URL)
      await use(shop)
      await shop.stop()
      await dropTestDatabase(name)
    },
    { scope: 'worker', auto: true, timeout: START_MS },
  ],
  baseURL: ({ shop }, use) => use(shop.origin),
})
