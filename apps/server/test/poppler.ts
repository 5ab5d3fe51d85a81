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
export const hasPoppler: boolean = ['pdftotext', 'pdfsig', 'pdfinfo', 'pdffonts'].every(answers)

/** Its words as they stand on the page, the pages parted by form feeds. */
export function pdfText(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'poppler-'))
  try {
    const path = join(folder, 'paper.pdf')
    writeFileSync(path, bytes)
    return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 << 20 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
