import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Poppler's look at a PDF, for tests; a machine without it skips them. */

function has(tool: string): boolean {
  try {
    execFileSync(tool, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
export const hasPoppler: boolean = has('pdfsig') && has('pdftotext')

function look(bytes: Uint8Array, ask: (path: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'paper-'))
  try {
    const path = join(folder, 'paper.pdf')
    writeFileSync(path, bytes)
    return ask(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** All words of a PDF, as they stand on its pages. */
export const pdfText = (bytes: Uint8Array): string =>
  look(bytes, (path) => execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }))

/** What pdfsig says of its signatures; it ends with an error where one is wrong. */
export const pdfSignatures = (bytes: Uint8Array): string =>
  look(bytes, (path) => {
    try {
      return execFileSync('pdfsig', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    } catch (error) {
      return String((error as { stdout?: string }).stdout)
    }
  })
