import type { FilePurpose, FileWire } from '#contract/files.ts'
import { ApiError, NoAnswer } from './client.ts'
import { successOf } from './request.ts'
import { inLine } from './upload-line.ts'

/** A file that the shop has taken; forms send its id. */
export type UploadedFile = FileWire

export interface UploadRun {
  done: Promise<UploadedFile>
  cancel: () => void
}

/** Long enough for 10 MB on a slow line. */
const TIMEOUT_MS = 180_000

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** POST /api/file. fetch cannot say how far an upload is, so this is the one place that uses XMLHttpRequest. */
export function uploadFile(file: File, purpose: FilePurpose, onProgress: (share: number) => void): UploadRun {
  const request = new XMLHttpRequest()
  let cancelled = false
  const send = (resolve: (file: UploadedFile) => void, reject: (error: unknown) => void): void => {
    if (cancelled) {
      reject(new NoAnswer('cancelled'))
      return
    }
    request.open('POST', '/api/file')
    request.timeout = TIMEOUT_MS
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      try {
        resolve(successOf(request.status, parsed(request.responseText)).data as UploadedFile)
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(new NoAnswer('network')))
    request.addEventListener('timeout', () => reject(new NoAnswer('timeout')))
    request.addEventListener('abort', () => reject(new NoAnswer('cancelled')))
    const form = new FormData()
    form.append('purpose', purpose)
    form.append('file', file, file.name)
    request.send(form)
  }
  const done = inLine(() => new Promise<UploadedFile>(send))
  const cancel = () => {
    cancelled = true
    request.abort()
  }
  return { done, cancel }
}

/** What stopped an upload, for the person who waits for it. */
export function uploadProblem(error: unknown): string {
  if (error instanceof NoAnswer) return error.kind === 'timeout' ? '上传超时，请重试' : '网络连接不畅，请重试'
  if (!(error instanceof ApiError)) return '上传失败，请重试'
  if (error.code === 401) return '登录已过期，请重新登录后上传'
  if (error.code === 413) return '文件过大，不能上传'
  if (error.code >= 500) return '系统繁忙，请稍候再试'
  return error.message || '上传失败，请重试'
}
