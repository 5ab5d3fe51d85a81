import { type OutsideChannels, readChannels } from '../providers/outside/channels-file.ts'
import { isNetwork } from './networks.ts'

/** What stands in for the outside world in the demo: clicks that pay, codes on a page, a WeChat where anybody is anyone. */
export const STAND_INS = ['payment', 'sms', 'wechat', 'invoice', 'logistics'] as const
export type StandIn = (typeof STAND_INS)[number]

/** false: nobody is believed. A number: so many proxies stand before the shop. Else the networks in which they stand. */
export type TrustedProxies = false | number | readonly string[]

/** Everything the environment says, read and checked once at start. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** null: the embedded server is started under dataDir. */
  databaseUrl: string | null
  /** Where databaseUrl is a pooler that gives out a connection for each transaction: the server itself, for all that needs one of its own. null: it is the server. */
  databaseDirectUrl: string | null
  /** Copies that follow the database, each by an address of its own; lists and reports read from those that are up to date. */
  databaseReplicaUrls: readonly string[]
  /** Connections that requests may have at once; jobs and listeners have a few of their own beside. */
  databasePool: number
  /** Connections of jobs, the start and the search index. */
  databaseWorkPool: number
  /** false: this process answers requests and leaves the jobs to others. */
  jobs: boolean
  demo: boolean
  /** All of them in the demo; elsewhere only those that STAND_INS names. */
  standIns: readonly StandIn[]
  logLevel: string
  /** Secret that signs the simulated gateway's callbacks; '' until the start has made or found one. */
  gatewaySecret: string
  secureCookies: boolean
  /** Whose X-Forwarded-For is believed. */
  trustProxy: TrustedProxies
  /** How long a request may take to arrive whole. */
  requestSeconds: number
  /** Whether lists, exports and the like are limited by account and address. */
  requestLimits: boolean
  /** The address by which buyers reach the shop, for what leads there from outside (QR codes); '' = that of the request. */
  publicUrl: string
  /** Networks of the house that webhooks may be sent into, plain HTTP and any port included; elsewhere they go to public addresses by HTTPS alone. */
  webhookNetworks: readonly string[]
  /** With what papers are signed: a PKCS#12 file ('': none) and its password; where time stamps (RFC 3161) come from ('': nowhere). */
  signing: { p12: string; password: string; timestampUrl: string }
  /** A collector of spans ('': nowhere), and of how many requests in a hundred that nobody traces one is begun here. */
  traces: { url: string; percent: number }
  /** Where figures of the process are answered for a Prometheus; port 0: nowhere. */
  metrics: { port: number; host: string }
  /** The services that this shop has contracts with, as CHANNELS_FILE names them. */
  channels: OutsideChannels
}

/** Sentences for the person who starts the shop, one a wrong variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
type Environment = Readonly<Record<string, string | undefined>>

/** Networks that have names of their own (proxy-addr). */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

const isProxyNetwork = (text: string): boolean => NAMED_NETWORKS.includes(text) || isNetwork(text)

function reader(env: Environment) {
  const problems: string[] = []
  const given = (name: string): string | null => env[name]?.trim() || null
  const shown = (name: string) => `${name}=${JSON.stringify(env[name])}`
  function postgresUrlIn(name: string, value: string): string | null {
    if (URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol) && new URL(value).pathname.length > 1)
      return value
    // The value is not shown: it may carry a password.
    problems.push(`${name}：应形如 postgres://用户:密码@主机:5432/数据库名`)
    return null
  }
  return {
    problems,
    text: given,
    whole(name: string, byDefault: number, [low, high]: readonly [number, number]): number {
      const value = given(name)
      if (value === null) return byDefault
      if (/^\d{1,5}$/.test(value) && Number(value) >= low && Number(value) <= high) return Number(value)
      problems.push(`${shown(name)}：应是 ${low} 到 ${high} 的整数`)
      return byDefault
    },
    someOf<T extends string>(name: string, allowed: readonly T[]): T[] {
      const values = (given(name) ?? '').split(',').flatMap((value) => value.trim() || [])
      if (values.some((value) => !allowed.includes(value as T))) problems.push(`${shown(name)}：只能是 ${allowed.join('、')}，用逗号分隔`)
      return allowed.filter((value) => values.includes(value))
    },
    proxies(name: string): TrustedProxies {
      const value = given(name)
      if (value === null || value === '0') return false
      if (/^[1-9]$/.test(value)) return Number(value)
      const networks = value.split(',').map((network) => network.trim())
      if (networks.every(isProxyNetwork)) return networks
      problems.push(`${shown(name)}：应是代理的层数（1 到 9），或代理所在的网络，例如 10.0.0.0/8,loopback`)
      return false
    },
    networks(name: string): readonly string[] {
      const networks = (given(name) ?? '').split(',').flatMap((network) => network.trim() || [])
      if (networks.every(isNetwork)) return networks
      problems.push(`${shown(name)}：应是地址或网段，用逗号分隔，例如 10.20.0.0/16,192.168.1.5`)
      return []
    },
    flag(name: string, byDefault: boolean): boolean {
      const value = given(name)
      if (value === null) return byDefault
      if (value === '0' || value === '1') return value === '1'
      problems.push(`${shown(name)}：只能是 0 或 1`)
      return byDefault
    },
    oneOf(name: string, allowed: readonly string[], byDefault: string): string {
      const value = given(name)
      if (value === null) return byDefault
      if (allowed.includes(value)) return value
      problems.push(`${shown(name)}：只能是 ${allowed.join('、')} 之一`)
      return byDefault
    },
    host(name: string, byDefault: string): string {
      const value = given(name) ?? byDefault
      if (!/^[\w.:%-]+$/.test(value)) problems.push(`${shown(name)}：应是主机名或 IP 地址`)
      return value
    },
    url(name: string): string {
      const value = given(name)
      if (value === null) return ''
      // The value is not shown: it may carry a password.
      if (URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)) return value
      problems.push(`${name}：应是网址，形如 https://host.example.com/path`)
      return ''
    },
    siteUrl(name: string): string {
      const value = given(name)
      if (value === null) return ''
      const url = URL.canParse(value) ? new URL(value) : null
      if (url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && url.search === '' && url.username === '')
        return url.origin
      problems.push(`${shown(name)}：应形如 https://shop.example.com`)
      return ''
    },
    postgresUrl(name: string): string | null {
      const value = given(name)
      return value === null ? null : postgresUrlIn(name, value)
    },
    postgresUrls(name: string): string[] {
      return (given(name) ?? '').split(',').flatMap((url) => (url.trim() === '' ? [] : (postgresUrlIn(name, url.trim()) ?? [])))
    },
  }
}

/**
 * Reads the environment; throws ConfigError naming everything that is wrong at once. `defaultDataDir` is asked only when
 * DATA_DIR does not say.
 */
export function readConfig(env: Environment, defaultDataDir: () => string): Config {
  const read = reader(env)
  const secret = read.text('GATEWAY_SECRET')
  if (secret !== null && secret.length < 16) read.problems.push('GATEWAY_SECRET：至少 16 个字符')
  const port = read.whole('PORT', 3000, [0, 65_535])
  const demo = read.flag('DEMO', true)
  const named = read.someOf('STAND_INS', STAND_INS)
  const standIns = demo ? STAND_INS : named
  if (secret !== null && !standIns.includes('payment'))
    read.problems.push('GATEWAY_SECRET：只用于模拟支付网关；真实商城（DEMO=0）没有它，除非同时设 STAND_INS=payment')
  const publicUrl = read.siteUrl('PUBLIC_URL')
  const config = {
    port,
    host: read.host('HOST', '0.0.0.0'),
    databaseUrl: read.postgresUrl('DATABASE_URL'),
    databaseDirectUrl: read.postgresUrl('DATABASE_DIRECT_URL'),
    databaseReplicaUrls: read.postgresUrls('DATABASE_REPLICA_URL'),
    databasePool: read.whole('DATABASE_POOL', 20, [2, 1000]),
    databaseWorkPool: read.whole('DATABASE_WORK_POOL', 8, [6, 100]),
    jobs: read.flag('JOBS', true),
    demo,
    standIns,
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'warn'),
    gatewaySecret: secret ?? '',
    secureCookies: read.flag('SECURE_COOKIES', false),
    trustProxy: read.proxies('TRUST_PROXY'),
    requestSeconds: read.whole('REQUEST_SECONDS', 120, [1, 3600]),
    requestLimits: read.flag('REQUEST_LIMITS', true),
    publicUrl,
    webhookNetworks: read.networks('WEBHOOK_NETWORKS'),
    metrics: { port: read.whole('METRICS_PORT', 0, [0, 65_535]), host: read.host('METRICS_HOST', '127.0.0.1') },
    traces: { url: read.url('OTLP_URL'), percent: read.whole('OTLP_PERCENT', 1, [0, 100]) },
    channels: readChannels(read.text('CHANNELS_FILE'), publicUrl, read.problems),
    signing: {
      p12: read.text('SIGNING_P12') ?? '',
      // As it is: blanks may be part of it.
      password: env.SIGNING_P12_PASSWORD ?? '',
      timestampUrl: read.url('TIMESTAMP_URL'),
    },
  }
  if (config.databaseDirectUrl !== null && config.databaseUrl === null)
    read.problems.push('DATABASE_DIRECT_URL：只和 DATABASE_URL 一起用，那时 DATABASE_URL 是连接池（PgBouncer），它是数据库本身')
  if (config.databaseReplicaUrls.length > 0 && config.databaseUrl === null)
    read.problems.push('DATABASE_REPLICA_URL：只和 DATABASE_URL 一起用，内置数据库没有副本')
  if (!config.jobs && config.databaseUrl === null) read.problems.push('JOBS=0：内置数据库只有这一个进程，后台任务没有别人办')
  if (config.signing.p12 === '' && config.signing.password !== '')
    read.problems.push('SIGNING_P12_PASSWORD：没有设 SIGNING_P12（证书文件的路径）')
  if (read.problems.length > 0) throw new ConfigError(read.problems)
  return { ...config, dataDir: read.text('DATA_DIR') ?? defaultDataDir() }
}
