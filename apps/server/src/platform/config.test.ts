import { describe, expect, it } from 'vitest'
import { NO_CHANNELS } from '../providers/outside/channels-file.ts'
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
      databaseDirectUrl: null,
      databaseReplicaUrls: [],
      databasePool: 20,
      databaseWorkPool: 8,
      jobs: true,
      demo: true,
      standIns: ['payment', 'sms', 'wechat', 'invoice', 'logistics'],
      logLevel: 'warn',
      gatewaySecret: '',
      secureCookies: false,
      trustProxy: false,
      requestSeconds: 120,
      requestLimits: true,
      publicUrl: '',
      webhookNetworks: [],
      traces: { url: '', percent: 1 },
      metrics: { port: 0, host: '127.0.0.1' },
      signing: { p12: '', password: '', timestampUrl: '' },
      channels: NO_CHANNELS,
    })
  })

  it('数据库本身的地址只和连接池的一起用；内置数据库的进程自己办后台任务', () => {
    expect(problemsOf({ DATABASE_DIRECT_URL: 'postgres://shop:pw@db:5432/shop' })).toEqual([expect.stringContaining('DATABASE_DIRECT_URL')])
    expect(problemsOf({ DATABASE_REPLICA_URL: 'postgres://shop:pw@one:5432/shop,nonsense' })).toEqual([
      expect.stringContaining('DATABASE_REPLICA_URL：应形如'),
      expect.stringContaining('DATABASE_REPLICA_URL：只和 DATABASE_URL 一起用'),
    ])
    expect(problemsOf({ JOBS: '0' })).toEqual([expect.stringContaining('JOBS=0')])
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
      DATABASE_POOL: '50',
      DATABASE_DIRECT_URL: 'postgres://shop:pw@server:5432/shop',
      DATABASE_WORK_POOL: '12',
      DATABASE_REPLICA_URL: 'postgres://shop:pw@one:5432/shop, postgres://shop:pw@two:5432/shop',
      JOBS: '0',
      DEMO: '0',
      STAND_INS: 'sms, payment',
      LOG_LEVEL: 'debug',
      GATEWAY_SECRET: 'sixteen-characters',
      SECURE_COOKIES: '1',
      TRUST_PROXY: '2',
      REQUEST_SECONDS: '30',
      REQUEST_LIMITS: '0',
      PUBLIC_URL: 'https://shop.example.com/',
      SIGNING_P12: '/srv/secrets/shop.p12',
      SIGNING_P12_PASSWORD: ' with blanks ',
      TIMESTAMP_URL: 'http://tsa.example.com/tsr',
      OTLP_URL: 'http://127.0.0.1:4318/v1/traces',
      OTLP_PERCENT: '5',
      METRICS_PORT: '9464',
      METRICS_HOST: '10.0.0.5',
      WEBHOOK_NETWORKS: '10.20.0.0/16, 192.168.1.5',
    }
    expect(read(env)).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/srv/shop',
      databaseUrl: 'postgres://shop:pw@db:5432/shop',
      databaseDirectUrl: 'postgres://shop:pw@server:5432/shop',
      databaseReplicaUrls: ['postgres://shop:pw@one:5432/shop', 'postgres://shop:pw@two:5432/shop'],
      databasePool: 50,
      databaseWorkPool: 12,
      jobs: false,
      demo: false,
      standIns: ['payment', 'sms'],
      logLevel: 'debug',
      gatewaySecret: 'sixteen-characters',
      secureCookies: true,
      trustProxy: 2,
      requestSeconds: 30,
      requestLimits: false,
      publicUrl: 'https://shop.example.com',
      webhookNetworks: ['10.20.0.0/16', '192.168.1.5'],
      traces: { url: 'http://127.0.0.1:4318/v1/traces', percent: 5 },
      metrics: { port: 9464, host: '10.0.0.5' },
      signing: { p12: '/srv/secrets/shop.p12', password: ' with blanks ', timestampUrl: 'http://tsa.example.com/tsr' },
      channels: NO_CHANNELS,
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
    ['STAND_INS', 'sms,bank', 'STAND_INS="sms,bank"：只能是 payment、sms、wechat、invoice、logistics，用逗号分隔'],
    ['DATABASE_POOL', '1', 'DATABASE_POOL="1"：应是 2 到 1000 的整数'],
    [
      'WEBHOOK_NETWORKS',
      '10.20.0.0/16,erp',
      'WEBHOOK_NETWORKS="10.20.0.0/16,erp"：应是地址或网段，用逗号分隔，例如 10.20.0.0/16,192.168.1.5',
    ],
    ...['yes', 'true', '10', '10.0.0.0/33', '10.0.0.0/0', '10.0.0', 'loopback,'].map((value) => [
      'TRUST_PROXY',
      value,
      `TRUST_PROXY="${value}"：应是代理的层数（1 到 9），或代理所在的网络，例如 10.0.0.0/8,loopback`,
    ]),
  ] as [string, string, string][])('%s=%s 被指名说清', (name, value, sentence) => {
    expect(problemsOf({ [name]: value })).toEqual([sentence])
  })

  it.each(['mysql://db/shop', 'db:5432', 'postgres://db'])('DATABASE_URL=%s 被拒绝，但不回显，里面可能有密码', (value) => {
    const [problem = ''] = problemsOf({ DATABASE_URL: value })
    expect(problem).toContain('DATABASE_URL：应形如')
    expect(problem).not.toContain(value)
  })

  it('信任的代理：几层，或哪些网络', () => {
    const trusted = (value: string) => read({ TRUST_PROXY: value }).trustProxy
    expect([trusted('0'), trusted('1'), trusted('3')]).toEqual([false, 1, 3])
    expect(trusted('10.0.0.0/8, loopback,2001:db8::/32,192.0.2.7')).toEqual(['10.0.0.0/8', 'loopback', '2001:db8::/32', '192.0.2.7'])
  })

  it('演示商店替代外界的一切都在；真实商城只有点名的，只给网关密钥而不点名说明白', () => {
    expect(read({ DEMO: '0' }).standIns).toEqual([])
    expect(read({ DEMO: '1', STAND_INS: 'sms' }).standIns).toHaveLength(5)
    expect(problemsOf({ DEMO: '0', GATEWAY_SECRET: 'sixteen-characters' })).toEqual([
      'GATEWAY_SECRET：只用于模拟支付网关；真实商城（DEMO=0）没有它，除非同时设 STAND_INS=payment',
    ])
  })

  it('几处错误一次说全', () => {
    expect(problemsOf({ PORT: 'x', DEMO: 'x' })).toHaveLength(2)
  })
})
