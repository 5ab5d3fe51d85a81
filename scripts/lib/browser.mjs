import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { say, Trouble } from './phase.mjs'

const SHELL = 'chromium-headless-shell'

/** The one without windows first: a journey in it takes two thirds of the work. */
const PROGRAMS = [
  `/usr/lib/chromium/${SHELL}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser that journeys run in: CHROMIUM, or the system's. */
export const findBrowser = () => [process.env.CHROMIUM, ...PROGRAMS].find((path) => path && existsSync(path)) ?? null

function hasChineseFonts() {
  if (process.platform === 'darwin') return true
  const { stdout } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return Boolean(stdout?.trim())
}

function run(prefix, args) {
  const [command, ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-o',
    'DPkg::Lock::Timeout=300',
    '-qq',
    ...args,
  ]
  return spawnSync(command, rest, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

/** A browser and Chinese fonts for the journeys; installed where this may be done, else asked for by name. */
export function ensureBrowser() {
  const fonts = hasChineseFonts() ? [] : ['fonts-noto-cjk', 'fontconfig']
  const browsers = findBrowser() ? [] : [SHELL, 'chromium']
  if (fonts.length + browsers.length === 0) return
  const missing = [...browsers.slice(0, 1), ...fonts]
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  const isRoot = process.getuid?.() === 0
  const prefix = isRoot ? [] : ['sudo', '-n']
  const mayInstall =
    spawnSync('apt-get', ['--version']).status === 0 && (isRoot || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0)
  if (!mayInstall)
    throw new Trouble(
      `测试需要浏览器和中文字体（缺少 ${missing.join('、')}），请先运行：sudo ${command}\n也可用环境变量 CHROMIUM 指定浏览器程序`,
    )
  say(`安装测试需要的 ${missing.join('、')}……`)
  // The package lists may be fresh enough already, so a failed update alone stops nothing.
  run(prefix, ['update'])
  const install = (...names) => run(prefix, ['install', '-y', '--no-install-recommends', ...names])
  if (fonts.length > 0) install(...fonts)
  // Not every Debian has the one without windows.
  browsers.some((name) => install(name))
  if (!findBrowser() || !hasChineseFonts()) throw new Trouble(`没有装上 ${missing.join('、')}，请手动运行：${command}`)
}
