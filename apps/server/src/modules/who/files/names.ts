import { folded } from '#domain/folding.ts'

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
  'application/ofd': 'ofd',
  'application/xml': 'xml',
  'application/zip': 'zip',
}
const NAME_MAX = 60
/** What is looked at of a name, before characters fall out of it. */
const GIVEN_MAX = 1_000

/**
 * What people called their file, as it may be shown and saved: no folders, no control or direction-changing characters, none
 * that a file system gives a meaning; the extension is that of what is kept.
 */
export function cleanName(given: string, mime: string): string {
  const base = folded(given.slice(-GIVEN_MAX), 'NFC').split(/[/\\]/).at(-1) ?? ''
  const stem = base
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*%;]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  const short = [...stem].slice(0, NAME_MAX).join('')
  return `${short || '文件'}.${EXTENSIONS[mime] ?? 'bin'}`
}
