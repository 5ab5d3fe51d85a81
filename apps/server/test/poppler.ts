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
function ask(tool: string, bytes: Buffer, args: (path: string) => string[]): string {
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
export const pdfText = (bytes: Buffer): string => ask('pdftotext', bytes, (path) => ['-layout', path, '-'])
export const pdfSignatures = (bytes: Buffer): string => ask('pdfsig', bytes, (path) => [path])

/** Number of pages, and the first one's width and height in points. */
export function pdfPages(bytes: Buffer): { pages: number; width: number; height: number } {
  const said = ask('pdfinfo', bytes, (path) => [path])
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(said) ?? []
  return { pages: Number(/Pages:\s+(\d+)/.exec(said)?.[1]), width: Number(width), height: Number(height) }
}

/** Whether each font is embedded. */
export const pdfFontsEmbedded = (bytes: Buffer): boolean[] =>
  ask('pdffonts', bytes, (path) => [path])
    .split('\n')
    .slice(2)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).at(-5) === 'yes')
