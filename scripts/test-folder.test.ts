import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearBrokenRuns, FOLDER_VARIABLE, makeTestFolder, removeFolder } from './lib/test-folder.mjs'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'clear-runs-'))
})
afterEach(() => removeFolder(parent))

const deadPid = () => String(spawnSync(process.execPath, ['--version']).pid)

it('被 kill -9 的 npm test 留下的文件夹和还在跑的进程，下一次先收拾干净', async () => {
  const folder = makeTestFolder(parent)
  writeFileSync(join(folder, 'owner'), deadPid())
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: 'ignore',
    env: { ...process.env, [FOLDER_VARIABLE]: folder },
  })
  const ended = new Promise<string | null>((resolve) => left.once('exit', (_, signal) => resolve(signal)))
  await new Promise((resolve) => left.once('spawn', resolve))
  clearBrokenRuns(parent)
  expect(existsSync(folder)).toBe(false)
  // Only Linux tells the environment of a process.
  if (process.platform === 'linux') expect(await ended).toBe('SIGKILL')
  else left.kill()
})

it('同时进行的另一次测试和不相干的文件夹不动', () => {
  const running = makeTestFolder(parent)
  const foreign = join(parent, 'anheng-test-without-owner')
  mkdirSync(foreign)
  clearBrokenRuns(parent)
  expect(existsSync(running)).toBe(true)
  expect(existsSync(foreign)).toBe(true)
})

it('进程号被别的程序用了也看得出那次测试已经不在', () => {
  const folder = makeTestFolder(parent)
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  writeFileSync(join(folder, 'owner'), String(other.pid))
  clearBrokenRuns(parent)
  other.kill()
  expect(existsSync(folder)).toBe(process.platform !== 'linux')
})
