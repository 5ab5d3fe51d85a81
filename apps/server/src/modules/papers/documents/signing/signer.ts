import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Signer, signerFrom } from './certificate.ts'
import { issueDemo, makeDemoCertificate } from './demo-certificate.ts'
import { readP12 } from './p12.ts'

const FOLDER = 'signing'
interface Kept {
  root: string
  /** PKCS#8, PEM; not there in folders of the first days. */
  rootKey?: string
  signer: string
  privateKey: string
}
const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

async function readKept(path: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const pemOf = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`

/** Whole or not at all: a start that breaks off leaves no half of a key. */
async function writeBeside(path: string, text: string, mode: number): Promise<string> {
  const beside = `${path}.${randomUUID()}`
  await writeFile(beside, text, { mode })
  return beside
}

/** Of several that start at once the first one's is kept, and all of them go on with it. */
async function keepFirst(path: string, made: Kept): Promise<Kept> {
  const beside = await writeBeside(path, JSON.stringify(made), 0o600)
  try {
    await link(beside, path)
    return made
  } catch (error) {
    const first = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readKept(path) : null
    if (first === null) throw error
    return first
  } finally {
    await rm(beside)
  }
}

async function makeKept(path: string, company: string, now: Date): Promise<Kept> {
  const made = await makeDemoCertificate(company, now)
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return keepFirst(path, { root: base64(made.root), rootKey: made.rootKey, signer: base64(made.signer), privateKey: made.privateKey })
}

/** Written where it is missing or speaks of another root: a start may have broken off before it. */
async function tellRoots(path: string, roots: readonly string[]): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => '')
  if (roots.every((root) => before.includes(pemOf(root)))) return
  await rename(await writeBeside(path, roots.map(pemOf).join(''), 0o644), path)
}

/**
 * The demo's own root and signer, made at the first start and kept in the data folder, readable by its owner alone. The root
 * lies beside as root.pem, for readers that shall trust the demo's papers.
 */
export async function demoSigner(dataDir: string, company: string, now: Date, timestampUrl = ''): Promise<Signer> {
  const folder = join(dataDir, FOLDER)
  const path = join(folder, 'demo.json')
  const before = await readKept(path)
  // A file is never written over: beside one without the root's key stands another.
  const own = before !== null && before.rootKey === undefined ? join(folder, 'demo-root.json') : path
  const kept = (own === path ? before : await readKept(own)) ?? (await makeKept(own, company, now))
  // Papers of an earlier root stay trusted.
  await tellRoots(join(folder, 'root.pem'), [kept.root, ...(own !== path && before ? [before.root] : [])])
  const { root, rootKey = '', signer, privateKey } = kept
  const chain = [bytesOf(root)]
  const key = { certificate: bytesOf(signer), chain, privateKey, keyType: 'RSA' as const, timestampUrl }
  return {
    ...signerFrom(key, true),
    issueFor: async ({ name }, at) => {
      const issued = await issueDemo({ root: bytesOf(root), rootKey }, name, at)
      return signerFrom({ certificate: issued.certificate, chain, privateKey: issued.privateKey, keyType: 'EC', timestampUrl }, true)
    },
  }
}

export interface SigningConfig {
  demo: boolean
  dataDir: string
  signing: { p12: string; password: string; timestampUrl: string }
}

/** With what this process signs: the operator's certificate, the demo's own, or nothing. Throws CertificateFault. */
export async function openSigner({ demo, dataDir, signing }: SigningConfig, company: string, now: Date): Promise<Signer | null> {
  if (signing.p12 !== '') return readP12(signing.p12, signing.password, company, signing.timestampUrl)
  return demo ? demoSigner(dataDir, company, now, signing.timestampUrl) : null
}
