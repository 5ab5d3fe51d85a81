import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, NODE, ROOT, say } from './lib/phase.mjs'
import { clearBrokenRuns, FOLDER_VARIABLE, makeTestFolder, removeFolder } from './lib/test-folder.mjs'
import { failedFiles, judged, playwrightTotals, vitestTotals } from './lib/totals.mjs'

const bin = (...path) => join(ROOT, 'node_modules', ...path)

/** TMPDIR: what tests put aside lies in the run's folder too. The servers that they start by the dozen read their sources once. */
function run(args, folder, more) {
  const env = { ...process.env, [FOLDER_VARIABLE]: folder, TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled'), ...more }
  return new Promise((resolve) => {
    const child = spawn(NODE, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env })
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Parts of names of test files, as in npm test -- FILE; journeys are those that lie in e2e. None: all tests. */
const asked = process.argv.slice(2)
const isJourney = (name) => /^(?:\.\/)?e2e\b/.test(name)
const journeys = asked.filter(isJourney)
const others = asked.filter((name) => !isJourney(name))

/** More failed files than these are no matter of luck. */
const TRIED_AGAIN = 5

/**
 * Unit tests, and the API on a real PostgreSQL (an embedded, throw-away one unless TEST_DATABASE_URL names another). Of thousands
 * one may fail because the machine stood still at the wrong moment: a few failed files are tried once more, and named.
 */
async function runVitest(folder, name, ...wish) {
  const first = join(folder, `${name}.json`)
  const code = await vitest(folder, name, wish, first)
  const failed = code === 0 ? [] : failedFiles(first)
  if (failed.length === 0 || failed.length > TRIED_AGAIN) return judged(vitestTotals(first), code)
  say(`再试一次：${failed.map((file) => relative(ROOT, file)).join('、')}`)
  const again = join(folder, `${name}-again.json`)
  const secondCode = await vitest(folder, name, failed, again)
  return judged(vitestTotals(first, again), secondCode)
}

function vitest(folder, name, wish, report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return run([bin('vitest', 'vitest.mjs'), 'run', ...wish, ...reporters], folder, {
    NODE_ENV: 'test',
    TEST_DATA_DIR: join(folder, `database-${name}`),
    STATEMENTS_DIR: notesFolder(folder, 'statements'),
    AUDITED_DIR: notesFolder(folder, 'audited'),
  })
}

/** Files that wait more than they work (vitest.config.ts) beside those that fill the machine. */
async function runAllVitest(folder) {
  const [working, waiting] = await Promise.all([
    runVitest(folder, 'working', '--project=unit', '--project=shop'),
    runVitest(folder, 'waiting', '--project=waits', '--maxWorkers=1'),
  ])
  return [
    ['单元与接口测试', working],
    ['启停与断线测试', waiting],
  ]
}

/** What the tests of the shop asked PostgreSQL, and which calls left their row in the audit log, lies here afterwards. */
function notesFolder(folder, name) {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}

/** Every statement of the server was brought before the schema, and its columns are those of its type: one test. */
const checkStatements = (folder) => checkNotes(folder, 'statements')

/** Every writing call of staff was seen to leave its row in the audit log: one test. */
const checkAudited = (folder) => checkNotes(folder, 'audited')

async function checkNotes(folder, name) {
  const code = await run([join(ROOT, 'scripts', `${name}.ts`), notesFolder(folder, name)], folder)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, failures: code === 0 ? [] : [`scripts/${name}.ts`], unsteady: [] }
}

/** Journeys in a real browser against the real server with the demo shop; one that fails is tried once more in a new one. */
async function runJourneys(folder) {
  const report = join(folder, 'playwright.json')
  const code = await run([bin('@playwright', 'test', 'cli.js'), 'test', ...journeys, '--retries=1', '--reporter=list,json'], folder, {
    E2E_DATA_DIR: join(folder, 'shops'),
    // Node.js reads TypeScript by itself; Playwright would first translate the thousand files that journeys lead to.
    PW_DISABLE_TS_ESM: '1',
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  return judged(playwrightTotals(report), code)
}

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const withJourneys = asked.length === 0 || journeys.length > 0
  if (withJourneys) ensureBrowser()
  clearBrokenRuns()
  const folder = makeTestFolder()
  const suites = []
  try {
    if (asked.length === 0) suites.push(...(await runAllVitest(folder)))
    else if (others.length > 0) suites.push(['单元与接口测试', await runVitest(folder, 'asked', ...others)])
    if (asked.length === 0) suites.push(['语句与类型', await checkStatements(folder)])
    if (asked.length === 0) suites.push(['员工操作留痕', await checkAudited(folder)])
    if (withJourneys) suites.push(['浏览器旅程', await runJourneys(folder)])
  } finally {
    removeFolder(folder)
  }
  for (const [name, { passed, failed, failures, unsteady, why = {} }] of suites) {
    const named = (test) => (why[test] ? `${test} ← ${why[test]}` : test)
    for (const test of unsteady) say(`再试才通过：${named(test)}`)
    for (const test of failures) say(`未通过：${named(test)}`)
    say(`${name}：${passed} 通过，${failed} 失败，${unsteady.length} 再试才通过`)
  }
  const sum = (key) => suites.reduce((total, [, counts]) => total + counts[key], 0)
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
})
