import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openEmbeddedDatabase } from './platform/embedded/embedded-database.ts'
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
  })

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
  })

  it('内置数据库的后端被 kill -9，接着有人导入：商城照常回答；服务器被 kill -9：自己重新启动它；停止后什么也不留下', async () => {
    const shop = start({})
    const origin = await originOf(shop)
    const url = `postgres://postgres@localhost/shop?host=${encodeURIComponent(join(folder, 'postgres'))}`
    const rows = async (text: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        return (await client.query(text)).rows as { pid: number }[]
      } finally {
        await client.end()
      }
    }
    const again = async () => {
      const deadline = Date.now() + 240_000
      while ((await readiness(origin)) !== 200) if (Date.now() > deadline) throw new Error('not ready again')
    }
    const [backend] = await rows("select pid from pg_stat_activity where application_name = 'anheng-presence' limit 1")
    process.kill(backend?.pid ?? 0, 'SIGKILL')
    await again()
    const file = join(folder, 'stock.csv')
    writeFileSync(file, '商品编码,批号,有效期至,数量\nNOSUCH,1,2030-01-01,1\n')
    expect(runScript('import', ['stock', file], {}).code).toBe(0)
    expect(await readiness(origin)).toBe(200)

    const before = server()
    process.kill(before?.pid ?? 0, 'SIGKILL')
    while (server() === null || server()?.pid === before?.pid) await new Promise((resolve) => setTimeout(resolve, 50))
    await again()
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    shop.child.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
  })

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
  })

  it('收到停止信号时还在启动，也停干净', async () => {
    const shop = start({})
    while (!shop.output().includes('内置数据库')) await new Promise((resolve) => setTimeout(resolve, 20))
    shop.child.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
    expect(server()).toBeNull()
  })
})

/** What must never answer in a real shop. */
const STAND_IN_CALLS = [
  ['GET', '/demo/sms'],
  ['GET', '/demo/wechat?state=abcdefghijkl'],
  ['POST', '/demo/wechat'],
  ['GET', '/gateway/pay/P20261122000000000001'],
  ['POST', '/gateway/pay/P20261122000000000001'],
  ['POST', '/api/pay/notify/gateway'],
] as const

async function answersOf(origin: string): Promise<{ status: number; code: unknown }[]> {
  return Promise.all(
    STAND_IN_CALLS.map(async ([method, path]) => {
      const answer = await fetch(`${origin}${path}`, {
        method,
        redirect: 'manual',
        ...(method === 'POST' && { body: 'result=paid', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      })
      const text = await answer.text()
      return { status: answer.status, code: text.startsWith('{') ? (JSON.parse(text) as { code: unknown }).code : text.slice(0, 80) }
    }),
  )
}
const REFUSED = STAND_IN_CALLS.map(() => ({ status: 404, code: 404 }))

/** What the start said of the shop; it comes after the address. */
async function words(shop: Started, last: string): Promise<string> {
  while (!shop.output().includes(last)) await new Promise((resolve) => setTimeout(resolve, 20))
  return shop.output()
}

function runScript(name: string, args: readonly string[], env: Record<string, string>, input = ''): { code: number | null; text: string } {
  const script = fileURLToPath(new URL(`../../../scripts/${name}.ts`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    input,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder, ...env },
  })
  return { code: status, text: `${stdout}${stderr}` }
}

describe('真实商城（DEMO=0）', () => {
  it('空目录：支付、短信、微信的替代品都不回答，启动时逐条说还缺什么、怎么办', async () => {
    const shop = start({})
    const origin = await originOf(shop)
    expect(await answersOf(origin)).toEqual(REFUSED)
    const said = await words(shop, '没有 HTTPS')
    expect(said).toContain('真实商城（DEMO=0）。还缺：')
    for (const lack of [
      '没有员工账号',
      '没有在线支付渠道',
      '没有短信',
      '没有微信登录',
      '没有电子发票服务',
      '没有物流查询',
      '没有供货单位名称',
      '没有收款账户',
      '没有商品',
    ])
      expect(said).toMatch(new RegExp(`${lack}.*[：。].+`))
    expect(said).not.toContain('演示账号')
    shop.child.kill('SIGTERM')
    await shop.ended

    const added = runScript('staff', ['add', 'boss', '王经理'], {}, 'Kaidian-2026\n')
    expect(added).toEqual({ code: 0, text: '已添加员工 boss（王经理，管理员），可在 /console 用密码登录\n' })
    expect(runScript('staff', ['add', 'boss', '王经理'], {}, 'Kaidian-2026\n')).toEqual({ code: 1, text: '用户名 boss 已有人使用\n' })
    const next = start({ STAND_INS: 'payment' })
    const reopened = await originOf(next)
    const login = await fetch(`${reopened}/api/staff/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'boss', password: 'Kaidian-2026' }),
    })
    expect(login.status).toBe(200)
    const warned = await words(next, '任何人点一下')
    expect(warned).toContain('危险！STAND_INS 打开了替代品')
    expect(warned).not.toContain('没有员工账号')
    // The named one is there, the others are not.
    expect((await answersOf(reopened)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 422])
    next.child.kill('SIGTERM')
    await next.ended

    const asDemo = start({ DEMO: '1' })
    expect(await asDemo.ended).toBe(1)
    expect(asDemo.output()).toContain('这个数据库属于真实商城（曾以 DEMO=0 启动），不能当作演示商店打开')
  })

  it('DATABASE_URL 指定的数据库：同样没有替代品，同样说还缺什么', async () => {
    const database = await openEmbeddedDatabase(folder)
    try {
      const shop = start({ DATABASE_URL: database.url })
      expect(await answersOf(await originOf(shop))).toEqual(REFUSED)
      expect(await words(shop, '没有 HTTPS')).toContain('没有在线支付渠道')
      shop.child.kill('SIGTERM')
      expect(await shop.ended).toBe(0)
    } finally {
      await database.stop()
    }
  })

  it('从前的演示目录：不启动，点名演示账号；停用之后启动，谁也不能再用公开的密码登录', async () => {
    const demoFolder = mkdtempSync(join(tmpdir(), 'anheng-demo-'))
    chmodSync(demoFolder, 0o755)
    const env = { DATA_DIR: demoFolder }
    const login = (origin: string, username: string) =>
      fetch(`${origin}/api/${username === 'admin' ? 'staff' : 'user'}/login`, {
        method: 'POST',
        body: new URLSearchParams({ username, password: 'Demo-2026' }),
      })
    try {
      const demo = start({ ...env, DEMO: '1', HOST: '0.0.0.0' })
      const demoOrigin = await originOf(demo)
      const said = await words(demo, '注意：')
      expect(said).toContain('演示账号（密码都是 Demo-2026）')
      expect(said).toContain('所有网络地址上监听')
      const cookieOf = async (username: string) => (await login(demoOrigin, username)).headers.get('set-cookie')?.split(';')[0] ?? ''
      const [buyer, staff] = [await cookieOf('13900000001'), await cookieOf('admin')]
      const statusOf = async (origin: string, path: string, cookie: string) =>
        (await fetch(`${origin}${path}`, { headers: { cookie } })).status
      expect([await statusOf(demoOrigin, '/api/user/base', buyer), await statusOf(demoOrigin, '/api/staff/me', staff)]).toEqual([200, 200])
      const file = join(demoFolder, 'backup.tar.gz')
      const saved = runScript('backup', [file], env)
      expect(saved.text).toMatch(/^已备份到 .*：\d+ 张表，[\d,]+ 行/)
      expect(await readiness(demoOrigin)).toBe(200)
      demo.child.kill('SIGTERM')
      expect(await demo.ended).toBe(0)

      // The backup in a new folder is the same shop.
      const place = join(demoFolder, 'restored')
      // A wrong file makes nothing, and a broken one leaves a folder that takes a better one.
      expect(runScript('restore', [`${file}.no`, '--data-dir', place], {}).text).toContain('没有这个文件')
      expect(existsSync(place)).toBe(false)
      writeFileSync(`${file}.cut`, readFileSync(file).subarray(0, 5_000))
      expect(runScript('restore', [`${file}.cut`, '--data-dir', place], {}).text).toContain('不是完整的备份文件')
      expect(runScript('restore', [file, '--data-dir', place], {}).text).toMatch(/逐表核对一致/)
      expect(runScript('restore', [file, '--data-dir', place], {})).toMatchObject({
        code: 1,
        text: expect.stringContaining('目标数据库不是空的'),
      })
      const restored = start({ DATA_DIR: place, DEMO: '1' })
      expect((await login(await originOf(restored), '13900000001')).status).toBe(200)
      restored.child.kill('SIGTERM')
      expect(await restored.ended).toBe(0)

      const refused = start(env)
      expect(await refused.ended).toBe(1)
      for (const username of ['13900000001', '13900000002', '13900000003', '13900000004', '13900000005', 'admin'])
        expect(refused.output()).toContain(username)
      expect(refused.output()).toContain('npm run demo -- remove')
      expect(refused.output()).not.toMatch(/\n\s+at /)
      expect(findRunning(join(demoFolder, 'postgres', 'pg18'))).toBeNull()

      const removal = runScript('demo', ['remove'], env)
      expect(removal.code).toBe(0)
      expect(removal.text).toMatch(/已停用 16 个演示账号：.*13900000001.*admin/)
      expect(removal.text).toMatch(/保留不动：\d+ 家企业、\d+ 种商品、\d+ 张订单/)

      const real = start(env)
      const origin = await originOf(real)
      expect(await answersOf(origin)).toEqual(REFUSED)
      for (const username of ['13900000001', 'admin']) expect((await login(origin, username)).status).toBe(422)
      expect([await statusOf(origin, '/api/user/base', buyer), await statusOf(origin, '/api/staff/me', staff)]).toEqual([401, 401])
    } finally {
      for (const child of running) child.kill('SIGTERM')
      while (running.size > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      await rm(demoFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  }, 900_000)
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
  })
})
