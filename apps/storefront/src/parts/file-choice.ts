import type { FileWire } from '#contract/files.ts'

/** image: pictures only; paper: pictures and PDF. */
export type Accept = 'image' | 'paper'

/** As the server's limit (contract files.ts), which decides. */
const BYTES_MAX = 10 * 1024 * 1024
const KINDS: Readonly<Record<Accept, { types: readonly string[]; words: string }>> = {
  image: { types: ['image/jpeg', 'image/png', 'image/webp'], words: 'JPG、PNG、WebP 图片' },
  paper: { types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'], words: 'JPG、PNG、WebP 图片或 PDF' },
}

export const acceptAttribute = (accept: Accept): string => KINDS[accept].types.join(',')
export const acceptWords = (accept: Accept): string => `${KINDS[accept].words}，单个不超过 10 MB`

/** Why a chosen file need not be sent at all; '' = it may be. */
export function choiceProblem(file: { type: string; size: number }, accept: Accept): string {
  if (!KINDS[accept].types.includes(file.type)) return `只支持${KINDS[accept].words}`
  if (file.size > BYTES_MAX) return '文件超过 10 MB，请压缩后再传'
  if (file.size === 0) return '这是一个空文件'
  return ''
}

export function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** The chosen files that there is still room for. */
export function withinRoom<T>(chosen: readonly T[], room: number): { taken: T[]; tooMany: boolean } {
  return { taken: chosen.slice(0, Math.max(0, room)), tooMany: chosen.length > room }
}

export const isPdf = (file: Pick<FileWire, 'mime'>): boolean => file.mime === 'application/pdf'
