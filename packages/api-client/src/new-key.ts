/** A key that nobody else has. crypto.randomUUID is only there over HTTPS; this is everywhere. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('-')
}
