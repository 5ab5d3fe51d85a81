import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Signer, signerFrom } from './certificate.ts'
import { makeDemoCertificate } from './demo-certificate.ts'

const FOLDER = 'signing'
interface Kept {
  root: string
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

/**
 * The demo's own root and signer, made at the first start and kept in the data folder, readable by its owner alone. The root
 * lies beside as root.pem, for readers that shall trust the demo's papers.
 */
export async function demoSigner(dataDir: string, company: string, now: Date): Promise<Signer> {
  const folder = join(dataDir, FOLDER)
  const path = join(folder, 'demo.json')
  let kept = await readKept(path)
  if (kept === null) {
    const made = await makeDemoCertificate(company, now)
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    kept = { root: base64(made.root), signer: base64(made.signer), privateKey: made.privateKey }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Whole or not at all: a start that breaks off here leaves no half of a key.
    await writeFile(`${path}.new`, JSON.stringify(kept), { mode: 0o600 })
    await rename(`${path}.new`, path)
    const lines = kept.root.match(/.{1,64}/g)?.join('\n') ?? ''
    await writeFile(join(folder, 'root.pem'), `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`)
  }
  const key = {
    certificate: bytesOf(kept.signer),
    chain: [bytesOf(kept.root)],
    privateKey: kept.privateKey,
    keyType: 'RSA' as const,
    timestampUrl: '',
  }
  return signerFrom(key, true)
}
