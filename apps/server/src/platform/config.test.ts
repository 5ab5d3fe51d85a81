import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, () => '/default')
function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('配置', () => {
  it('什么都不设时：3000 端口、内置数据库、演示数据', () => {
    expect(read({})).toEqual({
      port: 3000,
      host: '0.0.0.0',
      dataDir: '/default',
      databaseUrl: null,
      demo: true,
      logLevel: 'warn',
      gatewaySecret: '',
      secureCookies: false,
      trustProxy: false,
      publicUrl: '',
    })
  })

  it('空白的变量等于没有设', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ', DATA_DIR: '' })).toMatchObject({ port: 3000, databaseUrl: null, dataDir: '/default' })
  })

  it('读出每一个变量', () => {
    const env = {
      PORT: '8080',
      HOST: '127.0.0.1',
      DATA_DIR: '/srv/shop',
      DATABASE_URL: 'postgres://shop:pw@db:5432/shop',
      DEMO: '0',
      LOG_LEVEL: 'debug',
      GATEWAY_SECRET: 'sixteen-characters',
      SECURE_COOKIES: '1',
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://shop.example.com/',
    }
    expect(read(env)).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/srv/shop',
      databaseUrl: 'postgres://shop:pw@db:5432/shop',
      demo: false,
      logLevel: 'debug',
      gatewaySecret: 'sixteen-characters',
      secureCookies: true,
      trustProxy: true,
      publicUrl: 'https://shop.example.com',
    })
  })

  it.each([
    ['PORT', '80a', 'PORT="80a"：应是 0 到 65535 的整数'],
    ['PORT', '70000', 'PORT="70000"：应是 0 到 65535 的整数'],
    ['PORT', '-1', 'PORT="-1"：应是 0 到 65535 的整数'],
    ['DEMO', 'no', 'DEMO="no"：只能是 0 或 1'],
    ['HOST', 'a b', 'HOST="a b"：应是主机名或 IP 地址'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL="loud"：只能是 fatal、error、warn、info、debug、trace、silent 之一'],
    ['PUBLIC_URL', 'shop.example.com', 'PUBLIC_URL="shop.example.com"：应形如 https://shop.example.com'],
    ['PUBLIC_URL', 'https://shop.example.com/a', 'PUBLIC_URL="https://shop.example.com/a"：应形如 https://shop.example.com'],
    ['GATEWAY_SECRET', 'short', 'GATEWAY_SECRET：至少 16 个字符'],
  ])('%s=%s 被指名说清', (name, value, sentence) => {
    expect(problemsOf({ [name]: value })).toEqual([sentence])
  })

  it.each(['mysql://db/shop', 'db:5432', 'postgres://db'])('DATABASE_URL=%s 被拒绝，但不回显，里面可能有密码', (value) => {
    const [problem = ''] = problemsOf({ DATABASE_URL: value })
    expect(problem).toContain('DATABASE_URL：应形如')
    expect(problem).not.toContain(value)
  })

  it('几处错误一次说全', () => {
    expect(problemsOf({ PORT: 'x', DEMO: 'x' })).toHaveLength(2)
  })
})
