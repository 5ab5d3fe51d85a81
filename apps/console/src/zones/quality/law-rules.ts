export const REASON_LEAST = 10

/** Signs that are still missing; counted as people count. */
export const signsMissing = (reason: string): number => Math.max(0, REASON_LEAST - [...reason.trim()].length)
