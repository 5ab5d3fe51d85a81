import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** Leaves what stands there already. */
async function linkFirst(own: string, path: string): Promise<void> {
  try {
    await link(own, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(own)
  }
}

const pemOf = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`

/**
 * The demo's own root and signer, made at the first start and kept in the data folder, readable by its owner alone. The root
 * lies beside as root.pem, for readers that shall trust the demo's papers.
 */
export async function demoSigner(dataDir: string, company: string, now: Date, timestampUrl = ''): Promise<Signer> {
  const folder = join(dataDir, FOLDER)
  const path = join(folder, 'demo.json')
  const before = await readKept(path)
  let kept: Kept | null = before
  if (kept?.rootKey === undefined) {
    const made = await makeDemoCertificate(company, now)
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    kept = { root: base64(made.root), rootKey: made.rootKey, signer: base64(made.signer), privateKey: made.privateKey }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Whole or not at all: a start that breaks off here leaves no half of a key. Of two that start at once the first one's key
    // is both's: what is signed with another one no reader would trust after the next start.
    const own = `${path}.${randomUUID()}`
    await writeFile(own, JSON.stringify(kept), { mode: 0o600 })
    if (before === null) await linkFirst(own, path)
    else await rename(own, path)
    kept = (await readKept(path)) ?? kept
    // Papers of an earlier root stay trusted.
    const roots = `${own}.pem`
    await writeFile(roots, [kept.root, ...(before && before.root !== kept.root ? [before.root] : [])].map(pemOf).join(''))
    await rename(roots, join(folder, 'root.pem'))
  }
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
