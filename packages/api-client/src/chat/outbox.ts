import type { ChatMessageWire } from '#contract/chat.ts'
import { NoAnswer } from '../client.ts'
import type { Draft, Outgoing } from './thread.ts'

interface Follower {
  changed: (list: readonly Outgoing[]) => void
  arrived: (message: ChatMessageWire) => void
  transmit: (one: Outgoing) => Promise<ChatMessageWire>
  problemOf: (error: unknown, one: Outgoing) => string
}

const newKey = (): string =>
  // Only pages behind HTTPS or on this machine have randomUUID.
  typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`

/**
 * What was written and has not arrived. One at a time and in order: a newer request to the same address would take the place
 * of the older. Stays when the panel closes; what waits goes out when it is open again.
 */
export function createOutbox() {
  let list: readonly Outgoing[] = []
  let follower: Follower | null = null
  let busy = false

  function set(next: readonly Outgoing[]): void {
    list = next
    follower?.changed(list)
  }
  const change = (client_id: string, part: Partial<Outgoing>) =>
    set(list.map((one) => (one.client_id === client_id ? { ...one, ...part } : one)))
  const discard = (client_id: string) => set(list.filter((one) => one.client_id !== client_id))

  async function pump(): Promise<void> {
    const next = list.find(({ state }) => state === 'waiting')
    const via = follower
    if (busy || !next || !via) return
    busy = true
    const one: Outgoing = { ...next, state: 'sending', problem: '' }
    change(one.client_id, one)
    try {
      const message = await via.transmit(one)
      discard(one.client_id)
      follower?.arrived(message)
    } catch (error) {
      const { file_id } = one
      const network = error instanceof NoAnswer
      change(one.client_id, { state: 'failed', problem: via.problemOf(error, one), network, ...(file_id !== undefined && { file_id }) })
    } finally {
      busy = false
      void pump()
    }
  }

  function retryIf(meant: (one: Outgoing) => boolean): void {
    if (!list.some(meant)) return
    set(list.map((one) => (meant(one) ? { ...one, state: 'waiting' as const, problem: '' } : one)))
    void pump()
  }

  return {
    get list() {
      return list
    },
    follow(by: Follower): () => void {
      follower = by
      by.changed(list)
      void pump()
      return () => {
        if (follower === by) follower = null
      }
    },
    add(draft: Draft): void {
      set([...list, { client_id: newKey(), draft, state: 'waiting', problem: '', network: false, at: new Date().toISOString() }])
      void pump()
    },
    retry: (client_id: string) => retryIf((one) => one.client_id === client_id && one.state === 'failed'),
    retryNetwork: () => retryIf((one) => one.state === 'failed' && one.network),
    discard,
  }
}

const outboxes = new Map<string, ReturnType<typeof createOutbox>>()

export function outboxOf(key: string): ReturnType<typeof createOutbox> {
  const known = outboxes.get(key) ?? createOutbox()
  // The server, which draws pages for everybody, keeps none.
  if (typeof window === 'undefined') return known
  outboxes.set(key, known)
  return known
}
