import { sha256 } from './sha256.ts'

/** Papers have some megabytes at most; what is larger is none of ours, and would fill the memory of a phone. */
export const FILE_MAX = 60 * 1024 * 1024

/** The SHA-256 of a file, worked out on this machine: nothing of it leaves the browser. */
export async function hashOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Not there where the page came over plain http.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!subtle) return sha256(bytes)
  return Array.from(new Uint8Array(await subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
