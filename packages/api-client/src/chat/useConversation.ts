import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChatMessageWire, NewChatMessageWire } from '#contract/chat.ts'
import type { FileWire } from '#contract/files.ts'
import { ApiError, NoAnswer } from '../client.ts'
import type { LineState } from '../live/listeners.ts'
import { uploadProblem } from '../upload.ts'
import { outboxOf } from './outbox.ts'
import { type Draft, merged, type Outgoing, stillOut } from './thread.ts'

/** How one side of a conversation reaches the server. */
export interface Port {
  /** Names the conversation on this page. */
  key: string
  own: 'buyer' | 'staff'
  load: (range: { before?: number; after?: number }) => Promise<{ list: readonly ChatMessageWire[]; has_more: number }>
  send: (message: NewChatMessageWire) => Promise<ChatMessageWire>
  read: (upTo: number) => Promise<void>
  upload: (picture: File) => Promise<FileWire>
}

/** The site's own line, over which it hears of what is new. */
type UseLine = (type: 'chat', heard: () => void) => LineState

/** Without a line (a proxy that lets none through) the page asks by itself. */
const ASK_MS = 20_000

const problemOf = (error: unknown): string => {
  if (error instanceof NoAnswer) return error.kind === 'timeout' ? '发送超时' : '网络不通，未发送'
  if (error instanceof ApiError && error.code < 500 && error.message) return error.message
  return '发送失败'
}

/** A conversation as it stands: what was said, what is on its way, and how to go on. What is on its way outlives the part. */
export function useConversation(port: Port, useLine: UseLine) {
  const [messages, setMessages] = useState<readonly ChatMessageWire[]>([])
  const [hasOlder, setHasOlder] = useState(false)
  const [loaded, setLoaded] = useState<'no' | 'yes' | 'failed'>('no')
  const outbox = outboxOf(port.key)
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>(outbox.list)
  const latest = useRef({ port, messages })
  // Before the effects below, which read it.
  useEffect(() => {
    latest.current = { port, messages }
  })

  const learn = useCallback((more: readonly ChatMessageWire[]) => setMessages((known) => merged(known, more)), [])

  const catchUp = useCallback(async () => {
    try {
      const last = latest.current.messages.at(-1)?.id
      if (last === undefined) {
        const { list, has_more } = await latest.current.port.load({})
        learn(list)
        setHasOlder(has_more === 1)
      } else {
        for (let after: number | undefined = last; after !== undefined; ) {
          const { list, has_more } = await latest.current.port.load({ after })
          learn(list)
          after = has_more === 1 ? list.at(-1)?.id : undefined
        }
      }
      setLoaded('yes')
      // The server answers again: what failed for want of a network goes out, though the line itself may never have noticed.
      outbox.retryNetwork()
    } catch (error) {
      // A newer question took this one's place.
      if (error instanceof NoAnswer && error.kind === 'cancelled') return
      setLoaded((state) => (state === 'yes' ? 'yes' : 'failed'))
    }
  }, [learn, outbox])

  const line = useLine('chat', () => void catchUp())
  useEffect(() => {
    const ask = () => void catchUp()
    ask()
    window.addEventListener('online', ask)
    const timer = line === 'open' ? undefined : setInterval(() => document.visibilityState === 'visible' && ask(), ASK_MS)
    return () => {
      window.removeEventListener('online', ask)
      clearInterval(timer)
    }
  }, [line, catchUp])

  useEffect(
    () =>
      outbox.follow({
        changed: setOutgoing,
        arrived: (message) => learn([message]),
        transmit: async (one) => {
          const { client_id, draft } = one
          if (!('file' in draft)) return latest.current.port.send({ client_id, ...draft })
          // Uploaded once: sent again, only the message itself is.
          one.file_id ??= (await latest.current.port.upload(draft.file)).id
          return latest.current.port.send({ client_id, file_id: one.file_id })
        },
        problemOf: (error, { draft, file_id }) => ('file' in draft && file_id === undefined ? uploadProblem(error) : problemOf(error)),
      }),
    [outbox, learn],
  )

  const { own } = port
  useEffect(() => {
    const newest = messages.findLast(({ sender }) => sender !== own)?.id
    if (newest === undefined) return
    const read = () => {
      if (document.visibilityState === 'visible') void latest.current.port.read(newest).catch(() => undefined)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [messages, own])

  return {
    messages,
    outgoing: stillOut(outgoing, messages, own),
    loaded,
    hasOlder,
    line,
    retryLoad: () => void catchUp(),
    async loadOlder(): Promise<void> {
      const first = messages[0]?.id
      if (first === undefined) return
      const { list, has_more } = await port.load({ before: first })
      learn(list)
      setHasOlder(has_more === 1)
    },
    send: (draft: Draft) => outbox.add(draft),
    retry: outbox.retry,
    discard: outbox.discard,
  }
}

export type ConversationWork = ReturnType<typeof useConversation>
