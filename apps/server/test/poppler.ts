import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What Debian's poppler-utils say of a PDF. Tests that ask for it are left out where it is not installed. */

function answers(tool: string): boolean {
  try {
    execFileSync(tool, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
export const hasPoppler = ['pdftotext', 'pdfsig', 'pdfinfo', 'pdffonts'].every(answers)

/** Some of these tools end with an error where a signature is bad, and say why on their standard output. */
function ask(tool: string, bytes: Uint8Array, args: (path: string) => string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'poppler-'))
  try {
    const path = join(folder, 'paper.pdf')
    writeFileSync(path, bytes)
    return execFileSync(tool, args(path), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 << 20 })
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Its words as they stand on the page, the pages parted by form feeds. */
export const pdfText = (bytes: Uint8Array): string => ask('pdftotext', bytes, (path) => ['-layout', path, '-'])
export const pdfSignatures = (bytes: Uint8Array): string => ask('pdfsig', bytes, (path) => [path])

/** Lists of trusted certificates are kept by Debian's libnss3-tools. */
export const hasTrustList = ((): boolean => {
  try {
    execFileSync('certutil', ['-H'], { stdio: 'ignore' })
    return true
  } catch (error) {
    return (error as { code?: string }).code !== 'ENOENT'
  }
})()

/** What pdfsig says to somebody who trusts this root (DER) alone. */
export function pdfSignaturesTrusting(root: Uint8Array, bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'trust-'))
  try {
    const path = join(folder, 'root.der')
    writeFileSync(path, root)
    execFileSync('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password'], { stdio: 'ignore' })
    execFileSync('certutil', ['-A', '-d', `sql:${folder}`, '-n', 'root', '-t', 'CT,C,C', '-i', path], { stdio: 'ignore' })
    return ask('pdfsig', bytes, (paper) => ['-nssdir', folder, paper])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Number of pages, and the first one's width and height in points. */
export function pdfPages(bytes: Uint8Array): { pages: number; width: number; height: number } {
  const said = ask('pdfinfo', bytes, (path) => [path])
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(said) ?? []
  return { pages: Number(/Pages:\s+(\d+)/.exec(said)?.[1]), width: Number(width), height: Number(height) }
}

/** Whether each font is embedded. */
export const pdfFontsEmbedded = (bytes: Uint8Array): boolean[] =>
  ask('pdffonts', bytes, (path) => [path])
    .split('\n')
    .slice(2)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).at(-5) === 'yes')
