import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Id } from './shapes.ts'

/** What an uploaded file may be used for; a file serves one purpose only. */
export const FILE_PURPOSES = [
  'certificate',
  'after_sale',
  'receipt',
  'proof',
  'feedback',
  'wanted',
  'chat',
  'face',
  'trade_paper',
  'upstream_paper',
  'seal',
  'site_licence',
  'goods',
  'front',
] as const
export type FilePurpose = (typeof FILE_PURPOSES)[number]

export const FILE_BYTES_MAX = 10 * 1024 * 1024
/** Uploads of one account within an hour, refused ones too. */
export const FILES_PER_HOUR = 60

/** An uploaded file as every page shows it. url and preview_url answer only to its own company and to staff. */
export const FileShape = Type.Object({
  id: Id,
  name: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  mime: Type.String(),
  url: Type.String(),
  preview_url: Type.String({ description: 'a small picture; empty where there is none, as for a PDF' }),
})
export type FileWire = Static<typeof FileShape>

/** multipart/form-data: the field purpose (FILE_PURPOSES), the file part file (JPEG, PNG, WebP or PDF, 10 MB). */
export const fileUpload = call('POST', '/api/file', {
  access: 'account',
  summary: '上传文件',
  data: FileShape,
})
