/** Everything the environment says, read and checked once at start. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** null: the embedded server is started under dataDir. */
  databaseUrl: string | null
  demo: boolean
  logLevel: string
  /** Secret that signs the simulated gateway's callbacks; '' = there is no simulated gateway. */
  gatewaySecret: string
  secureCookies: boolean
  /** Behind a load balancer: the visitor's address is what it says in X-Forwarded-For. */
  trustProxy: boolean
  /** The address by which buyers reach the shop, for what leads there from outside (QR codes); '' = that of the request. */
  publicUrl: string
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

function reader(env: Environment) {
  const problems: string[] = []
  const given = (name: string): string | null => env[name]?.trim() || null
  const shown = (name: string) => `${name}=${JSON.stringify(env[name])}`
  return {
    problems,
    text: given,
    port(name: string, byDefault: number): number {
      const value = given(name)
      if (value === null) return byDefault
      if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value)
      problems.push(`${shown(name)}：应是 0 到 65535 的整数`)
      return byDefault
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
      if (value === null) return null
      // The value is not shown: it may carry a password.
      if (!URL.canParse(value) || !['postgres:', 'postgresql:'].includes(new URL(value).protocol) || new URL(value).pathname.length < 2) {
        problems.push(`${name}：应形如 postgres://用户:密码@主机:5432/数据库名`)
        return null
      }
      return value
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
  const config = {
    port: read.port('PORT', 3000),
    host: read.host('HOST', '0.0.0.0'),
    databaseUrl: read.postgresUrl('DATABASE_URL'),
    demo: read.flag('DEMO', true),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'warn'),
    gatewaySecret: secret ?? '',
    secureCookies: read.flag('SECURE_COOKIES', false),
    trustProxy: read.flag('TRUST_PROXY', false),
    publicUrl: read.siteUrl('PUBLIC_URL'),
  }
  if (read.problems.length > 0) throw new ConfigError(read.problems)
  return { ...config, dataDir: read.text('DATA_DIR') ?? defaultDataDir() }
}
