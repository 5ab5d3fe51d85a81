/**
 * How Node.js runs the shop. Short-lived objects get 3 × 16 MB: by itself V8 takes three times as much while the index is built, and
 * keeps it.
 */
export const SHOP_FLAGS = ['--max-semi-space-size=16']

/** glibc gives each thread a store of its own, of which little comes back. */
export const SHOP_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }
