import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findRunning } from './platform/embedded/postmaster.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
let folder: string
const running = new Set<ChildProcess>()

interface Started {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return { child, output: () => output, ended }
}

/** Waits for the line that names the address; answers the origin. */
async function originOf({ output, child }: Started): Promise<string> {
  for (;;) {
    const found = /已启动.*：http:\/\/localhost:(\d+)/.exec(output())
    if (found) return `http://127.0.0.1:${found[1]}`
    if (child.exitCode !== null) throw new Error(`the shop ended: ${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const readiness = async (origin: string) => (await fetch(`${origin}/readyz`)).status
const server = () => findRunning(join(folder, 'postgres', 'pg18'))

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anheng-main-'))
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  for (const child of running) child.kill('SIGTERM')
  while (running.size > 0) await new Promise((resolve) => setTimeout(resolve, 50))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

describe('启动与停止', () => {
  it('SIGTERM 之后停干净：退出码 0，内置数据库也停了；接着可以再启动', async () => {
    const first = start({})
    expect(await readiness(await originOf(first))).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(server()).toBeNull()

    expect(await readiness(await originOf(start({})))).toBe(200)
  }, 60_000)

  it('kill -9 之后照常启动，接管留下的数据库，并在停止时一并停掉', async () => {
    const killed = start({})
    await originOf(killed)
    const left = server()
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(server()).toEqual(left)
    const next = start({})
    expect(await readiness(await originOf(next))).toBe(200)
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)
    expect(server()).toBeNull()
  }, 60_000)

  it('停止时正在处理的请求得到回答', async () => {
    const shop = start({})
    const origin = await originOf(shop)
    const body = 'username=nobody&password=wrong'
    const login = request(`${origin}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length, expect: '100-continue' },
    })
    login.flushHeaders()
    // The server has the head of the request and waits for its body: now it is told to stop.
    await once(login, 'continue')
    shop.child.kill('SIGTERM')
    while (!shop.output().includes('正在停止')) await new Promise((resolve) => setTimeout(resolve, 20))
    login.end(body)
    const [answer] = (await once(login, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(422)
    answer.resume()
    expect(await shop.ended).toBe(0)
  }, 60_000)

  it('收到停止信号时还在启动，也停干净', async () => {
    const shop = start({})
    while (!shop.output().includes('内置数据库')) await new Promise((resolve) => setTimeout(resolve, 20))
    shop.child.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
    expect(server()).toBeNull()
  }, 60_000)
})

describe('启动失败时说人话', () => {
  const refusal = async (env: Record<string, string>) => {
    const shop = start(env)
    return { code: await shop.ended, text: shop.output() }
  }

  it('错误的配置逐条说明，退出码 1，没有堆栈', async () => {
    const { code, text } = await refusal({ PORT: 'abc', DEMO: 'yes' })
    expect(code).toBe(1)
    expect(text).toBe('配置有误，未启动：\n  PORT="abc"：应是 0 到 65535 的整数\n  DEMO="yes"：只能是 0 或 1\n')
  })

  it('连不上的 DATABASE_URL', async () => {
    const { code, text } = await refusal({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/shop' })
    expect(code).toBe(1)
    expect(text).toBe('启动失败：\n  连接不上 DATABASE_URL 指定的数据库（ECONNREFUSED）：请检查地址、用户、密码和数据库名\n')
  })

  it('端口被占用时说出端口，并把已启动的数据库停掉', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = String(address !== null && typeof address === 'object' ? address.port : 0)
    const { code, text } = await refusal({ PORT: port })
    taken.close()
    expect(code).toBe(1)
    expect(text).toContain(`端口 ${port} 已被占用`)
    expect(text).not.toMatch(/\n\s+at /)
    expect(server()).toBeNull()
  }, 60_000)
})
