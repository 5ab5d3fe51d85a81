import { existsSync, readFileSync } from 'node:fs'

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** Counts of a vitest JSON report. A file that could not even be loaded counts as one failure. */
export function vitestTotals(file) {
  const report = read(file)
  if (report === null) return { passed: 0, failed: 0 }
  const unloadable = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.every((test) => test.status !== 'failed'),
  ).length
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloadable }
}

/** Counts of a Playwright JSON report. */
export function playwrightTotals(file) {
  const report = read(file)
  if (report === null) return { passed: 0, failed: 0 }
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected + (report.stats.expected + report.stats.unexpected > 0 ? 0 : report.errors.length),
  }
}

/**
 * What a suite adds to the sum: a runner that failed without a failed test, and one that ran no test at all, count as
 * one failure, so that nothing broken looks green.
 */
export function judged({ passed, failed }, exitCode) {
  const silent = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0
  return { passed, failed: failed + silent }
}
