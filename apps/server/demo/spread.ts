/** A number from 0 to below `bound` that looks random and is always the same for the same words: the demo shop is the same everywhere. */
export function spread(words: string, bound: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  return (hash >>> 0) % bound
}
