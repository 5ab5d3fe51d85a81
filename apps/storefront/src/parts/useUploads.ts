import { useEffect, useRef, useState } from 'react'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { type UploadedFile, type UploadRun, uploadFile, uploadProblem } from '#api-client/upload.ts'
import { CODES } from '#contract/codes.ts'
import type { FilePurpose } from '#contract/files.ts'
import { type Accept, choiceProblem } from './file-choice.ts'

/** A file on its way, or one that did not arrive. */
export interface Sending {
  key: number
  file: File
  /** 0–1 */
  share: number
  problem: string
  /** Asking again may help; not so where the file itself is wrong. */
  again: boolean
}

interface Options {
  purpose: FilePurpose
  accept: Accept
  files: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  onBusy: ((busy: boolean) => void) | undefined
}

let nextKey = 1

/** Sends chosen files at once, each with its progress; what arrived goes to onChange, what did not can be sent again. */
export function useUploads({ purpose, accept, files, onChange, onBusy }: Options) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const runs = useRef(new Map<number, UploadRun>())
  // Uploads end in any order and long after the render that began them.
  const latest = useRef({ files, onChange })
  useEffect(() => {
    latest.current = { files, onChange }
  })
  useEffect(() => {
    const running = runs.current
    return () => {
      for (const run of running.values()) run.cancel()
    }
  }, [])

  const busy = sending.some(({ problem }) => problem === '')
  const tellBusy = useRef(onBusy)
  useEffect(() => {
    tellBusy.current = onBusy
  })
  useEffect(() => tellBusy.current?.(busy), [busy])

  const change = (key: number, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const forget = (key: number) => setSending((all) => all.filter((one) => one.key !== key))

  async function send(key: number, file: File): Promise<void> {
    const run = uploadFile(file, purpose, (share) => change(key, { share }))
    runs.current.set(key, run)
    try {
      const arrived = await run.done
      const next = [...latest.current.files, arrived]
      latest.current.files = next
      latest.current.onChange(next)
      forget(key)
    } catch (error) {
      if (error instanceof NoAnswer && error.kind === 'cancelled') return
      // What is wrong with the file itself stays wrong.
      const again = !(error instanceof ApiError && error.code === CODES.FIELD_ERRORS)
      change(key, { problem: uploadProblem(error), again })
    } finally {
      runs.current.delete(key)
    }
  }

  return {
    sending,
    add(chosen: readonly File[]) {
      for (const file of chosen) {
        const key = nextKey++
        const problem = choiceProblem(file, accept)
        setSending((all) => [...all, { key, file, share: 0, problem, again: false }])
        if (problem === '') void send(key, file)
      }
    },
    again(one: Sending) {
      change(one.key, { problem: '', share: 0 })
      void send(one.key, one.file)
    },
    drop(key: number) {
      runs.current.get(key)?.cancel()
      forget(key)
    },
    remove(id: number) {
      const next = latest.current.files.filter((file) => file.id !== id)
      latest.current.files = next
      onChange(next)
    },
  }
}
