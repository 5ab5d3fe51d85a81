/** Everything the environment says, read and checked once at start. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** null: the embedded server is started under dataDir. */
  databaseUrl: string | null
  demo: boolean
  logLevel: string
  /** Secret that signs the simulated gateway's callbacks. */
  gatewaySecret: string
  secureCookies: boolean
  /** Behind a load balancer: the visitor's address is what it says in X-Forwarded-For. */
  trustProxy: boolean
}
