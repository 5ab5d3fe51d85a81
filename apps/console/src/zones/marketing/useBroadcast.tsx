import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { BroadcastDraftWire, BroadcastWire } from '#contract/broadcasts.ts'
import { approvals } from '../../api/approvals.ts'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'

interface Asked {
  broadcast: BroadcastWire | null
  draft: BroadcastDraftWire
  onSaved: (kept: BroadcastDraftWire) => void
}

/** What can be done with a broadcast: saved, handed in, taken back, stopped. */
export function useBroadcast({ broadcast, draft, onSaved }: Asked) {
  const navigate = useNavigate()
  const outdates = [calls.broadcasts, calls.broadcast]
  const kept = useRef(broadcast)
  const take = (saved: BroadcastWire): void => {
    kept.current = saved
    onSaved(saved.draft)
  }
  const adding = useDeed(calls.broadcastAdd, { done: '草稿已保存', outdates, onDone: take })
  const saving = useDeed(calls.broadcastSave, { done: '草稿已保存', outdates, onDone: take })
  const sending = useDeed(calls.broadcastSend, { done: '已排好，到时间就发', outdates, onDone: take })
  const stopping = useDeed(calls.broadcastStop, { done: '已停止', outdates, onDone: take })
  const takingBack = useDeed(approvals.decide, { done: '已撤回，可以修改', outdates: [approvals.list, ...outdates] })
  const reason = useReason(stopping.problem)
  const word = useSecondPerson('broadcast.send')('发送') === '发送' ? '发送' : '送审'

  const keep = async (): Promise<boolean> => {
    const { current } = kept
    if (current === null) return adding.run({ body: draft })
    return saving.run({ params: { id: current.id }, body: { ...draft, version: current.version } })
  }
  const show = (): void => {
    if (broadcast === null && kept.current !== null) void navigate(`/marketing/broadcasts/${kept.current.id}`, { replace: true })
  }
  const save = async (): Promise<void> => {
    if (await keep()) show()
  }
  const send = async (isDirty: boolean): Promise<void> => {
    sending.dismiss()
    if ((isDirty && !(await keep())) || kept.current === null) return
    await sending.run({ params: { id: kept.current.id }, body: { version: kept.current.version } })
    show()
  }
  const stop = (): void => {
    if (broadcast === null) return
    const isDraft = broadcast.state === 'draft'
    reason.ask({
      title: `${isDraft ? '撤下' : '停止'}“${broadcast.title}”`,
      what: isDraft ? '不再发出。' : '还没有收到的企业不再收到；已经收到的不受影响，收不回来。',
      ok: isDraft ? '撤下' : '停止',
      danger: true,
      run: (text) => stopping.run({ params: { id: broadcast.id }, body: { reason: text } }),
    })
  }
  const first = [adding, saving, sending].find((deed) => deed.problem !== '')
  return {
    saving,
    isSending: adding.isBusy || sending.isBusy,
    problem: first?.problem ?? '',
    faults: first?.faults ?? [],
    /** What was refused is being mended. */
    dismiss: () => {
      for (const deed of [adding, saving, sending]) deed.dismiss()
    },
    save: () => void save(),
    send: (isDirty: boolean) => void send(isDirty),
    word,
    takeBack: (request: number) => void takingBack.run({ params: { id: request, command: 'withdraw' }, body: {} }),
    take,
    stop,
    dialog: reason.dialog,
  }
}
