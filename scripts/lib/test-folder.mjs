import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'anheng-test-'
const OWNER = 'owner'

/** Every process of a run carries its folder in its environment under this name. */
export const FOLDER_VARIABLE = 'ANHENG_TEST_FOLDER'

/** Linux has a folder in memory; containers often a tiny one. */
const IN_MEMORY = '/dev/shm'
const GIGABYTE = 2 ** 30

function hasRoomInMemory() {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > 3 * GIGABYTE && freemem() > 5 * GIGABYTE
  } catch {
    return false
  }
}

/** Where tests keep what they throw away. They make databases by the hundred, each of some 800 files: a disk takes ten times as long. */
const testParent = () => (hasRoomInMemory() ? IN_MEMORY : tmpdir())

/** A run's own folder: its databases, its shop's data, its reports. */
export function makeTestFolder(parent = testParent()) {
  const folder = mkdtempSync(join(parent, PREFIX))
  // The database's user must be able to reach what is in it.
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, OWNER), String(process.pid))
  return folder
}

/**
 * Where a suite keeps its databases: where npm test says by this variable, else in a folder of its own. Either way the
 * next npm test clears what a killed run left.
 */
export function suiteFolder(variable) {
  const given = process.env[variable]
  if (given) {
    mkdirSync(given, { recursive: true })
    // The database's user must be able to reach what is in it.
    chmodSync(given, 0o755)
    return given
  }
  const folder = makeTestFolder()
  Object.assign(process.env, { [FOLDER_VARIABLE]: folder, [variable]: folder })
  return folder
}

/** Removes what runs that were killed left: their suites, browsers and databases still at work, and their folders. */
export function clearBrokenRuns(...parents) {
  for (const parent of parents.length > 0 ? parents : [tmpdir(), IN_MEMORY].filter((one) => existsSync(one))) {
    for (const name of readdirSync(parent)) {
      const folder = join(parent, name)
      if (!name.startsWith(PREFIX) || !isMine(folder) || isOwned(folder)) continue
      for (const pid of processesOf(folder)) end(pid)
      removeFolder(folder)
    }
  }
}

export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
}

function isMine(folder) {
  try {
    return statSync(folder).uid === (process.getuid?.() ?? 0) && existsSync(join(folder, OWNER))
  } catch {
    return false
  }
}

/** What begins tests has one of these in its command line: npm test, or vitest or Playwright by itself. */
const RUNNERS = /test\.mjs|vitest|playwright/

/** Process ids are given out again: a run's owner is a process that still runs tests. */
function isOwned(folder) {
  const pid = Number(readFileSync(join(folder, OWNER), 'utf8'))
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || RUNNERS.test(readFileSync(commandLine, 'utf8'))
}

/** Where the system tells no environments (macOS) the suites end by themselves, after their last test. */
function processesOf(folder) {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && environmentOf(pid).includes(`${FOLDER_VARIABLE}=${folder}`))
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
