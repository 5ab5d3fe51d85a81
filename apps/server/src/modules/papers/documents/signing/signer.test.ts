import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeDemoCertificate } from './demo-certificate.ts'
import { demoSigner } from './signer.ts'

const COMPANY = '示例医药有限公司'
const SIGNER = new URL('./signer.ts', import.meta.url).href
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-signer-'))
})
afterEach(() => rm(folder, { recursive: true }))

const facts = ({ key }: Awaited<ReturnType<typeof demoSigner>>) =>
  [key.certificate, ...key.chain].map((bytes) => Buffer.from(bytes).toString('base64')).join(' ')

/** A process of its own, waiting for a word; answers what it would sign with. */
function starter(): { ready: Promise<void>; go: () => void; answer: Promise<string> } {
  const program = `
    const { demoSigner } = await import(${JSON.stringify(SIGNER)})
    process.stdout.write('ready\\n')
    await new Promise((resolve) => process.stdin.once('data', resolve))
    const { key } = await demoSigner(${JSON.stringify(folder)}, ${JSON.stringify(COMPANY)}, new Date())
    process.stdout.write([key.certificate, ...key.chain].map((one) => Buffer.from(one).toString('base64')).join(' '))
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  let onReady = (): void => undefined
  const ready = new Promise<void>((resolve) => (onReady = resolve))
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.startsWith('ready\n')) onReady()
  })
  const answer = new Promise<string>((resolve) => child.on('close', () => resolve(said.slice('ready\n'.length))))
  return { ready, go: () => child.stdin.write('go\n'), answer }
}

it('几个进程同时第一次启动：只有一个演示根证书、一个签名证书，人人用的是它，root.pem 也是它', async () => {
  const starters = Array.from({ length: 3 }, starter)
  await Promise.all(starters.map((one) => one.ready))
  for (const one of starters) one.go()
  const used = await Promise.all(starters.map((one) => one.answer))
  expect(used[0]).toMatch(/^MII\S+ MII\S+$/)
  expect(new Set(used).size).toBe(1)
  const kept = await demoSigner(folder, COMPANY, new Date())
  expect(facts(kept)).toBe(used[0])
  const root = (await readFile(join(folder, 'signing', 'root.pem'), 'utf8')).replaceAll(/-----[A-Z ]+-----|\s/g, '')
  expect(root).toBe(used[0]?.split(' ')[1])
  expect((await readdir(join(folder, 'signing'))).sort()).toEqual(['demo.json', 'root.pem'])
})

it('早期没有根密钥的数据目录，几个同时升级：也只换成同一个，旧根证书仍在 root.pem', async () => {
  const old = await makeDemoCertificate(COMPANY, new Date())
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  await mkdir(join(folder, 'signing'))
  await writeFile(
    join(folder, 'signing', 'demo.json'),
    JSON.stringify({ root: base64(old.root), signer: base64(old.signer), privateKey: old.privateKey }),
  )
  const used = await Promise.all([1, 2, 3].map(async () => facts(await demoSigner(folder, COMPANY, new Date()))))
  expect(new Set(used).size).toBe(1)
  expect(used[0]).not.toContain(base64(old.root))
  const roots = (await readFile(join(folder, 'signing', 'root.pem'), 'utf8')).replaceAll(/-----[A-Z ]+-----|\s/g, '')
  expect(roots).toBe(`${used[0]?.split(' ')[1]}${base64(old.root)}`)
})

it('启动中途断掉，留下钥匙却没有 root.pem：下次启动补上', async () => {
  const before = await demoSigner(folder, COMPANY, new Date())
  await rm(join(folder, 'signing', 'root.pem'))
  expect(facts(await demoSigner(folder, COMPANY, new Date()))).toBe(facts(before))
  expect(await readFile(join(folder, 'signing', 'root.pem'), 'utf8')).toContain('BEGIN CERTIFICATE')
})
