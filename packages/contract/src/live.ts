/**
 * What the open pages are told over the WebSocket /api/live: that something changed, in a few words. A page that hears of it
 * asks for the rest through its calls.
 */
/** papers: one was made, or could not be. */
export type LiveEvent = { type: 'messages' } | { type: 'papers' } | { type: 'chat'; conversation: number } | { type: 'account' }

/** Words about the line itself: ready = what is told from now on arrives; beat = the line lives. */
export type LineWord = { type: 'ready' } | { type: 'beat' }
export type LiveWord = LiveEvent | LineWord
