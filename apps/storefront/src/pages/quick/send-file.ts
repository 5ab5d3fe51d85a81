import { ApiError, NoAnswer } from '#api-client/client.ts'
import { successOf } from '#api-client/request.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/constants.ts'
import type { QuickAnswerWire } from '#contract/selfservice.ts'

const bodyOf = async (response: Response): Promise<unknown> =>
  response.headers.get('content-type')?.includes('json') ? response.json() : null

/** POST /api/quick_order/file: the lines of a file, matched. The one body of this page that is no form. */
export async function sendListFile(file: File): Promise<QuickAnswerWire> {
  const form = new FormData()
  form.append('file', file, file.name)
  try {
    const response = await fetch('/api/quick_order/file', {
      method: 'POST',
      credentials: 'include',
      body: form,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    return successOf(response.status, await bodyOf(response)).data as QuickAnswerWire
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new NoAnswer(error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network')
  }
}

/** For the person who waits. */
export function fileProblem(error: unknown): string {
  if (error instanceof NoAnswer) return error.kind === 'timeout' ? '上传超时，请重试' : '网络连接不畅，请重试'
  if (!(error instanceof ApiError)) return '上传失败，请重试'
  if (error.code === 401) return '登录已过期，请重新登录后上传'
  if (error.code === 413) return '文件过大，请只保留清单后再上传'
  return error.code >= 500 ? '系统繁忙，请稍候再试' : error.message || '上传失败，请重试'
}
