import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failedFiles, judged, playwrightTotals, vitestTotals } from './lib/totals.mjs'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'totals-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const written = (name: string, report: object): string => {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(report))
  return file
}
const result = (name: string, tests: Record<string, string>, status = Object.values(tests).includes('failed') ? 'failed' : 'passed') => ({
  name: join(import.meta.dirname, name),
  status,
  assertionResults: Object.entries(tests).map(([fullName, one]) => ({
    fullName,
    status: one,
    failureMessages: one === 'failed' ? [`\u001b[31mAssertionError\u001b[39m: ${fullName}\n  at line 1`] : [],
  })),
})

it('再试才通过的算通过并列名；再试仍失败的算失败', () => {
  const first = written('first.json', {
    testResults: [
      result('a.ts', { one: 'passed', two: 'failed' }),
      result('b.ts', { three: 'failed' }),
      result('c.ts', { four: 'passed' }),
    ],
  })
  expect(failedFiles(first)).toEqual([join(import.meta.dirname, 'a.ts'), join(import.meta.dirname, 'b.ts')])
  const again = written('again.json', {
    testResults: [result('a.ts', { one: 'passed', two: 'passed' }), result('b.ts', { three: 'failed' })],
  })
  expect(vitestTotals(first)).toMatchObject({ passed: 2, failed: 2, unsteady: [] })
  expect(vitestTotals(first, again)).toEqual({
    passed: 3,
    failed: 1,
    failures: ['scripts/b.ts › three'],
    unsteady: ['scripts/a.ts › two'],
    why: { 'scripts/a.ts › two': 'AssertionError: two at line 1', 'scripts/b.ts › three': 'AssertionError: three at line 1' },
  })
})

it('无法载入的测试文件算一次失败，再试时载入了则算其测试', () => {
  const first = written('broken.json', { testResults: [result('a.ts', {}, 'failed')] })
  expect(vitestTotals(first)).toMatchObject({ passed: 0, failed: 1, failures: ['scripts/a.ts'] })
  const again = written('loaded.json', { testResults: [result('a.ts', { one: 'passed', two: 'passed' })] })
  expect(vitestTotals(first, again)).toMatchObject({ passed: 2, failed: 0, failures: [], unsteady: ['scripts/a.ts'] })
})

it('浏览器旅程按其状态点数并列名，带上第一次失败说的话', () => {
  const spec = (title: string, status: string) => ({
    file: 'x.test.ts',
    title,
    tests: [{ status, results: [status === 'expected' ? {} : { error: { message: `${title} was not seen\n\n at 1` } }, {}] }],
  })
  const report = written('journeys.json', {
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    errors: [],
    suites: [{ specs: [spec('good', 'expected')], suites: [{ specs: [spec('bad', 'unexpected'), spec('luck', 'flaky')] }] }],
  })
  expect(playwrightTotals(report)).toEqual({
    passed: 2,
    failed: 1,
    failures: ['e2e/x.test.ts › bad'],
    unsteady: ['e2e/x.test.ts › luck'],
    why: { 'e2e/x.test.ts › bad': 'bad was not seen at 1', 'e2e/x.test.ts › luck': 'luck was not seen at 1' },
  })
})

it('没有报告、没有测试或无名而终的，都算一次失败', () => {
  const none = join(folder, 'none.json')
  expect(judged(vitestTotals(none), 0).failed).toBe(1)
  expect(judged(playwrightTotals(none), 1).failed).toBe(1)
  expect(judged({ passed: 3, failed: 0, failures: [], unsteady: [] }, 1).failed).toBe(1)
  expect(judged({ passed: 3, failed: 0, failures: [], unsteady: [] }, 0).failed).toBe(0)
})
