import type { BrowserContext, Page } from '@playwright/test'
import { seriousViolations, watchFailures } from './support.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 375, height: 780 }

/** More tabs than this only wait for each other. */
const TABS = 2

async function faultsOf(page: Page, path: string, turn: number): Promise<string[]> {
  const faults: string[] = []
  // Every other page is first drawn on the phone, so that both widths see fresh pages.
  const sizes = turn % 2 === 0 ? [WIDE, PHONE] : [PHONE, WIDE]
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size)
    if (at === 0) {
      const answer = await page.goto(path)
      if (answer?.status() !== 200) faults.push(`answered ${answer?.status()}`)
      await page.waitForLoadState('networkidle')
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (overflow > 0) faults.push(`${size.width} px: wider than the screen by ${overflow} px`)
    faults.push(...(await seriousViolations(page)).map((one) => `${size.width} px: ${one}`))
  }
  return faults
}

/**
 * Opens each path and looks at it at 1440 and 375 px. Answers everything that is wrong, each with its path: what breaks
 * WCAG 2.2 AA badly, an answer other than 200, what is wider than the screen, what a script throws or reports as an error.
 */
export async function faultsOfPages(context: BrowserContext, paths: readonly string[]): Promise<string[]> {
  const queue = [...paths.entries()]
  const faults: string[] = []
  const tab = async () => {
    const page = await context.newPage()
    await page.addInitScript(() => window.sessionStorage.setItem('draw_closed', '1'))
    const thrown = watchFailures(page)
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [turn, path] = next
      const found = await faultsOf(page, path, turn)
      faults.push(...[...found, ...thrown.splice(0)].map((one) => `${path}: ${one}`))
    }
    await page.close()
  }
  await Promise.all(Array.from({ length: TABS }, tab))
  return faults
}
