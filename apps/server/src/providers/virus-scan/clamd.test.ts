import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { type ClamdMood, openClamd } from '../../../test/stand-ins/clamd.ts'
import { Refused, Unanswered } from '../outside/ask.ts'
import { clamd } from './clamd.ts'

const folder = mkdtempSync(join(tmpdir(), 'clamd-'))
const path = join(folder, 'clamd.ctl')
const [local, remote] = [await openClamd(path), await openClamd(0, { max: 1024 * 1024 })]
afterEach(() => {
  local.mood = {}
})
afterAll(async () => {
  await Promise.all([local.stop(), remote.stop()])
  rmSync(folder, { recursive: true })
})
const scanner = clamd({ socket: path }, 500)
const eicar = Buffer.from(['X5O!P%@AP[4', '\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join(''))

it('经本机套接字：干净的放行，有毒的说出名字；内容一个字节不少', async () => {
  const large = Buffer.alloc(300_001, 'x')
  expect(await scanner.scan(large)).toBe(null)
  expect(local.scanned.at(-1)?.equals(large)).toBe(true)
  expect(await scanner.scan(Buffer.concat([large, eicar]))).toBe('Eicar-Test-Signature')
  expect(await scanner.version()).toContain('ClamAV 1.4.6')
})

it('经网络：一样；超过它的大小上限，它答了就不再要，也不算放行', async () => {
  const far = clamd({ host: '127.0.0.1', port: remote.port }, 2_000)
  expect(await far.scan(eicar)).toBe('Eicar-Test-Signature')
  await expect(far.scan(Buffer.alloc(9 * 1024 * 1024))).rejects.toBeInstanceOf(Refused)
})

it.each<[string, ClamdMood]>([
  ['不出声', { silent: true }],
  ['连上就断', { down: true }],
  ['只答了半句', { cut: true }],
  ['答的不知所云', { says: 'stream: maybe' }],
  ['它自己出了错', { says: "stream: Can't allocate memory ERROR" }],
])('%s：没有答复，不当作干净', async (_what, mood) => {
  local.mood = mood
  await expect(scanner.scan(Buffer.from('fine'))).rejects.toBeInstanceOf(Unanswered)
})

it('没有这个套接字：没有答复', async () => {
  await expect(clamd({ socket: join(folder, 'nowhere.ctl') }).scan(eicar)).rejects.toBeInstanceOf(Unanswered)
})
