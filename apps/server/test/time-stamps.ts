import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An RFC 3161 authority for tests: openssl behind ten lines of HTTP. */
export interface TimeAuthority {
  url: string
  /** DER, of its own certificate, which is its root too. */
  root: Uint8Array
  /** Does not answer any more, or does again. */
  down: (isDown: boolean) => void
  /** Answers another thing: a body without an end, or the token of another signature. */
  odd: (way: 'dripping' | 'stale' | null) => void
  /** How often it was asked. */
  asked: () => number
  close: () => Promise<void>
}

export const hasOpenssl: boolean = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const CONFIG = `[tsa]
default_tsa = own
[own]
serial = serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
ess_cert_id_alg = sha256
[req]
distinguished_name = name
[name]
[own_cert]
basicConstraints = critical,CA:TRUE
extendedKeyUsage = critical,timeStamping
`

export async function timeAuthority(): Promise<TimeAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'tsa-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  writeFileSync(at('tsa.cnf'), CONFIG)
  writeFileSync(at('serial'), '01')
  const subject = ['-subj', '/C=CN/CN=示例时间戳服务中心', '-utf8', '-days', '3000', '-config', 'tsa.cnf', '-extensions', 'own_cert']
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', 'tsa.key', '-out', 'tsa.pem')
  let isDown = false
  let asked = 0
  let oddity: 'dripping' | 'stale' | null = null
  const server = createServer((request, response) => {
    asked += 1
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (isDown) return void response.writeHead(503).end()
      if (oddity === 'dripping') {
        response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).write('0')
        const drip = setInterval(() => response.write('0'), 500)
        return void response.once('close', () => clearInterval(drip))
      }
      const type = { 'content-type': 'application/timestamp-reply' }
      if (oddity === 'stale') return void response.writeHead(200, type).end(readFileSync(at('answer.tsr')))
      writeFileSync(at('ask.tsq'), Buffer.concat(parts))
      openssl(
        'ts',
        '-reply',
        '-config',
        'tsa.cnf',
        '-queryfile',
        'ask.tsq',
        '-inkey',
        'tsa.key',
        '-signer',
        'tsa.pem',
        '-out',
        'answer.tsr',
      )
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(readFileSync(at('answer.tsr')))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    root: openssl('x509', '-in', 'tsa.pem', '-outform', 'DER'),
    down: (value) => {
      isDown = value
    },
    odd: (way) => {
      oddity = way
    },
    asked: () => asked,
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}
