import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseUser } from '../../apps/server/src/platform/embedded/database-user.ts'

/**
 * Three PostgreSQL servers on one machine, of which one leads and another always has what it acknowledged: Patroni decides by a lease in etcd,
 * HAProxy leads to whoever leads. All of it Debian's own: apt-get install patroni etcd-server haproxy postgresql-15.
 */

const NODES = [1, 2, 3] as const
/** Addresses of their own, so that a node can be cut off from the others as a machine would be. */
const hostOf = (node: number): string => `127.0.0.${10 + node}`
const READY_MS = 180_000
/** A lease that nobody renews is over after so long; Patroni takes no less. */
const LEASE_SECONDS = 20

export interface Ports {
  etcd: number
  peers: number
  patroni: number
  postgres: number
  /** Of HAProxy: whoever leads, and the others. */
  leader: number
  copies: number
}
export const portsFrom = (base: number): Ports => ({
  etcd: base,
  peers: base + 1,
  patroni: base + 2,
  postgres: base + 3,
  leader: base + 4,
  copies: base + 5,
})

export interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica' | string
  state: string
  lag?: number | string
}

export interface Cluster {
  /** Of whoever leads. */
  url: string
  /** Of each node, as DATABASE_REPLICA_URL takes them: whoever leads is found to be no copy. */
  nodeUrls: string
  /** As the first node that answers sees them. */
  members: () => Promise<Member[]>
  /** Waits until one leads, another has all that it acknowledged, and the third follows. */
  untilWhole: (limitMs?: number) => Promise<void>
  /** Patroni and its server, for whoever breaks one on purpose. */
  node: (name: string) => ClusterNode
  stop: () => Promise<void>
}

export interface ClusterNode {
  host: string
  patroni: () => number
  /** The server's first process; null: there is none. */
  postmaster: () => Promise<number | null>
  /** Of the server, all of them. */
  processes: () => Promise<number[]>
  /** Starts Patroni again where it is gone. */
  start: () => Promise<void>
}

interface Place {
  folder: string
  ports: Ports
  password: string
  binDir: string
  user: { uid: number; gid: number } | undefined
}

const NEEDED = [
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/sbin/haproxy', 'haproxy'],
] as const

function findServer(): string {
  const missing: string[] = NEEDED.filter(([path]) => !existsSync(path)).map(([, name]) => name)
  const binDir =
    process.env.PG_BIN ?? ['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`).find((path) => existsSync(path))
  if (binDir === undefined) missing.push('postgresql-15')
  if (binDir === undefined || missing.length > 0)
    throw new Error(`还缺 ${missing.join('、')}：apt-get install -y --no-install-recommends ${missing.join(' ')}`)
  return binDir
}

const patroniSettings = ({ folder, ports, password, binDir }: Place, node: number): object => ({
  scope: 'anheng',
  name: `node${node}`,
  restapi: { listen: `${hostOf(node)}:${ports.patroni}`, connect_address: `${hostOf(node)}:${ports.patroni}` },
  // The older protocol: by the newer one Patroni before 3.0.3 (Debian 12 has 3.0.2) writes its name over that of whoever leads by then, when it wakes
  // from a sleep (patroni/patroni#2689), and what the new one acknowledged is lost. Kept for those with etcd 3.4 and this Patroni.
  etcd: { hosts: `127.0.0.1:${ports.etcd}` },
  bootstrap: {
    dcs: {
      ttl: LEASE_SECONDS,
      loop_wait: 2,
      retry_timeout: 5,
      // What was acknowledged is on two machines; with one left the shop goes on, as synchronous_mode_strict would not let it.
      synchronous_mode: true,
      // A leader whose server died does not try again before another may lead.
      primary_start_timeout: 0,
      postgresql: {
        use_pg_rewind: true,
        parameters: {
          max_connections: 200,
          shared_buffers: '256MB',
          synchronous_commit: 'on',
          wal_keep_size: '512MB',
          // A connection whose other end is gone is found out by the server too.
          tcp_keepalives_idle: 5,
          tcp_keepalives_interval: 2,
          tcp_keepalives_count: 3,
          tcp_user_timeout: 10_000,
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
  },
  postgresql: {
    listen: `${hostOf(node)}:${ports.postgres}`,
    connect_address: `${hostOf(node)}:${ports.postgres}`,
    data_dir: join(folder, `node${node}`),
    bin_dir: binDir,
    pgpass: join(folder, `pgpass${node}`),
    authentication: {
      superuser: { username: 'postgres', password },
      replication: { username: 'replicator', password },
      rewind: { username: 'rewind', password },
    },
    parameters: { unix_socket_directories: '' },
    pg_hba: ['host all all 127.0.0.0/8 scram-sha-256', 'host replication replicator 127.0.0.0/8 scram-sha-256'],
  },
})

/** on-marked-down: whoever still talks to a server that leads no longer is cut off, and asks the new one. */
const haproxySettings = ({ ports }: Place): string => {
  const servers = NODES.map((node) => `  server node${node} ${hostOf(node)}:${ports.postgres} check port ${ports.patroni}`).join('\n')
  const backend = (name: string, path: string) => `backend ${name}
  balance roundrobin
  option httpchk OPTIONS ${path}
  http-check expect status 200
  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers}`
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 3s
  timeout check 2s
  timeout client 24h
  timeout server 24h
  option clitcpka
  option srvtcpka
frontend leader
  bind 127.0.0.1:${ports.leader}
  default_backend leader
frontend copies
  bind 127.0.0.1:${ports.copies}
  default_backend copies
${backend('leader', '/primary')}
${backend('copies', '/replica')}
`
}

async function makePlace(folder: string, ports: Ports): Promise<Place> {
  const binDir = findServer()
  const user = chooseUser(folder) ?? undefined
  await mkdir(folder, { recursive: true })
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  const secret = join(folder, 'password')
  if (!existsSync(secret)) await writeFile(secret, randomBytes(12).toString('hex'), { mode: 0o600 })
  const password = await readFile(secret, 'utf8')
  return { folder, ports, password, binDir, user: user && { uid: user.uid, gid: user.gid } }
}

/** In a session of its own, so that Ctrl+C reaches the one who stops them in order. */
async function run(place: Place, name: string, command: string, args: string[]): Promise<ChildProcess> {
  const log = await open(join(place.folder, `${name}.log`), 'a', 0o600)
  const child = spawn(command, args, {
    cwd: place.folder,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: `${place.binDir}:/usr/sbin:/usr/bin:/bin`, LC_ALL: 'C', HOME: place.folder },
    ...place.user,
  })
  child.once('error', () => undefined)
  await log.close()
  return child
}

const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined

async function until(what: string, limitMs: number, holds: () => Promise<boolean>, given?: AbortSignal): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await holds())) {
    given?.throwIfAborted()
    if (performance.now() > deadline) throw new Error(`没有等到：${what}（${limitMs / 1000} 秒）`)
    await sleep(250)
  }
}

async function makeDatabase(url: (database: string, user: string) => string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url('postgres', 'postgres') })
  await client.connect()
  try {
    const role = await client.query(`select from pg_roles where rolname = 'shop'`)
    if (role.rowCount === 0) await client.query(`create role shop login password ${pg.escapeLiteral(password)}`)
    const there = await client.query(`select from pg_database where datname = 'shop'`)
    if (there.rowCount === 0) await client.query(`create database shop owner shop encoding 'UTF8' locale 'C' template template0`)
  } finally {
    await client.end()
  }
}

async function postmasterOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null
}

async function endAll(children: readonly ChildProcess[], signal: NodeJS.Signals, limitMs: number): Promise<void> {
  for (const child of children) if (!isGone(child)) child.kill(signal)
  await until('进程停下', limitMs, async () => children.every(isGone)).catch(() => {
    for (const child of children) if (!isGone(child)) child.kill('SIGKILL')
  })
}

/** Starts all of it in a folder, where it is kept from one time to the next. `given`: whoever asked for it wants it no more. */
export async function startCluster(folder: string, basePort: number, given?: AbortSignal): Promise<Cluster> {
  const ports = portsFrom(basePort)
  const place = await makePlace(folder, ports)
  const etcd = await run(place, 'etcd', '/usr/bin/etcd', [
    '--name=etcd',
    '--enable-v2',
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${ports.etcd}`,
    `--advertise-client-urls=http://127.0.0.1:${ports.etcd}`,
    `--listen-peer-urls=http://127.0.0.1:${ports.peers}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${ports.peers}`,
    `--initial-cluster=etcd=http://127.0.0.1:${ports.peers}`,
    // One of them on a busy disk: it is not to doubt itself.
    '--heartbeat-interval=500',
    '--election-timeout=5000',
  ])
  const patronis = new Map<string, ChildProcess>()
  const haproxy: ChildProcess[] = []
  const startPatroni = async (node: number) => {
    const settings = join(folder, `node${node}.json`)
    await writeFile(settings, JSON.stringify(patroniSettings(place, node), null, 1), { mode: 0o600 })
    if (place.user) await chown(settings, place.user.uid, place.user.gid)
    patronis.set(`node${node}`, await run(place, `patroni${node}`, '/usr/bin/patroni', [settings]))
  }

  async function members(): Promise<Member[]> {
    for (const node of NODES) {
      const answer = await fetch(`http://${hostOf(node)}:${ports.patroni}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => null,
      )
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  const follows = ({ state }: Member) => state === 'running' || state === 'streaming'
  const untilWhole = (limitMs = READY_MS) =>
    until(
      '三台都在，一台领头，一台同步',
      limitMs,
      async () => {
        const all = await members()
        return (
          all.length === NODES.length &&
          all.every(follows) &&
          all.some(({ role }) => role === 'leader') &&
          all.some(({ role }) => role === 'sync_standby')
        )
      },
      given,
    )
  const urlOf = (port: number) => (database: string, user: string) => `postgres://${user}:${place.password}@127.0.0.1:${port}/${database}`
  const stop = async () => {
    await endAll(haproxy, 'SIGTERM', 10_000)
    // SIGTERM of Patroni stops its server in order.
    await endAll([...patronis.values()], 'SIGTERM', 60_000)
    await endAll([etcd], 'SIGTERM', 10_000)
  }
  try {
    await until(
      'etcd',
      READY_MS,
      () =>
        fetch(`http://127.0.0.1:${ports.etcd}/health`).then(
          (answer) => answer.ok,
          () => false,
        ),
      given,
    )
    for (const node of NODES) await startPatroni(node)
    const proxySettings = join(folder, 'haproxy.cfg')
    await writeFile(proxySettings, haproxySettings(place))
    haproxy.push(await run(place, 'haproxy', '/usr/sbin/haproxy', ['-db', '-f', proxySettings]))
    await untilWhole()
    await until(
      'HAProxy',
      30_000,
      () =>
        makeDatabase(urlOf(ports.leader), place.password).then(
          () => true,
          () => false,
        ),
      given,
    )
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: urlOf(ports.leader)('shop', 'shop'),
    nodeUrls: NODES.map((node) => `postgres://shop:${place.password}@${hostOf(node)}:${ports.postgres}/shop`).join(','),
    members,
    untilWhole,
    node(name) {
      const number = Number(name.slice('node'.length))
      return {
        host: hostOf(number),
        patroni: () => patronis.get(name)?.pid ?? 0,
        postmaster: () => postmasterOf(join(folder, name)),
        async processes() {
          const first = await postmasterOf(join(folder, name))
          if (first === null) return []
          const children = await readFile(`/proc/${first}/task/${first}/children`, 'utf8')
          return [first, ...children.trim().split(' ').filter(Boolean).map(Number)]
        },
        async start() {
          const child = patronis.get(name)
          if (child === undefined || isGone(child)) await startPatroni(number)
        },
      }
    },
    stop,
  }
}
