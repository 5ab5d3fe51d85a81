import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './phase.mjs'

// What a runner's JSON report says, as { passed, failed, failures, unsteady, why }: two counts, two lists of names, and by name what
// the test said when it failed first, on one line. Unsteady is what failed and then passed when it was tried once more.

const NOTHING = { passed: 0, failed: 0, failures: [], unsteady: [], why: {} }
/** Enough to tell a cause where only the last lines of a run are seen. */
const WHY_LENGTH = 700
// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
const COLOURS = /\u001b\[[0-9;]*m/g
const onOneLine = (message) => (message ?? '').replace(COLOURS, '').replace(/\s+/g, ' ').trim().slice(0, WHY_LENGTH)
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

const failedTests = (result) => result.assertionResults.filter((test) => test.status === 'failed')
/** A file that could not even be loaded counts as one failure. */
const isUnloadable = (result) => result.status === 'failed' && failedTests(result).length === 0
const label = (result, test) => `${relative(ROOT, result.name)}${test === undefined ? '' : ` › ${test.fullName}`}`
const failuresOf = (result) =>
  isUnloadable(result)
    ? [[label(result), onOneLine(result.message)]]
    : failedTests(result).map((test) => [label(result, test), onOneLine(test.failureMessages?.[0])])
const failureNames = (result) => failuresOf(result).map(([name]) => name)

/** The paths of the test files of a vitest report in which something failed. */
export function failedFiles(file) {
  return (read(file)?.testResults ?? []).filter((result) => result.status === 'failed').map((result) => result.name)
}

/**
 * A vitest report; where its failed files were run once more, `again` is the report of that and stands in their place.
 * @param {string} file
 * @param {string} [again]
 */
export function vitestTotals(file, again) {
  const report = read(file)
  if (report === null) return NOTHING
  const second = new Map((again === undefined ? [] : (read(again)?.testResults ?? [])).map((result) => [result.name, result]))
  const results = report.testResults.map((result) => second.get(result.name) ?? result)
  const failures = results.flatMap(failureNames)
  return {
    passed: results.flatMap((result) => result.assertionResults).filter((test) => test.status === 'passed').length,
    failed: failures.length,
    failures,
    unsteady: report.testResults.flatMap(failureNames).filter((name) => !failures.includes(name)),
    why: Object.fromEntries(report.testResults.flatMap(failuresOf)),
  }
}

/** A Playwright report. */
export function playwrightTotals(file) {
  const report = read(file)
  if (report === null) return NOTHING
  const { expected, unexpected, flaky } = report.stats
  const named = (status) => report.suites.flatMap((suite) => specsOf(suite, status)).map(([name]) => name)
  return {
    passed: expected + flaky,
    failed: unexpected + (expected + unexpected > 0 ? 0 : report.errors.length),
    failures: named('unexpected'),
    unsteady: named('flaky'),
    why: Object.fromEntries(['unexpected', 'flaky'].flatMap((status) => report.suites.flatMap((suite) => specsOf(suite, status)))),
  }
}

function specsOf(suite, status) {
  const own = (suite.specs ?? []).filter((spec) => spec.tests.some((test) => test.status === status))
  const said = (spec) => onOneLine(spec.tests.flatMap(({ results = [] }) => results.map(({ error }) => error?.message)).find(Boolean))
  return [
    ...own.map((spec) => [`e2e/${spec.file} › ${spec.title}`, said(spec)]),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, status)),
  ]
}

/**
 * What a suite adds to the sum: a runner that failed without a failed test, and one that ran no test at all, count as
 * one failure, so that nothing broken looks green.
 */
export function judged(totals, exitCode) {
  if (totals.failed > 0 || (exitCode === 0 && totals.passed > 0)) return totals
  return { ...totals, failed: 1, failures: [`(the runner ended with ${exitCode} and named no failed test)`] }
}
