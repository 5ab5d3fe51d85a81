/**
 * What the open pages are told over the WebSocket /api/live: that something changed, in a few words. A page that hears of it
 * asks for the rest through its calls.
 */
/**
 * chat: for staff with the colleague whom it was just handed to. papers: one was made, or could not be. For staff: queues: what waits in these areas of the console may be more or less; work: somebody
 * took or left a piece of this kind; approvals: a request came or was decided; emergency: somebody took a word, or it ended.
 */
export type LiveEvent =
  | { type: 'approvals' }
  | { type: 'emergency' }
  | { type: 'messages' }
  | { type: 'papers' }
  | { type: 'chat'; conversation: number; to?: number }
  | { type: 'account' }
  | { type: 'queues'; areas: readonly string[] }
  | { type: 'work'; kind: string }

/** Words about the line itself: ready = what is told from now on arrives; beat = the line lives. */
export type LineWord = { type: 'ready' } | { type: 'beat' }
export type LiveWord = LiveEvent | LineWord
